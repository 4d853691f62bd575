import type { Filter } from 'mongodb';
import type { ApiError } from '../../errors';
import type { Text } from '../../language';
import type { Answers, Args } from '../../registry';
import type { TitledAnswer } from './answers';
import type { Clause, PostRecord, Query, Sent, View } from './context';

/** The records that a list shows before any filter applies. `open` matches records whose protected parts the reader may read. */
export interface Shown {
  readonly records: readonly object[];
  readonly open: Filter<PostRecord>;
}

/** The query params that page links repeat, before and after `status`. */
export interface Repeated {
  readonly first?: Query;
  readonly last?: Query;
}

/** A filter of a list: its args, its condition and its params in page links. Args that depend on each other form one filter. */
export interface ListFilter {
  readonly args: Args;
  /** Returns the clause of the filter; undefined if the client sent none of the args. */
  where(sent: Sent, view: View, shown: Shown): Clause | undefined | Promise<Clause | undefined>;
  links(sent: Sent, view: View): Repeated | Promise<Repeated>;
  /** Names of orders that the filter adds to `sort`, each with a check of the sent params. */
  readonly ranks?: Readonly<Record<string, (sent: Sent) => ApiError | undefined>>;
  /** Returns values that the filter passes to the fields of the found records. */
  passes?(sent: Sent): PassedValues | undefined;
}

/** JSON values that list filters pass to fields. */
export type PassedValues = Readonly<Record<string, unknown>>;

/** Another format of a list, which the arg `format` selects. */
export interface ListFormat {
  readonly type: string;
  readonly answers: Answers & Pick<TitledAnswer, 'title'>;
  /** The default of `per_page` in this format. */
  readonly most?: number;
  /** Writes a page from the shown records. `around` has the page's URLs and totals. */
  write(records: readonly Readonly<Record<string, unknown>>[], around: Readonly<Record<string, unknown>>): object;
}

/** An order of a list: the stored field, the index, and the default direction. */
export interface Order {
  readonly field: string;
  readonly hint: string;
  readonly down?: true;
}

/** A property by which lists count records: a stored value, or linked records. */
export type Facet = StoredFacet | LinkedFacet;

interface CommonFacet {
  /** The arg that filters by one value of the facet. Counting ignores this arg. */
  readonly arg?: string;
  /** The stored field that the facet counts by. */
  readonly field: string;
  readonly description: Text;
}

/** A facet by a stored value. */
export interface StoredFacet extends CommonFacet {
  /** Converts a stored value to one that clients send; undefined means no value. */
  value(stored: unknown): string | boolean | number | undefined;
  /** The value that records count under if a password hides the real one. Without `unknown` and `closed`, no value is hidden. */
  readonly unknown?: string | boolean | number;
  /** True if a password hides the value. Counting then omits protected records. */
  readonly closed?: true;
}

/** A facet by the records that a field links to. */
export interface LinkedFacet extends CommonFacet {
  /** The plural of the linked content type. */
  readonly link: string;
  /** True if the facet omits links to protected records that the reader may not read. */
  readonly whole?: true;
}

/** The number of records with a value. `value` is valid in the filter, and `name` is the name of a linked record. */
export interface FacetCount {
  readonly value: string | number | boolean;
  readonly name?: string;
  readonly count: number;
}

/** The most values that a facet returns: those with the most records. */
export const MOST_VALUES = 500;

/** True if a facet counts by linked records. */
export const isLinked = (facet: Facet): facet is LinkedFacet => 'link' in facet;
