import fc from 'fast-check';

/** Which part of the random cases is tried: a tenth, so that all specs take little time, unless `RANDOM_CASES` says otherwise (1 is all). */
const PART = Number(process.env['RANDOM_CASES'] ?? 0.1);

/** The same cases each time, so that what passes goes on passing; `RANDOM_SEED` is for others. */
const SEED = Number(process.env['RANDOM_SEED'] ?? 1);

/** How many of so many random cases are tried, one at least. */
export const runs = (all: number): number => Math.max(1, Math.ceil(all * PART));

/** True for the cases of a walk that are tried: one in `every`, all of them with `RANDOM_CASES=1`. */
export const isTried = (place: number, every: number): boolean => PART >= 1 || place % every === 0;

/** The same where the embedded database is compared with MongoDB, all of them unless that is not there. */
export const comparedRuns = (all: number): number => (process.env['MONGODB_URI'] ? all : runs(all));

/** Lets what is made up by chance be made up from the same seed, in each process that runs specs. */
export const beginChance = (): void => {
  fc.configureGlobal({ seed: SEED });
};
