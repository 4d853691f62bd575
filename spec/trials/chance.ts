/**
 * Creates a pseudo-random generator of numbers from 0 (inclusive) to 1 (exclusive) with a seed.
 * It is the minimal standard generator of Park and Miller.
 */
export const createRandom = (seed: number): (() => number) => {
  // Similar seeds would give similar first numbers.
  let state = (seed * 7919) % 0x7f_ff_ff_ff || 1;
  return () => {
    state = (state * 48_271) % 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff;
  };
};

/** Random decisions that are reproducible by their seeds. */
export interface Chance {
  /** A random integer from 0 to `bound` - 1. */
  below(bound: number): number;
  /** True with a probability of `share` percent. */
  percent(share: number): boolean;
}

/** Creates random decisions from seeds, for example of a trial, a round and a client. */
export const createChance = (...seeds: readonly number[]): Chance => {
  const next = createRandom(seeds.reduce((mixed, one) => (Math.imul(mixed, 1_000_003) + one) & 0x7f_ff_ff_ff, 7));
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, percent: (share) => below(100) < share };
};
