import fc from 'fast-check';

/** The part of the random cases that runs, one tenth by default. `RANDOM_CASES=1` runs all. */
const PART = Number(process.env['RANDOM_CASES'] ?? 0.1);

/** A fixed seed keeps results reproducible. `RANDOM_SEED` changes it. */
const SEED = Number(process.env['RANDOM_SEED'] ?? 1);

/** Scales a number of random cases, with a minimum of one. */
export const runs = (all: number): number => Math.max(1, Math.ceil(all * PART));

/** Selects one case in `every`, or all cases with `RANDOM_CASES=1`. */
export const isTried = (place: number, every: number): boolean => PART >= 1 || place % every === 0;

/** Scales a number of random cases. Comparisons with MongoDB run all of them. */
export const comparedRuns = (all: number): number => (process.env['MONGODB_URI'] ? all : runs(all));

/** Sets the seed of fast-check in a process that runs specs. */
export const beginChance = (): void => {
  fc.configureGlobal({ seed: SEED });
};
