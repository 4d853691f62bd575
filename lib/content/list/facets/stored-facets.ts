import { type FacetCount, MOST_VALUES, type PostRecord, type StoredFacet } from '../../types';
import type { Protection } from '../../visibility';
import type { ValueGroup } from './value-groups';

type Value = FacetCount['value'];

/** True if a password hides the value of a facet. */
const isHiding = ({ unknown, closed }: StoredFacet): boolean => unknown !== undefined || closed === true;

/** The stored fields that facets group records by: their own, and those that decide access to protected values. */
export const storedPaths = (facets: readonly StoredFacet[], { paths }: Protection): readonly string[] => [
  ...new Set([...facets.map(({ field }) => field), ...(facets.some(isHiding) ? paths : [])]),
];

/** Counts the records of each facet's values, from groups by `storedPaths`. */
export const storedValues = (
  facets: readonly StoredFacet[],
  groups: readonly ValueGroup[],
  protection: Protection,
): readonly (readonly FacetCount[])[] => facets.map((facet) => valuesIn(facet, groups, protection));

const valuesIn = (facet: StoredFacet, groups: readonly ValueGroup[], { isUnprotected }: Protection): readonly FacetCount[] => {
  const counts = new Map<Value, number>();
  for (const { values, count } of groups) {
    const value = isHiding(facet) && !isUnprotected(values as Partial<PostRecord>) ? facet.unknown : facet.value(values[facet.field]);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_VALUES)
    .sort((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
};
