import { expect } from 'chai';
import fc from 'fast-check';
import { ApiError } from '../../../lib/errors/refusal';
import { isMultipleOf } from '../../../lib/registry/args/coerce';
import { compileSchema } from '../../../lib/registry/args/schema-validator';

describe('multipleOf', () => {
  const scenarios: readonly (readonly [value: number, step: number, is: boolean])[] = [
    [1, 0.01, true],
    [12.5, 0.01, true],
    [0.07, 0.01, true],
    [19.99, 0.01, true],
    [4.35, 0.05, true],
    [-12.5, 0.01, true],
    [0, 0.01, true],
    [1.005, 0.01, false],
    [0.015, 0.01, false],
    [1, 0.3, false],
    [0.9, 0.3, true],
    [9, 3, true],
    [10, 3, false],
    [1e21, 10, true],
    [1e-7, 1e-8, true],
    [1e-7, 1e-6, false],
    [1.5e300, 0.5, true],
    [5e-324, 1e-5, false],
    [Number.POSITIVE_INFINITY, 1, false],
  ];
  for (const [value, step, is] of scenarios) {
    it(`of ${step} ${is ? 'takes' : 'refuses'} ${value}`, () => {
      expect(isMultipleOf(value, step)).to.equal(is);
      for (const sent of [value, String(value)])
        expect(compileSchema({ type: 'number', multipleOf: step })(sent, 'price') instanceof ApiError, `${typeof sent}`).to.equal(!is);
    });
  }

  it('takes every amount of cents', () => {
    fc.assert(fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (cents) => isMultipleOf(cents / 100, 0.01)));
  });
});
