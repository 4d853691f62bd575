const FIRST_BATCH = 250;

export interface BatchBounds {
  readonly largest: number;
  /** The maximum number of characters of a batch as JSON. A single fixture may have more. */
  readonly characters: number;
  /** The duration of a batch in ms below which the next batch may have twice the size. */
  readonly quick: number;
  /** The duration of a batch in ms above which the next batch has half the size. */
  readonly slow: number;
}

/** The bounds while other processes write too. Batches are small, since requests that change the same counts wait for a batch. */
export const SHARED_BOUNDS: BatchBounds = { largest: 1000, characters: 1_048_576, quick: 1000, slow: 2000 };
/** The bounds while no server uses the database. Large batches update the counts of linked records less often. */
export const ALONE_BOUNDS: BatchBounds = { largest: 4000, characters: 4 * 1_048_576, quick: 2000, slow: 4000 };

/** The size of the batches of one content type. The size adapts to the speed of the database. */
export interface SeedingBatches {
  readonly bounds: BatchBounds;
  most(): number;
  /** Adapts the size to a batch of `count` fixtures that was stored in `milliseconds`. */
  stored(count: number, milliseconds: number): void;
  /** Adapts the size to a batch of `count` fixtures that exceeded the time limit of a transaction. */
  tooSlow(count: number): void;
}

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
