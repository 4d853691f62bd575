import { expect } from 'chai';
import { readJson } from '../../../lib/http/bodies/body';

const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON bodies', () => {
  const good: readonly (readonly [title: string, body: string, value: unknown])[] = [
    ['may be empty', '', undefined],
    ['may be an object', bytes('{"a":"é"}'), { a: 'é' }],
    ['may be a scalar', '5', 5],
    ['keeps the last of equal members', '{"a":1,"a":2}', { a: 2 }],
    ['may hold a pair of surrogates', '"\\ud83d\\ude00"', '😀'],
    ['may speak of escapes', '"\\\\ud800"', '\\ud800'],
    ['may be nested to the limit', `${' '.repeat(600)}${nested(3)}`, [[[]]]],
    ['may hold brackets in strings', JSON.stringify('['.repeat(600)), '['.repeat(600)],
    ['may hold quotes in strings', JSON.stringify(`"\\"${'['.repeat(600)}`), `"\\"${'['.repeat(600)}`],
  ];
  for (const [title, body, value] of good) {
    it(title, () => {
      expect(readJson(body, 512)).to.deep.equal(value);
    });
  }

  const bad: readonly (readonly [title: string, body: string, code: number])[] = [
    ['must not break off', '{"title": ', 4],
    ['must not begin with a BOM', bytes('\ufeff{}'), 4],
    ['must escape line ends in strings', '{"a":"b\nc"}', 3],
    ['must be separated by ordinary blanks', '{}\v', 3],
    ['must be well formed beside its line ends too', '{"a":"b\nc",}', 4],
    ['must be UTF-8', '{"a":"\xff"}', 5],
    ['must not hold half a surrogate pair', '{"a":"\\ud800b"}', 10],
    ['must not hold one in a name', '{"\\uDC00":1}', 10],
    ['must not hold one deep down', '{"a":[{"b":"\\ud800"}]}', 10],
    ['must not be nested deeper than the limit', nested(513), 1],
    ['must not be nested endlessly', '['.repeat(1_000_000), 1],
  ];
  for (const [title, body, code] of bad) {
    it(title, () => {
      expect(() => readJson(body, 512))
        .to.throw()
        .with.nested.property('data.json_error_code', code);
    });
  }

  it('may be nested up to the limit', () => {
    expect(readJson(nested(512), 512)).to.be.an('array');
  });
});
