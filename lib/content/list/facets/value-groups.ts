/** Records that store the same values at some paths. */
export interface ValueGroup {
  readonly values: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** A group of records as the database answers it. */
export interface StoredGroup {
  readonly _id: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** The name that a `$group` gives the value at a path: paths have dots, names may not. */
const nameAt = (place: number): string => `v${place}`;

/** The `$group` that counts records by what they store at some paths. */
export const groupByPaths = (paths: readonly string[]): object => ({
  _id: Object.fromEntries(paths.map((path, place) => [nameAt(place), `$${path}`])),
  count: { $sum: 1 },
});

/** Reads the groups that `groupByPaths` makes. */
export const valueGroups = (paths: readonly string[], groups: readonly StoredGroup[]): readonly ValueGroup[] =>
  groups.map(({ _id, count }) => ({ values: Object.fromEntries(paths.map((path, place) => [path, _id[nameAt(place)]])), count }));
