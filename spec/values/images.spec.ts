import { expect } from 'chai';
import { readImage } from '../../lib/values/images';

describe('readImage', () => {
  for (const [sent, read] of [
    [7, 7],
    ['7', 7],
    [{ id: 7, url: 'https://example.org/a.png' }, 7],
    ['http://example.org/a.jpg', 'http://example.org/a.jpg'],
    ['https://example.org/a.png?a=1&b=2', 'https://example.org/a.png?a=1&b=2'],
    ['https://example.org/a', 'https://example.org/a'],
    [`https://example.org/"a"<b>'\``, 'https://example.org/%22a%22%3Cb%3E%27%60'],
    [false, null],
    ['', null],
    ['0', null],
  ] as const)
    it(`reads ${JSON.stringify(sent)} as ${JSON.stringify(read)}`, () => expect(readImage(sent)).to.equal(read));

  for (const sent of [
    'ftp://example.org/a.png',
    'data:image/png;base64,AA==',
    'javascript:alert(1)',
    '//example.org/a.png',
    'a.png',
    'https://',
    'https://example.org/a b.png',
    'https://example.org/a.exe',
    `https://example.org/${'a'.repeat(1900)}`,
    -1,
    1.5,
    true,
    {},
    { id: 'a' },
  ])
    it(`refuses ${JSON.stringify(sent).slice(0, 40)}`, () => expect(readImage(sent)).to.equal(undefined));
});
