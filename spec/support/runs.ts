/** Which part of the random cases is tried: a fifth, so that all specs take little time, unless `RANDOM_CASES` says otherwise (1 is all). */
const PART = Number(process.env['RANDOM_CASES'] ?? 0.2);

/** How many of so many random cases are tried, one at least. */
export const runs = (all: number): number => Math.max(1, Math.ceil(all * PART));
