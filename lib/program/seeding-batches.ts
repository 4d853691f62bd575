/** How many fixtures are stored together at first, and at most. */
const FIRST_BATCH = 250;
export const LARGEST_BATCH = 1000;
/** How many characters of fixtures are, as JSON, unless one alone has more: long texts take as long as many short ones. */
export const MOST_CHARACTERS = 1_048_576;
/** After a batch that took less than this, in ms, the next may be twice as large. */
const QUICK_MILLISECONDS = 1000;
/** After one that took more than this, in ms, the next is half as large: requests that change the same counts wait for it. */
const SLOW_MILLISECONDS = 2000;

/** How many fixtures of one kind a transaction stores: what many of them name is then counted once for all. */
export interface SeedingBatches {
  most(): number;
  /** Notes how long some took that were stored together, in ms. */
  stored(count: number, milliseconds: number): void;
  /** Notes that so many took longer than a transaction may. */
  tooMany(count: number): void;
}

/** Makes batches that become as large as the database lets them. */
export function createSeedingBatches(): SeedingBatches {
  let most = FIRST_BATCH;
  return {
    most: () => most,
    stored(count, milliseconds) {
      if (milliseconds > SLOW_MILLISECONDS) most = Math.ceil(most / 2);
      else if (count >= most && milliseconds < QUICK_MILLISECONDS) most = Math.min(2 * most, LARGEST_BATCH);
    },
    tooMany(count) {
      most = Math.min(most, Math.ceil(count / 2));
    },
  };
}
