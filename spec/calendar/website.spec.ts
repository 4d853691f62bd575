import { expect } from 'chai';
import { presentWebsite, readUrl, readWebsite } from '../../lib/calendar/website';

// biome-ignore format: a list
const ACCEPTED = [
  '', 'https://example.com', 'ftp://x.org', 'mailto:a@b.c', 'http://localhost', 'https://a_b.com', 'https://_a.b_c.example/', 'http://1.2.3.4:99/x', 'HTTP://EXAMPLE.COM', 'http://[::1]/',
  'https://u:p@example.com', 'https://example.com?x=1&y=2', 'http://x.org:65535/', 'http://x.org:/', 'news:a.b.c', 'webcal://x.org/a.ics', `https://x.org/${'a/'.repeat(4e5)}`, `mailto:${'a'.repeat(8e5)}@x.org`,
];
// biome-ignore format: a list
const REFUSED = [
  'example.com', '/example.com', '//', '\\\\', 'http:', 'http:////', '//<b>x.org', 'nope', 'https://', 'http://exa mple.com/', 'http://a b@example.com/', 'http://example.com/a\nb', 'https://-a.com', 'javascript:alert(1)', 'javascript://x%0aalert(1)', 'JAVASCRIPT://x/%0aalert(1)',
  'http://x.org:65536/', 'tel:+33123456789', 'sms:1', 'data:text/html,x', 'vbscript://x', 'file:///etc/passwd', 'file://host/x', 'java<x>script://x', '<i>a</i>', '\0', '\ud800', `https://${'a.'.repeat(1e6)}org/`, `https://${'a@'.repeat(1e6)}x.org/`,
];

describe('readWebsite and presentWebsite', () => {
  for (const address of ACCEPTED) it(`keep ${JSON.stringify(address.slice(0, 60))}`, () => expect(readWebsite(address)).to.equal(address));
  for (const address of REFUSED)
    it(`refuse ${JSON.stringify(address.slice(0, 60))}`, () => expect(readWebsite(address)).to.equal(undefined));

  for (const [typed, read] of [
    ['http://www.example.com/Austin, TX', 'http://www.example.com/Austin,%20TX'],
    ['http://example.com/a b?c d#e f', 'http://example.com/a%20b?c%20d#e%20f'],
    [' https://example.com\n', 'https://example.com'],
    ['https://example.com/Été?q=é', 'https://example.com/%C3%89t%C3%A9?q=%C3%A9'],
    ['https://exämple.com/ü', 'https://xn--exmple-cua.com/%C3%BC'],
    ['http:\\\\example.com', 'http://example.com'],
    ['http:\\\\example.com\\a\\b?c\\d', 'http://example.com/a/b?c\\d'],
    ['http:/example.com', 'http://example.com'],
    ['HTTPS:///example.com/a', 'HTTPS://example.com/a'],
    ['http:x.org', 'http://x.org'],
    ['//example.com/a', 'https://example.com/a'],
    ['\\\\example.com', 'https://example.com'],
    ['https://x.org/"<c>"', 'https://x.org/%22%3Cc%3E%22'],
    ['https://x.org/?a=1&b=<x>', 'https://x.org/?a=1&b=%3Cx%3E'],
    ['https://x.org/&lt;c&gt;?a&#60;b', 'https://x.org/%3Cc%3E?a%3Cb'],
    ['mailto:"a<b>"@x.org', 'mailto:%22a%3Cb%3E%22@x.org'],
    ['https://example.com/?a=1&#038;b=2', 'https://example.com/?a=1&b=2'],
    ['https://example.com/\ud800', 'https://example.com/%EF%BF%BD'],
  ] as const)
    it(`read ${JSON.stringify(typed)} as ${read}`, () => {
      expect(readWebsite(typed)).to.equal(read);
      expect(readWebsite(read)).to.equal(read);
    });

  it('encode quotes', () => {
    expect(readWebsite('https://example.com/"onclick="x')).to.equal('https://example.com/%22onclick=%22x');
  });

  it('are shown with &amp; and read back', () => {
    const shown = presentWebsite('https://example.com/?a=1&b=2');
    expect(shown).to.equal('https://example.com/?a=1&amp;b=2');
    expect(readWebsite(shown)).to.equal('https://example.com/?a=1&b=2');
  });
});

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
