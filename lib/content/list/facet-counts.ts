import { byIndex, fieldAt, inBatches, linkedIds, type Store } from '../../database';
import type { Filter as CompiledFilter } from '../../query';
import { type FacetCount, type LinkedFacet, MOST_VALUES, type PostRecord, type StoredFacet } from '../types';
import type { Listing } from './listing';

/** A list of records, and its facets. `unprotected` tests for records whose protected parts the reader may read. */
interface Reading<R extends PostRecord> {
  readonly list: Listing<R>;
  readonly stored: readonly StoredFacet[];
  readonly linked: readonly LinkedFacet[];
  readonly unprotected: CompiledFilter;
}

/** The linked IDs of many records in one flat list, as thousands of lists would take longer. `ends` has the end index of each record's IDs. */
export interface LinkLists {
  readonly facet: LinkedFacet;
  readonly ids: number[];
  readonly ends: number[];
}

/** The numbers of records by the value of a stored facet. */
interface ValueCounts {
  readonly facet: StoredFacet;
  readonly counts: Map<FacetCount['value'], number>;
}

interface Counted {
  readonly values: readonly ValueCounts[];
  readonly links: readonly LinkLists[];
}

const emptyCounts = (facet: StoredFacet): ValueCounts => ({ facet, counts: new Map() });

/** True if password protection of a record hides the values of a facet. */
const isHiding = ({ unknown, hidesValue }: StoredFacet): boolean => unknown !== undefined || hidesValue === true;

const addRecords = ({ facet, counts }: ValueCounts, stored: unknown, isProtected: boolean, count: number): void => {
  const value = isProtected && isHiding(facet) ? facet.unknown : facet.value(stored);
  if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
};

/** Counts the records of a list by stored values, and collects their links. Reads all records, since no index can count links. */
export async function readRecords<R extends PostRecord>(
  { collection }: Pick<Store<R>, 'collection'>,
  { list: { filter, parts = [filter], countHint }, stored, linked, unprotected }: Reading<R>,
): Promise<Counted> {
  const read = [...[...linked, ...stored].map(({ field }) => field), ...unprotected.paths.map(([field = '']) => field)];
  const projection = { _id: 0, ...Object.fromEntries(read.map((path) => [path, 1])) };
  const values = stored.map(emptyCounts);
  const links = linked.map((facet): LinkLists => ({ facet, ids: [], ends: [] }));
  const add = (record: R) => {
    const isProtected = !unprotected.matches(record);
    for (const one of values) addRecords(one, fieldAt(record, one.facet.field), isProtected, 1);
    if (isProtected) return;
    for (const { facet, ids, ends } of links) {
      for (const id of linkedIds(record, facet.field)) if (id > 0) ids.push(id);
      ends.push(ids.length);
    }
  };
  const options = { ...byIndex(countHint), projection };
  for (const part of parts) for await (const batch of inBatches(collection(), part, options)) batch.forEach(add);
  return { values, links };
}

/** Counts the records of a list by their stored values in the database, which reads them from an index. */
export async function groupRecords<R extends PostRecord>(
  { collection }: Pick<Store<R>, 'collection'>,
  { list: { filter, countHint }, stored, unprotected }: Reading<R>,
): Promise<Counted> {
  const deciding = stored.some(isHiding) ? unprotected.paths.map(([field = '']) => field) : [];
  const paths = [...new Set([...stored.map(({ field }) => field), ...deciding])];
  // Names in `$group` may not have dots, paths may.
  const nameOf = (path: string) => `v${paths.indexOf(path)}`;
  const _id = Object.fromEntries(paths.map((path) => [nameOf(path), `$${path}`]));
  const stages = [{ $match: filter }, { $group: { _id, count: { $sum: 1 } } }];
  const groups = collection().aggregate<{ readonly _id: Readonly<Record<string, unknown>>; readonly count: number }>(
    stages,
    byIndex(countHint),
  );
  const values = stored.map(emptyCounts);
  for (const { _id: group, count } of await groups.toArray()) {
    const isProtected = !unprotected.matches(Object.fromEntries(deciding.map((path) => [path, group[nameOf(path)]])));
    for (const one of values) addRecords(one, group[nameOf(one.facet.field)], isProtected, count);
  }
  return { values, links: [] };
}

/** Returns the most frequent values of a facet, in the order of the values. */
export const frequentValues = ({ counts }: ValueCounts): readonly FacetCount[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_VALUES)
    .sort((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
