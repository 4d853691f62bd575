import { type FacetCount, type FacetGroups, MOST_VALUES, type StoredFacet } from '../facet';
import type { PostRecord } from '../post-record';
import type { Openness } from '../posts/visibility';

type Value = FacetCount['value'];
type Stored = Readonly<Record<string, unknown>>;

/** The name in groups of what the facet at a place counts by. */
const nameAt = (place: number): string => `v${place}`;

/** What records are grouped by to count them by all of these facets: what they store, and what says whether that is hidden from the reader. */
export const storedGroup = (facets: readonly StoredFacet[], { paths }: Openness): object => ({
  _id: {
    ...Object.fromEntries(facets.map(({ field }, place) => [nameAt(place), `$${field}`])),
    ...(facets.some(isHiding) && Object.fromEntries(paths.map((path) => [path, `$${path}`]))),
  },
  count: { $sum: 1 },
});

/** Whether a password hides what a facet counts by. */
const isHiding = ({ unknown, closed }: StoredFacet): boolean => unknown !== undefined || closed === true;

/** For each facet how many records of such groups there are of each value. */
export const storedValues = (facets: readonly StoredFacet[], groups: FacetGroups, openness: Openness): readonly (readonly FacetCount[])[] =>
  facets.map((facet, place) => valuesAt(place, facet, groups, openness));

const valuesAt = (place: number, facet: StoredFacet, groups: FacetGroups, { isOpen }: Openness): readonly FacetCount[] => {
  const counts = new Map<Value, number>();
  for (const { _id, count } of groups) {
    const stored = _id as Stored;
    const value = isHiding(facet) && !isOpen(stored as Partial<PostRecord>) ? facet.unknown : facet.value(stored[nameAt(place)]);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_VALUES)
    .sort((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
};
