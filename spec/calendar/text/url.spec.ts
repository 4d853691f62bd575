import { expect } from 'chai';
import { readUrl } from '../../../lib/calendar/website';

describe('readUrl', () => {
  it('reads addresses in any script', () => {
    const written = ['https://bücher.example/', 'https://example.org/café', 'https://example.org/カフェ', 'https://example.org/cafe'];
    for (let round = 0; round < 10_000; round += 1)
      for (const text of written) if (readUrl(text) === undefined) expect.fail(`${text}, ${round}`);
    expect(readUrl('https://bücher.example/')?.href).to.equal('https://xn--bcher-kva.example/');
  });

  it('refuses addresses without host or scheme', () => {
    for (const text of ['', 'https://', 'https://a b/', '//example.org', 'example.org']) expect(readUrl(text), text).to.equal(undefined);
  });
});
