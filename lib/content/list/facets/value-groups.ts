/** The number of records that store the same values at some paths. */
export interface ValueGroup {
  readonly values: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** A group of records as MongoDB answers it. */
export interface StoredGroup {
  readonly _id: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** The name of a path in `$group`. Names there may not have dots, paths may. */
const nameAt = (index: number): string => `v${index}`;

/** The `$group` stage that counts records by their values at some paths. */
export const groupByPaths = (paths: readonly string[]): object => ({
  _id: Object.fromEntries(paths.map((path, index) => [nameAt(index), `$${path}`])),
  count: { $sum: 1 },
});

/** Reads the groups that `groupByPaths` makes. */
export const valueGroups = (paths: readonly string[], groups: readonly StoredGroup[]): readonly ValueGroup[] =>
  groups.map(({ _id, count }) => ({ values: Object.fromEntries(paths.map((path, index) => [path, _id[nameAt(index)]])), count }));
