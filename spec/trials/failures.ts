/** What did not hold, of several sorts. */
export interface Failures {
  /** Notes a sentence of a sort. */
  add(sort: string, sentence: string): void;
  /** How many there are of a sort. */
  count(sort: string): number;
  /** The first sentences of each sort, and how many more there are of it. */
  list(): readonly string[];
}

/** So many of a sort are told in full. */
const MOST = 20;

/** Makes an empty list of failures. */
export const createFailures = (): Failures => {
  const sorts = new Map<string, { readonly told: string[]; count: number }>();
  return {
    add(sort, sentence) {
      const kept = sorts.get(sort) ?? { told: [], count: 0 };
      sorts.set(sort, kept);
      kept.count += 1;
      if (kept.told.length < MOST) kept.told.push(`${sort}: ${sentence}`);
    },
    count: (sort) => sorts.get(sort)?.count ?? 0,
    list: () =>
      [...sorts].flatMap(([sort, { told, count }]) => (count > told.length ? [...told, `${sort}: ${count - told.length} more.`] : told)),
  };
};
