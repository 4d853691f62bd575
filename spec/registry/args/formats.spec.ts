import { expect } from 'chai';
import { ApiError } from '../../../lib/errors/refusal';
import { compileSchema } from '../../../lib/registry/args/schema-validator';

/** Valid and invalid texts for each format. */
const FORMATS: Readonly<Record<string, readonly [taken: readonly string[], refused: readonly string[]]>> = {
  date: [
    ['2031-12-31', '2028-02-29'],
    ['2031-13-77', '2031-02-29', '2031-00-01', '2031-1-1', '31.12.2031', '2031-12-31T10:00:00Z', ''],
  ],
  time: [
    ['18:30:00Z', '18:30:00.5+02:00'],
    ['25:00:00Z', '18:61:00Z', '18:30', 'noon'],
  ],
  duration: [
    ['PT1H30M', 'P3D', 'P1W'],
    ['1h', 'P', 'PT'],
  ],
  hostname: [
    ['www.example.org', 'localhost'],
    ['-a.example', 'a b', 'exa_mple.org', `${'a'.repeat(64)}.org`],
  ],
  'idn-hostname': [
    ['café.example.org', 'www.example.org'],
    ['a b', 'exa mple.org', ''],
  ],
  'idn-email': [
    ['zoé@example.org', 'zoe@café.example.org'],
    ['zoé', '@example.org', 'a b@example.org'],
  ],
  ipv4: [['192.0.2.1'], ['192.0.2.256', '192.0.2', '2001:db8::1']],
  ipv6: [
    ['2001:db8::1', '::1'],
    ['192.0.2.1', '2001:db8', 'fe80::1%eth0'],
  ],
  'uri-reference': [
    ['/concerts?page=2', 'https://example.org/', '#top'],
    ['a b', '/caf\u00e9', '%zz'],
  ],
  'uri-template': [['/concerts/{id}'], ['/concerts/{id', '{}']],
  iri: [['https://example.org/café'], ['/café', 'https://exa mple.org', 'https://example.org/<a>']],
  'iri-reference': [
    ['/café', 'https://example.org/'],
    ['a b', '<a>', '%zz'],
  ],
  'json-pointer': [
    ['/seats/0', ''],
    ['seats', '/a~2'],
  ],
  'relative-json-pointer': [
    ['1/seats', '0#'],
    ['/seats', '-1'],
  ],
  regex: [['^[a-z]+$'], ['[a-z', '(']],
  byte: [['aGVsbG8='], ['a', '%%%%']],
};

const sentenceOf = (settled: unknown): string | undefined => (settled instanceof ApiError ? settled.text.en : undefined);

describe('format', () => {
  for (const [format, [taken, refused]] of Object.entries(FORMATS)) {
    it(`${format} accepts valid texts, and gives an example for invalid ones`, () => {
      const judge = compileSchema({ type: 'string', format });
      for (const text of taken) expect(judge(text, 'x'), text).to.equal(text);
      for (const text of refused) {
        const settled = judge(text, 'x');
        expect(settled, text).to.be.an.instanceOf(ApiError).with.property('code', 'rest_invalid_format');
        const example = / such as (.+)\.$/.exec(sentenceOf(settled) ?? '')?.[1];
        expect(judge(example, 'x'), `the example ${example}`).to.equal(example);
      }
    });

    it(`${format} is judged in lists, objects and branches too`, () => {
      const text = { type: 'string', format } as const;
      for (const [schema, wrapped] of [
        [{ type: 'array', items: text }, (one: string) => [one]],
        [{ type: 'object', properties: { a: text } }, (one: string) => ({ a: one })],
        [{ anyOf: [text, { type: 'integer' }] }, (one: string) => one],
      ] as const) {
        expect(compileSchema(schema)(wrapped(taken[0] ?? ''), 'x')).to.not.be.an.instanceOf(ApiError);
        expect(compileSchema(schema)(wrapped(refused[0] ?? ''), 'x')).to.be.an.instanceOf(ApiError);
      }
    });
  }

  it('int32 takes integers of 32 bits', () => {
    const judge = compileSchema({ type: 'integer', format: 'int32' });
    for (const value of [2 ** 31 - 1, -(2 ** 31), '5']) expect(judge(value, 'x')).to.equal(Number(value));
    for (const value of [2 ** 31, -(2 ** 31) - 1, '1e12'])
      expect(judge(value, 'x')).to.be.an.instanceOf(ApiError).with.property('code', 'rest_out_of_bounds');
  });
});
