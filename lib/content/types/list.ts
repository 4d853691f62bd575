import type { Filter } from 'mongodb';
import type { ApiError } from '../../errors';
import type { Text } from '../../language';
import type { Answers, Args } from '../../registry';
import type { TitledAnswer } from './answers';
import type { Clause, PostRecord, Query, Sent, View } from './context';

/** The records that a list shows its reader before any filter applies. `open` matches those whose protected parts he may read. */
export interface Shown {
  readonly records: readonly object[];
  readonly open: Filter<PostRecord>;
}

/** The parts of a query that links repeat, before and after the status. */
export interface Repeated {
  readonly first?: Query;
  readonly last?: Query;
}

/** A filter of a list: its args, its condition and the links that repeat it. Args that are decided together form one filter. */
export interface ListFilter {
  readonly args: Args;
  /** Returns the clause; undefined if none of its args was sent. */
  where(sent: Sent, view: View, shown: Shown): Clause | undefined | Promise<Clause | undefined>;
  links(sent: Sent, view: View): Repeated | Promise<Repeated>;
  /** Names of orders that it adds to `sort`, each with a check of what was sent. */
  readonly ranks?: Readonly<Record<string, (sent: Sent) => ApiError | undefined>>;
  /** Returns values for the fields that show the records found. */
  passes?(sent: Sent): PassedValues | undefined;
}

/** Values, as JSON, that filters pass to fields. */
export type PassedValues = Readonly<Record<string, unknown>>;

/** Another format of a list, which the arg `format` selects. */
export interface ListFormat {
  /** Its media type. */
  readonly type: string;
  readonly answers: Answers & Pick<TitledAnswer, 'title'>;
  /** The number of records of an answer in the place of the default of `per_page`. */
  readonly most?: number;
  /** Writes a page: the records as they are shown, and around them addresses and totals. */
  write(records: readonly Readonly<Record<string, unknown>>[], around: Readonly<Record<string, unknown>>): object;
}

/** An order of a list: the stored field, the index, and the default direction. */
export interface Order {
  readonly field: string;
  readonly hint: string;
  readonly down?: true;
}

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
