import type { Text } from '../../language';

/** A property that lists can be counted by: a stored value, or linked records. */
export type Facet = StoredFacet | LinkedFacet;

interface CommonFacet {
  /** The arg that filters by one value of the facet. The facet is counted as if this arg were not sent. */
  readonly arg?: string;
  /** The stored field. */
  readonly field: string;
  readonly description: Text;
}

/** A facet by a stored value. */
export interface StoredFacet extends CommonFacet {
  /** Turns a stored value into one that clients send; undefined means none. */
  value(stored: unknown): string | boolean | number | undefined;
  /** The value that counts for records whose password hides the real one. Without it, and without `closed`, nothing is hidden. */
  readonly unknown?: string | boolean | number;
  /** True if a password hides the value. Such records are not counted. */
  readonly closed?: true;
}

/** A facet by the records that a field links to. */
export interface LinkedFacet extends CommonFacet {
  /** The plural of the linked content type. */
  readonly link: string;
  /** True if links to protected records are hidden from those who may not read them. */
  readonly whole?: true;
}

/** The number of records with a value. `value` is what the filter accepts, and `name` the name of a linked record. */
export interface FacetCount {
  readonly value: string | number | boolean;
  readonly name?: string;
  readonly count: number;
}

/** The most values that a facet reports: those with the most records. */
export const MOST_VALUES = 500;

/** True if a facet counts by linked records. */
export const isLinked = (facet: Facet): facet is LinkedFacet => 'link' in facet;
