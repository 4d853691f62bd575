import { expect } from 'chai';
import { TRIALS } from './trials';

const URI = 'MONGODB_URI';

const embedded = async <T>(work: () => Promise<T>): Promise<T> => {
  const uri = process.env[URI];
  delete process.env[URI];
  try {
    return await work();
  } finally {
    if (uri !== undefined) process.env[URI] = uri;
  }
};

describe('A trial, in its short form:', function () {
  this.timeout(300_000);
  for (const [name, { about, rounds, only, run }] of Object.entries(TRIALS)) {
    const { short } = rounds;
    if (short === undefined) continue;
    it(`${name}: ${about}`, async () => {
      const begin = () => run({ rounds: short, seed: 1, timed: false, note: () => undefined });
      const { failures } = await (only === 'embedded' ? embedded(begin) : begin());
      expect(failures.join('\n')).to.equal('');
    });
  }
});
