import { expect } from 'chai';
import { ignoredParams } from '../../../lib/http/answers/headers';
import { as } from '../library';
import { play } from '../scenario';

const args = { title: { description: { en: 'Title', fr: 'Titre' } } };

describe('ignoredParams', () => {
  const scenarios: readonly (readonly [title: string, sent: readonly string[], listed: string | undefined])[] = [
    ['lists nothing where all are declared', ['title'], undefined],
    ['lists what no endpoint declares, in the order of its coming', ['fre', 'title', 'when'], 'fre, when'],
    [
      'passes over the parameters of every route',
      ['_fields', '_envelope', '_jsonp', '_pretty', '_method', 'ml_language', 'rest_route'],
      undefined,
    ],
    ['lists the names of prototypes', ['constructor', '__proto__', 'toString'], 'constructor, __proto__, toString'],
    [
      'encodes line ends, commas, quotes and blanks',
      ['a\r\nSet-Cookie: b=1', 'c,d', '"e"'],
      'a%0D%0ASet-Cookie%3A%20b%3D1, c%2Cd, %22e%22',
    ],
    ['encodes letters beyond ASCII in UTF-8', ['été', '日'], '%C3%A9t%C3%A9, %E6%97%A5'],
    ['reads half a surrogate pair as the replacement character', ['\ud800'], '%EF%BF%BD'],
    ['leaves out a name of more than 100 characters', ['x'.repeat(101), 'fre'], 'fre, ...'],
    ['says that there are such names where there are no others', ['x'.repeat(101)], '...'],
  ];
  for (const [title, sent, listed] of scenarios) {
    it(title, () => {
      const values = Object.assign(Object.create(null), Object.fromEntries(sent.map((name) => [name, '1'])));
      if (sent.includes('__proto__')) Object.defineProperty(values, '__proto__', { value: '1', enumerable: true });
      expect(ignoredParams(args, values)?.split(', ').sort()).to.deep.equal(listed?.split(', ').sort());
    });
  }

  it('lists a name once that query and body have', () => {
    expect(ignoredParams(args, { fre: 1 }, { fre: 2, when: 3 })).to.equal('fre, when');
  });

  it('has at most 1,000 characters', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`é${index}`, '1']));
    const listed = ignoredParams(args, many) ?? '';
    expect(listed.length).to.be.within(900, 1000);
    expect(listed).to.match(/^(?:%C3%A9\d+, )+\.\.\.$/);
  });
});

describe('Ignored-Params', () => {
  const path = '/en/library/v1/books';
  const json = { 'content-type': 'application/json' };
  play([
    {
      title: 'names unknown parameters of the query',
      path: `${path}?fre=1&page=1&when[]=2`,
      status: 200,
      answers: { 'ignored-params': 'fre, when' },
    },
    {
      title: 'is absent where all are known',
      path: `${path}?page=1&_fields=books&_jsonp=`,
      status: 200,
      answers: { 'ignored-params': undefined },
    },
    {
      title: 'names those of the body',
      method: 'POST',
      path: `${path}?when=1`,
      headers: { ...as('ann'), ...json },
      body: '{"title":"a","titel":"b"}',
      status: 201,
      answers: { 'ignored-params': 'when, titel' },
    },
    {
      title: 'names those of a request that is refused, where a misspelt one is missed',
      method: 'POST',
      path,
      headers: { ...as('ann'), ...json },
      body: '{"titel":"b"}',
      status: 400,
      answers: { 'ignored-params': 'titel' },
    },
    { title: 'is in envelopes too', path: `${path}/1?fre=1&_envelope`, status: 200, has: { 'headers.Ignored-Params': 'fre' } },
    { title: 'is an answer of indexes too', path: '/en/?fre=1&context=view', status: 200, answers: { 'ignored-params': 'fre' } },
    { title: 'is absent where no route is', path: '/en/nothing?fre=1', status: 404, answers: { 'ignored-params': undefined } },
    {
      title: 'is absent from OPTIONS, which reads none',
      method: 'OPTIONS',
      path: `${path}?fre=1`,
      status: 200,
      answers: { 'ignored-params': undefined },
    },
    {
      title: 'cannot be broken into two headers',
      path: `${path}?a%0D%0AX-Evil:%201=1`,
      status: 200,
      answers: { 'ignored-params': 'a%0D%0AX-Evil%3A_1', 'x-evil': undefined },
    },
  ]);
});
