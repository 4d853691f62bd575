import { expect } from 'chai';
import fc from 'fast-check';
import { toJsonForm } from '../../../lib/registry/answers/answer-check';

class Point {
  readonly x = 1;
  get y() {
    return 2;
  }
}

const day = new Date('2030-01-02T03:04:05Z');
const written: readonly [string, unknown][] = [
  ['dates', { day, list: [day, { day }] }],
  [
    'members that are undefined, functions and symbols',
    { a: undefined, b: () => 1, c: Symbol('c'), d: [undefined, () => 1, Symbol('e')], f: 1 },
  ],
  ['things of a class', { point: new Point(), map: new Map([[1, 2]]), bytes: new Uint8Array([1]), buffer: Buffer.from('a') }],
  ['boxed values', [new Number(1), new String('a'), new Boolean(false)]],
  [
    'what toJSON answers, which is not asked again',
    { a: { toJSON: (key: string) => ({ key, inside: { toJSON: () => 1 }, toJSON: () => 2 }) } },
  ],
  ['things without a prototype', Object.assign(Object.create(null), { a: day })],
  ['a member named __proto__', JSON.parse('{"__proto__":{"a":1}}', (key, value) => (key === 'a' ? day : value))],
];

describe('toJsonForm', () => {
  for (const [what, value] of written) {
    it(`has ${what} as JSON has them`, () => {
      const form = toJsonForm(value);
      expect(JSON.stringify(form)).to.equal(JSON.stringify(value));
      expect(form).to.deep.equal(JSON.parse(JSON.stringify(value)));
    });
  }

  it('returns the same object where nothing changes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJsonForm(value)).to.equal(value);
      }),
    );
  });

  it('does not change its argument', () => {
    const value = { day, gone: undefined, list: [day] };
    toJsonForm(value);
    expect(value).to.deep.equal({ day, gone: undefined, list: [day] });
  });

  it('keeps numbers that JSON cannot write', () => {
    expect(toJsonForm({ a: [Number.NaN, Number.POSITIVE_INFINITY] })).to.deep.equal({ a: [Number.NaN, Number.POSITIVE_INFINITY] });
  });
});
