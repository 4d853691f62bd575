/** Numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed: the minimal standard generator of Park and Miller. */
export const chanceOf = (seed: number): (() => number) => {
  // Seeds that lie near one another have first numbers that do, too.
  let state = (seed * 7919) % 0x7f_ff_ff_ff || 1;
  return () => {
    state = (state * 48_271) % 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff;
  };
};

/** Decides by chance, and the same with the same seeds. */
export interface Chance {
  /** A whole number from 0 to one below `bound`. */
  below(bound: number): number;
  /** Of so many times in a hundred it is true. */
  percent(share: number): boolean;
}

/** Makes the chance of these seeds, e.g. that of a trial, its round and a client. */
export const createChance = (...seeds: readonly number[]): Chance => {
  const next = chanceOf(seeds.reduce((mixed, one) => (Math.imul(mixed, 1_000_003) + one) & 0x7f_ff_ff_ff, 7));
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, percent: (share) => below(100) < share };
};
