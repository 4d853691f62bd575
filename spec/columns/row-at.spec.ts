import { expect } from 'chai';
import fc from 'fast-check';
import { addRow, emptyMask } from '../../lib/columns/mask';
import { rowAt } from '../../lib/columns/row-at';
import { runs } from '../support/runs';

/** Numbers of many rows: all alike, a few different ones, many, those that grow ever faster, or of milliseconds beside years. */
const numbering = fc.constantFrom<(row: number, chance: number) => number>(
  () => 7,
  (row) => row % 3,
  (_, chance) => chance % 1000,
  (_, chance) => chance,
  (_, chance) => -chance,
  (row) => 2 ** (row % 300),
  (row, chance) => chance + (row % 7) / 1000,
);

describe('columns: the row at a place', () => {
  it('is the one that is there where all are put in order, of any mask and numbers', () => {
    fc.assert(
      fc.property(
        fc.record({
          rows: fc.integer({ min: 0, max: 6000 }),
          every: fc.constantFrom(1, 2, 7),
          seed: fc.nat(),
          numberings: fc.array(numbering, { maxLength: 3 }),
          places: fc.array(fc.nat(6010), { minLength: 1, maxLength: 8 }),
        }),
        ({ rows, every, seed, numberings, places }) => {
          const chanceOf = (row: number): number => Math.imul(row + seed, 2_654_435_761) >>> 0;
          // The last tells any two apart, as IDs do.
          const numbers = [...numberings.map((one) => (row: number) => one(row, chanceOf(row))), (row: number) => (row * 7919) % 7993];
          const compare = (one: number, other: number): number =>
            numbers.map((numberOf) => numberOf(one) - numberOf(other)).find((difference) => difference !== 0) ?? 0;
          const mask = emptyMask(rows);
          const all = Array.from({ length: rows }, (_, row) => row).filter((row) => chanceOf(row) % every === 0);
          for (const row of all) addRow(mask, row);
          all.sort(compare);
          for (const place of [0, all.length - 1, all.length, ...places].filter((one) => one >= 0))
            expect(rowAt(mask, place, { numbers, compare }), String(place)).to.equal(all[place]);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
