import { byIndex, type Posts } from '../../../database';
import { compileFilter, type Filter } from '../../../query';
import { type FacetCount, MOST_VALUES, type PostRecord, type StoredFacet } from '../../types';
import type { ListVisibility } from '../../visibility';
import type { Listing } from '../listing';

interface ValueGroup {
  readonly values: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** True if password protection of a record hides the values of a facet. */
const isHiding = ({ unknown, closed }: StoredFacet): boolean => unknown !== undefined || closed === true;

/**
 * Counts the records of a list for each stored value of the facets. `unprotected` is the clause for records whose values the reader may
 * see.
 */
export async function storedCounts<R extends PostRecord>(
  { collection }: Pick<Posts<R>, 'collection'>,
  facets: readonly StoredFacet[],
  { filter, countHint }: Listing<R>,
  unprotected: ListVisibility['unprotected'],
): Promise<readonly (readonly FacetCount[])[]> {
  const { matches, paths: read } = compileFilter(unprotected);
  const fields = read.map(([field = '']) => field);
  const paths = [...new Set([...facets.map(({ field }) => field), ...(facets.some(isHiding) ? fields : [])])];
  // Names in `$group` may not have dots, paths may.
  const _id = Object.fromEntries(paths.map((path, index) => [`v${index}`, `$${path}`]));
  const stages = [{ $match: filter }, { $group: { _id, count: { $sum: 1 } } }];
  const found = await collection()
    .aggregate<{ readonly _id: Readonly<Record<string, unknown>>; readonly count: number }>(stages, byIndex(countHint))
    .toArray();
  const groups = found.map(
    ({ _id, count }): ValueGroup => ({ values: Object.fromEntries(paths.map((path, index) => [path, _id[`v${index}`]])), count }),
  );
  return facets.map((facet) => valuesIn(facet, groups, matches));
}

const valuesIn = (facet: StoredFacet, groups: readonly ValueGroup[], isUnprotected: Filter['matches']): readonly FacetCount[] => {
  const counts = new Map<FacetCount['value'], number>();
  for (const { values, count } of groups) {
    const value = isHiding(facet) && !isUnprotected(values) ? facet.unknown : facet.value(values[facet.field]);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_VALUES)
    .sort((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
};
