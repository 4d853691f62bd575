const FIRST_BATCH = 250;

export interface BatchBounds {
  /** The maximum number of fixtures. */
  readonly largest: number;
  /** The maximum number of characters as JSON. A single fixture may have more. */
  readonly characters: number;
  /** The next batch may be twice as large if one took less than this, in ms. */
  readonly quick: number;
  /** The next batch is half as large if one took more than this, in ms. */
  readonly slow: number;
}

/** The bounds while others write too. Requests that change the same counts wait for a batch. */
export const SHARED_BOUNDS: BatchBounds = { largest: 1000, characters: 1_048_576, quick: 1000, slow: 2000 };
/** The bounds while nothing is served yet. Large batches update the counts of named records less often. */
export const ALONE_BOUNDS: BatchBounds = { largest: 4000, characters: 4 * 1_048_576, quick: 2000, slow: 4000 };

/** The number of fixtures of one type that a transaction stores. It adapts to the speed of the database. */
export interface SeedingBatches {
  readonly bounds: BatchBounds;
  most(): number;
  /** Notes the time that a batch took, in ms. */
  stored(count: number, milliseconds: number): void;
  /** Notes that a batch took longer than a transaction may. */
  tooSlow(count: number): void;
}

/** Makes batches that grow while the database stores them quickly. */
export function createSeedingBatches(bounds: BatchBounds = SHARED_BOUNDS): SeedingBatches {
  const { largest, quick, slow } = bounds;
  let most = FIRST_BATCH;
  return {
    bounds,
    most: () => most,
    stored(count, milliseconds) {
      if (milliseconds > slow) most = Math.ceil(most / 2);
      else if (count >= most && milliseconds < quick) most = Math.min(2 * most, largest);
    },
    tooSlow(count) {
      most = Math.min(most, Math.ceil(count / 2));
    },
  };
}
