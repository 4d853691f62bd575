/** Collected failures, grouped by sort. */
export interface Failures {
  add(sort: string, sentence: string): void;
  count(sort: string): number;
  /** The first messages of each sort, and the number of the others. */
  list(): readonly string[];
}

const MAX_LISTED = 20;

export const createFailures = (): Failures => {
  const sorts = new Map<string, { readonly listed: string[]; count: number }>();
  return {
    add(sort, sentence) {
      const group = sorts.get(sort) ?? { listed: [], count: 0 };
      sorts.set(sort, group);
      group.count += 1;
      if (group.listed.length < MAX_LISTED) group.listed.push(`${sort}: ${sentence}`);
    },
    count: (sort) => sorts.get(sort)?.count ?? 0,
    list: () =>
      [...sorts].flatMap(([sort, { listed, count }]) =>
        count > listed.length ? [...listed, `${sort}: ${count - listed.length} more.`] : listed,
      ),
  };
};
