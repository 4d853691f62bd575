import { expect } from 'chai';
import fc from 'fast-check';
import { Busy, createLocks } from '../../../lib/database/driver/locks';

const LONG = 60_000;

describe('createLocks', () => {
  const soon = () => Date.now() + LONG;
  const turns = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('gives a key to one holder at a time, in order of arrival', async () => {
    const createHold = createLocks();
    const holds = Array.from({ length: 4 }, createHold);
    const order: number[] = [];
    holds[0]?.take(['hot']);
    const waiting = holds.slice(1).map(async (hold, place) => {
      expect(() => hold.take(['hot'])).to.throw(Busy);
      expect(await hold.wait(soon())).to.equal(true);
      order.push(place);
      hold.take(['hot']);
      await turns();
      hold.release();
    });
    await turns();
    expect(order).to.deep.equal([]);
    holds[0]?.release();
    await Promise.all(waiting);
    expect(order).to.deep.equal([0, 1, 2]);
    createHold().take(['hot']);
  });

  it('stops waiting at the deadline, and leaves the queue', async () => {
    const createHold = createLocks();
    const [first, second, third] = [createHold(), createHold(), createHold()];
    first.take(['hot']);
    expect(() => second.take(['hot'])).to.throw(Busy);
    expect(await second.wait(Date.now())).to.equal(false);
    second.release();
    first.release();
    third.take(['hot']);
    expect(() => first.take(['hot'])).to.throw(Busy);
  });

  it('never deadlocks, for random keys in random order', async () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(keys, { minLength: 2, maxLength: 8 }), async (wants) => {
        const createHold = createLocks();
        const holding = new Set<string>();
        const work = async (wanted: readonly string[]) => {
          const hold = createHold();
          for (;;) {
            try {
              for (const key of wanted) {
                hold.take([key]);
                await turns();
              }
              break;
            } catch (error) {
              expect(error).to.be.instanceOf(Busy);
              expect(await hold.wait(soon())).to.equal(true);
            }
          }
          for (const key of wanted) {
            expect(holding.has(key)).to.equal(false);
            holding.add(key);
          }
          await turns();
          for (const key of wanted) holding.delete(key);
          hold.release();
        };
        await Promise.all(wants.map(work));
      }),
      { numRuns: 30 },
    );
  });
});
