import { expect } from 'chai';
import { readImage } from '../../../lib/content/values/addresses';
import { create, openPromises, POST_LIKE, patch, refused } from '../../support/stage';

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
    `https://example.org/${'a'.repeat(1900)}`,
    -1,
    1.5,
    true,
    {},
    { id: 'a' },
  ])
    it(`refuses ${JSON.stringify(sent).slice(0, 40)}`, () => expect(readImage(sent)).to.equal(undefined));
});

/** Image addresses, each with the stored form. */
const ADDRESSES = [
  ['https://example.org/photo.php?id=3'],
  ['https://example.org/a.jfif'],
  ['http://example.org/report.pdf#page=2'],
  ['https://example.org/v1.0'],
  ['https://example.org/a.jpg.html'],
  ['https://example.org'],
  ['HTTPS://example.org:8443/a.PNG'],
  [' https://example.org/a.png ', 'https://example.org/a.png'],
  ['https://example.org/été à Paris.jpg', 'https://example.org/%C3%A9t%C3%A9%20%C3%A0%20Paris.jpg'],
  ['https://example.org/a"b.png', 'https://example.org/a%22b.png'],
] as const;

const NONE = [
  'ftp://example.org/a.png',
  'data:image/png;base64,AA==',
  'javascript:alert(1)//.png',
  '//example.org/a.png',
  '/a.png',
  'https:a.png',
  'https://',
  'https:///a.png',
  'https://[/a.png',
  'https://exa mple.org/a.png',
  `https://example.org/${'a'.repeat(1900)}`,
];

describe('readImage of addresses', () => {
  for (const [sent, stored = sent] of ADDRESSES)
    it(`takes the address ${JSON.stringify(sent)}`, () => {
      expect(readImage(sent)).to.equal(stored);
    });
  for (const sent of NONE)
    it(`takes no ${JSON.stringify(sent.slice(0, 40))}`, () => {
      expect(readImage(sent)).to.equal(undefined);
    });
});

describe('image', () => {
  const { promise } = openPromises();
  for (const { kind, plural, make } of POST_LIKE)
    promise(
      `takes an address whose path has no image extension: ${kind}`,
      { own: make('Pictured', {}, { as: 'contributor' }) },
      create(make('Pictured', { image: 'https://example.org/photo.php?id=3' }), {
        as: 'author',
        status: 201,
        has: { 'image.url': 'https://example.org/photo.php?id=3' },
      }),
      patch(`/${plural}/{own}`, { image: 'https://example.org/b.jfif' }, { has: { 'image.url': 'https://example.org/b.jfif' } }),
      patch(`/${plural}/{own}`, { image: 'https://example.org/photo.php' }, { as: 'contributor', ...refused('image') }),
    );
});
