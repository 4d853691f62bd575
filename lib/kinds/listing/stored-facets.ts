import type { ValueGroup } from '../../columns/answers';
import { type FacetCount, type FacetGroups, MOST_VALUES, type StoredFacet } from '../facet';
import type { PostRecord } from '../post-record';
import type { Openness } from '../posts/visibility';

type Value = FacetCount['value'];

/** The name in groups of what is stored at the path at a place. */
const nameAt = (place: number): string => `v${place}`;

/** Whether a password hides what a facet counts by. */
const isHiding = ({ unknown, closed }: StoredFacet): boolean => unknown !== undefined || closed === true;

/** What records are grouped by to count them by all of these facets: what they store, and what says whether that is hidden from the reader. */
export const storedPaths = (facets: readonly StoredFacet[], { paths }: Openness): readonly string[] => [
  ...new Set([...facets.map(({ field }) => field), ...(facets.some(isHiding) ? paths : [])]),
];

/** How the database groups records by paths. */
export const groupByPaths = (paths: readonly string[]): object => ({
  _id: Object.fromEntries(paths.map((path, place) => [nameAt(place), `$${path}`])),
  count: { $sum: 1 },
});

/** The groups that come of that. */
export const valueGroups = (paths: readonly string[], groups: FacetGroups): readonly ValueGroup[] =>
  groups.map(({ _id, count }) => ({
    values: Object.fromEntries(paths.map((path, place) => [path, (_id as Readonly<Record<string, unknown>>)[nameAt(place)]])),
    count,
  }));

/** For each facet how many records of such groups there are of each value. */
export const storedValues = (
  facets: readonly StoredFacet[],
  groups: readonly ValueGroup[],
  openness: Openness,
): readonly (readonly FacetCount[])[] => facets.map((facet) => valuesIn(facet, groups, openness));

const valuesIn = (facet: StoredFacet, groups: readonly ValueGroup[], { isOpen }: Openness): readonly FacetCount[] => {
  const counts = new Map<Value, number>();
  for (const { values, count } of groups) {
    const value = isHiding(facet) && !isOpen(values as Partial<PostRecord>) ? facet.unknown : facet.value(values[facet.field]);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_VALUES)
    .sort((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
};
