/** How many fixtures are stored together at first. */
const FIRST_BATCH = 250;

/** What a batch may be. */
export interface BatchBounds {
  /** How many fixtures are stored together at most. */
  readonly largest: number;
  /** How many characters these are, as JSON, unless one alone has more: long texts take as long as many short ones. */
  readonly characters: number;
  /** After a batch that took less than this, in ms, the next may be twice as large. */
  readonly quick: number;
  /** After one that took more than this, in ms, the next is half as large. */
  readonly slow: number;
}

/** Where others may write too: requests that change the same counts wait for a batch. */
export const BESIDE_OTHERS: BatchBounds = { largest: 1000, characters: 1_048_576, quick: 1000, slow: 2000 };
/** Where nothing is served yet: what many fixtures name is counted that much less often. */
export const ALONE: BatchBounds = { largest: 4000, characters: 4 * 1_048_576, quick: 2000, slow: 4000 };

/** How many fixtures of one kind a transaction stores: what many of them name is then counted once for all. */
export interface SeedingBatches {
  readonly bounds: BatchBounds;
  most(): number;
  /** Notes how long some took that were stored together, in ms. */
  stored(count: number, milliseconds: number): void;
  /** Notes that so many took longer than a transaction may. */
  tooMany(count: number): void;
}

/** Makes batches that become as large as the database lets them. */
export function createSeedingBatches(bounds: BatchBounds = BESIDE_OTHERS): SeedingBatches {
  const { largest, quick, slow } = bounds;
  let most = FIRST_BATCH;
  return {
    bounds,
    most: () => most,
    stored(count, milliseconds) {
      if (milliseconds > slow) most = Math.ceil(most / 2);
      else if (count >= most && milliseconds < quick) most = Math.min(2 * most, largest);
    },
    tooMany(count) {
      most = Math.min(most, Math.ceil(count / 2));
    },
  };
}
