/** How many fixtures are stored together at first, and at most. */
const FIRST = 250;
const LARGEST = 2000;
/** What takes less may be more, and what takes longer is to be less, in ms: whoever creates what is counted with it waits meanwhile. */
const QUICK_MILLISECONDS = 1000;
const SLOW_MILLISECONDS = 2000;

/** How many fixtures the transactions of one seeding store: what many of them name is then counted once for all. */
export interface SeedingBatches {
  most(): number;
  /** Notes how long some took that were stored together, in ms. */
  stored(count: number, milliseconds: number): void;
  /** Notes that so many took longer than a transaction may. */
  tooMany(count: number): void;
}

/** Makes batches that become as large as the database lets them: twice as large after one that was quick, half as large after one that was not. */
export function createSeedingBatches(): SeedingBatches {
  let most = FIRST;
  return {
    most: () => most,
    stored(count, milliseconds) {
      if (milliseconds > SLOW_MILLISECONDS) most = Math.ceil(most / 2);
      else if (count >= most && milliseconds < QUICK_MILLISECONDS) most = Math.min(2 * most, LARGEST);
    },
    tooMany(count) {
      most = Math.ceil(count / 2);
    },
  };
}
