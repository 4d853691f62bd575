import type { Text } from '../../language';

/** What a list can be counted by: a stored value, or the records that a field names. */
export type Facet = StoredFacet | LinkedFacet;

interface CommonFacet {
  /** The arg by which the list is narrowed to one of its values: counted is what that would find, in the place of what was sent of it. */
  readonly arg?: string;
  /** Where it is stored. */
  readonly field: string;
  readonly description: Text;
}

/** A facet by a stored value. */
export interface StoredFacet extends CommonFacet {
  /** What is sent of a stored value; undefined: it is none. */
  value(stored: unknown): string | boolean | number | undefined;
  /** What holds of the records of which a password hides it; without this, and unless it is `closed`, it is hidden of none. */
  readonly unknown?: string | boolean | number;
  /** Whether a password hides it and nothing holds of the records where it does: these are not counted. */
  readonly closed?: true;
}

/** A facet by the records that a field names by ID. */
export interface LinkedFacet extends CommonFacet {
  /** The kind that is named. */
  readonly link: string;
  /** Whether of protected records of that kind nobody is to know that they are named. */
  readonly whole?: true;
}

/** How many records there are of a value, which is what the filter takes; `name` is that of a record. */
export interface FacetCount {
  readonly value: string | number | boolean;
  readonly name?: string;
  readonly count: number;
}

/** How many values a facet tells at most, those with the most records. */
export const MOST_VALUES = 500;

/** Whether a facet counts by linked records. */
export const isLinked = (facet: Facet): facet is LinkedFacet => 'link' in facet;
