import { expect } from 'chai';
import { TRIALS } from './trials';

const where = process.env['MONGODB_URI'] ? 'mongodb' : 'embedded';

describe('A trial, in its short form:', function () {
  this.timeout(120_000);
  for (const [name, { about, rounds, only = where, run }] of Object.entries(TRIALS)) {
    const { short } = rounds;
    if (short === undefined || only !== where) continue;
    it(`${name}: ${about}`, async () => {
      const { failures } = await run({ rounds: short, seed: 1, timed: false, note: () => undefined });
      expect(failures).to.deep.equal([]);
    });
  }
});
