import type { Filter } from 'mongodb';
import type { IdTiers } from '../../database';
import type { ApiError } from '../../errors';
import type { Language, Text } from '../../language';
import type { Answers, Args, SelectedFields } from '../../registry';
import type { TitledAnswer } from './answers';
import type { PostRecord, Query, Requester, Sent } from './context';

/** The reader of an answer, and the form of the answer. `single` answers contain JSON-LD. */
export interface View extends Requester {
  /** The languages of a list in several languages, the content language first. */
  readonly languages?: readonly Language[];
  readonly single: boolean;
  /** The password that unlocks protected records. */
  readonly password?: string | undefined;
  /** Values that the filters of the list pass to the fields of its records. */
  readonly passed?: Readonly<Record<string, unknown>> | undefined;
  /** A cache of search clauses, which several lists of one answer share. */
  readonly searches?: Map<string, Promise<Clause>>;
  /** True if answers contain placeholders for the counts of terms. */
  readonly hasPlaceholders?: boolean;
  /** The members that `_fields` selects; undefined means all. Plugin functions run for these members only. */
  readonly selected?: SelectedFields | undefined;
  /** True on HTML pages and in feeds, which show short records. Their texts may be longer than those of JSON answers. */
  readonly shortened?: true;
  /** True if the records are embedded in another record's answer. They then embed no other records. */
  readonly embedded?: true;
}

/** The part of a query that one filter adds. */
export interface Clause {
  /**
   * The MongoDB condition; a function if it depends on the reader. `unprotected` matches records whose protected parts the reader may read.
   */
  readonly condition: object | ((unprotected: Filter<PostRecord>) => object);
  /**
   * The effect of a password, if it hides fields that the condition reads. Records whose fields the reader may not read then all `match`,
   * or the list will `exclude` them.
   */
  readonly ifProtected?: 'match' | 'exclude';
  /** Disjoint alternatives of the condition. Each record meets exactly one, so that each can be counted separately. */
  readonly branches?: readonly object[];
  /** The name of an index that begins with the condition. Null if so few records match that none is needed. */
  readonly index?: string | null | undefined;
  /** The name of an index for counting only, if `index` is missing. Reading a page through this index would be slower. */
  readonly countIndex?: string;
  /** The order that the filter offers. All of its tiers meet `condition`. */
  readonly tiers?: IdTiers | MatchTiers;
  /** Search words without a match that the search replaced by similar words. */
  readonly corrected?: readonly string[];
  /** True if the condition reads the texts of every record that the other filters match. */
  readonly readsTexts?: true;
}

/** An order by how well records match a search. Each of the `conditions` implies the next, and `sort` orders the records of a tier. */
export interface MatchTiers {
  readonly conditions: readonly ((unprotected: Filter<PostRecord>) => object)[];
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** The conditions of a list before any filter applies. `unprotected` matches the records whose protected parts the reader may read. */
export interface ScopePart {
  readonly records: readonly object[];
  readonly unprotected: Filter<PostRecord>;
}

/** The query params that page links repeat, before and after `status`. */
export interface Repeated {
  readonly first: Query;
  readonly last: Query;
}

/** A filter of a list: its args, its condition and its params in page links. Args that depend on each other form one filter. */
export interface ListFilter {
  readonly args: Args;
  /** Returns the clause of the filter. Undefined limits nothing. A filter without `where` only declares args. */
  where?(sent: Sent, view: View, shown: ScopePart): Clause | undefined | Promise<Clause | undefined>;
  /** Returns the params that page links repeat; by default all args as the client sent them. */
  inLinks?(sent: Sent, view: View): Query | Promise<Query>;
  /** True if page links have the params after the param `status`. */
  readonly last?: true;
  /**
   * The orders by tiers that the filter adds to the arg `sort`, by name. Each has a function that returns an error if the params do not
   * suffice.
   */
  readonly tiers?: Readonly<Record<string, (sent: Sent) => ApiError | undefined>>;
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

/** A request for a list: its params, its reader, and the statuses that it names. */
export interface ListRequest {
  /** The params of the request, without those of pages and formats. */
  readonly filters: Sent;
  readonly view: View;
  readonly status: readonly PostRecord['status'][] | undefined;
  /** Further MongoDB conditions that the records must meet. */
  readonly conditions?: readonly object[];
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
  /** The value that records count under if a password hides the real one. Without `unknown` and `hidesValue`, no value is hidden. */
  readonly unknown?: string | boolean | number;
  /** True if a password hides the value. Counting then omits protected records. */
  readonly hidesValue?: true;
}

/** A facet by the records that a field links to. */
export interface LinkedFacet extends CommonFacet {
  /** The plural of the linked content type. */
  readonly link: string;
}

/** The number of records with a value. `value` is valid in the filter, and `name` is the name of a linked record. */
export interface FacetCount {
  readonly value: string | number | boolean;
  readonly name?: string;
  readonly count: number;
}

/** The counts of some facets by name. */
export type FacetCounts = Readonly<Record<string, readonly FacetCount[]>>;

/** The most values that a facet returns: those with the most records. */
export const MOST_VALUES = 500;

/** True if a facet counts by linked records. */
export const isLinked = (facet: Facet): facet is LinkedFacet => 'link' in facet;
