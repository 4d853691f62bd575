import { expect } from 'chai';
import { readImage } from '../../../lib/content/values/addresses';

describe('readImage', () => {
  for (const [sent, read] of [
    [7, 7],
    ['7', 7],
    [{ id: 7, url: 'https://example.org/a.png' }, 7],
    ['https://example.org/photo.php?a=1&b=2', 'https://example.org/photo.php?a=1&b=2'],
    ['https://example.org/a.jpg.html', 'https://example.org/a.jpg.html'],
    ['http://example.org/report.pdf#page=2', 'http://example.org/report.pdf#page=2'],
    ['https://example.org', 'https://example.org'],
    ['HTTPS://example.org:8443/a.PNG', 'HTTPS://example.org:8443/a.PNG'],
    [' https://example.org/a.png ', 'https://example.org/a.png'],
    ['https://example.org/été à Paris.jpg', 'https://example.org/%C3%A9t%C3%A9%20%C3%A0%20Paris.jpg'],
    [`https://example.org/"a"<b>'\``, 'https://example.org/%22a%22%3Cb%3E%27%60'],
    [false, null],
    ['', null],
    ['0', null],
  ] as const)
    it(`reads ${JSON.stringify(sent)} as ${JSON.stringify(read)}`, () => expect(readImage(sent)).to.equal(read));

  for (const sent of [
    ...['ftp://example.org/a.png', 'data:image/png;base64,AA==', 'javascript:alert(1)//.png', '//example.org/a.png', '/a.png', 'a.png'],
    ...['https:a.png', 'https://', 'https:///a.png', 'https://[/a.png', 'https://exa mple.org/a.png'],
    ...[`https://example.org/${'a'.repeat(1900)}`, -1, 1.5, true, {}, { id: 'a' }],
  ])
    it(`refuses ${JSON.stringify(sent).slice(0, 40)}`, () => expect(readImage(sent)).to.equal(undefined));
});
