import { expect } from 'chai';
import { ALONE_BOUNDS, createSeedingBatches } from '../../../lib/program/seed/seed';

describe('createSeedingBatches', () => {
  it('grow while they are quick, up to a thousand', () => {
    const batches = createSeedingBatches();
    const sizes = Array.from({ length: 5 }, () => {
      const most = batches.most();
      batches.stored(most, 300);
      return most;
    });
    expect(sizes).to.deep.equal([250, 500, 1000, 1000, 1000]);
  });

  it('grow further where no client waits', () => {
    const batches = createSeedingBatches(ALONE_BOUNDS);
    const sizes = [300, 600, 1200, 1999, 2000, 4001, 1000].map((milliseconds) => {
      const most = batches.most();
      batches.stored(most, milliseconds);
      return most;
    });
    expect(sizes).to.deep.equal([250, 500, 1000, 2000, 4000, 4000, 2000]);
  });

  it('keep their size when they take a second or two, or were not full', () => {
    const batches = createSeedingBatches();
    batches.stored(250, 1000);
    batches.stored(250, 2000);
    batches.stored(249, 3);
    expect(batches.most()).to.equal(250);
  });

  it('shrink when they take longer, to half after a transaction that took too long, to one at least', () => {
    const batches = createSeedingBatches();
    batches.stored(250, 2001);
    expect(batches.most()).to.equal(125);
    batches.tooSlow(99);
    expect(batches.most()).to.equal(50);
    batches.tooSlow(1000);
    expect(batches.most()).to.equal(50);
    for (let turn = 0; turn < 10; turn++) batches.stored(batches.most(), 5000);
    expect(batches.most()).to.equal(1);
    batches.stored(1, 5);
    expect(batches.most()).to.equal(2);
  });
});
