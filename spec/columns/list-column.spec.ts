import { expect } from 'chai';
import fc from 'fast-check';
import { createColumn } from '../../lib/columns/create-column';
import { addRow, emptyMask, rowsIn } from '../../lib/columns/mask';
import { runs } from '../support/runs';

const ROWS = 12;
const lists = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(null, []) },
  { weight: 9, arbitrary: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 80 }) },
);
const settings = fc.array(fc.tuple(fc.nat({ max: ROWS - 1 }), lists), { minLength: 150, maxLength: 250, size: 'max' });

describe('columns: lists of IDs', () => {
  it('are those that were set last, however often they become longer and shorter, in a room that does not grow with that', () => {
    fc.assert(
      fc.property(settings, (all) => {
        const column = createColumn('venues', 1);
        const held: unknown[] = Array(ROWS).fill(null);
        for (const row of held.keys()) column.set(row, null);
        for (const [row, value] of all) {
          expect(column.set(row, value)).to.equal(true);
          held[row] = value;
          for (const [other, wanted] of held.entries()) expect(column.valueAt(other)).to.deep.equal(wanted);
        }
        for (const id of [1, 25, 50, 99]) {
          const mask = emptyMask(ROWS);
          for (let row = 0; row < ROWS; row += 1) addRow(mask, row);
          column.narrow(id)?.(mask);
          expect([...rowsIn(mask)]).to.deep.equal([...held.keys()].filter((row) => [held[row]].flat().includes(id)));
        }
        expect(column.bytes()).to.be.lessThan(40_000);
      }),
      { numRuns: runs(200) },
    );
  });
});
