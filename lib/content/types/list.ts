import type { Filter } from 'mongodb';
import type { ApiError } from '../../errors';
import type { Text } from '../../language';
import type { Answers, Args } from '../../registry';
import type { TitledAnswer } from './answers';
import type { PostRecord, Query, Sent, View } from './context';

/** The part of a query that one filter adds. */
export interface Clause {
  /** The MongoDB condition. If a password can hide what it compares, it is a function; `open` then matches unprotected records. */
  readonly condition: object | ((open: Filter<PostRecord>) => object);
  /** True if the condition compares parts that a password hides. */
  readonly byHidden?: boolean;
  /** Branches of the condition. Each record meets exactly one, so that they can be counted apart. */
  readonly branches?: readonly object[];
  /** The name of an index that begins with the condition. Null if so few records match that none is needed. */
  readonly index?: string | null | undefined;
  /** The name of an index for counting only, if `index` has none. Reading a page in list order by it would take longer. */
  readonly countIndex?: string;
  /** The order that the filter offers. All of its tiers meet `condition`. */
  readonly ranks?: Ranks | DistanceOrder;
  /** Words without a match that were replaced by similar ones. */
  readonly corrected?: readonly string[];
  /** True if the condition reads the texts of every record that the other filters match. */
  readonly readsTexts?: true;
}

/** An order by tiers of IDs. `field` holds one or several IDs, and the first matching tier decides. */
export interface Ranks {
  readonly field: string;
  readonly tiers: readonly (readonly number[])[];
}

/**
 * An order by how well records match. Each condition of `nearest` implies the next, and `sort` orders equal matches. Lists use it unless
 * another order is asked for.
 */
export interface DistanceOrder {
  readonly nearest: readonly ((open: Filter<PostRecord>) => object)[];
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

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
