import type { Filter, IndexDescription, Sort } from 'mongodb';
import type { Posts } from '../../database';
import type { ApiError, ContentType } from '../../errors';
import type { Served, Text } from '../../language';
import type { Answers, Args, CompiledArgs, DeclaredRefusal } from '../../registry';
import type { TitledAnswer } from './answers/page-answers';
import type { Clause, Query, Sent, View, WriteContext } from './context';
import type { Facet } from './facet';
import type { OwnFields, TypeDraft, TypeField } from './field';
import type { PostRecord } from './post-record';

/** The names of a content type that a plugin declares. */
export interface NamedType {
  /** The singular in error codes and addresses: `ticket`. */
  readonly kind: string;
  /** The plural, which names routes, lists and the collection: `tickets`. */
  readonly plural: string;
  /** Singular and plural for sentences, without article. */
  readonly name: Text;
  readonly names: Text;
  /** The singular with its indefinite article, for summaries of operations: `{ en: 'a ticket', fr: 'un billet' }`. */
  readonly one?: Text;
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

/** A declaration of a post-like type. Routes, storage, permissions and pages derive from it. */
export interface PostLikeDeclaration<R extends PostRecord = PostRecord> extends ContentType {
  readonly plural: string;
  /** The plural in sentences. */
  readonly names: Text;
  /** The singular with its article, “a category”. French needs the gender. */
  readonly one?: Text;
  /** The folder of the records' pages; by default the singular. */
  readonly segment?: string;
  readonly fields: OwnFields;
  /** The stored field that slugs and lists of names come from. */
  readonly titled: 'title' | 'name';
  /** True if a draft has no slug before publication, unless one is sent. */
  readonly lateSlugs?: true;
  /** True if answers leave out empty members. An empty image then means none. */
  readonly sparse?: true;
  /** Names of common args whose default is null in this type. */
  readonly nullable?: readonly string[];
  /** True if records can have a password. */
  readonly protectable?: true;
  /** The filters of the list, in the order in which links repeat them. */
  readonly filters: readonly ListFilter[];
  /** Returns the order of the list; by default the newest publication first. */
  sort?(sent: Sent): Sort;
  /** More indexes. The first one that a filter names serves the list. */
  readonly indexes?: readonly IndexDescription[];
  /** The index in list order, for lists without filters. */
  readonly order?: IndexDescription;
  /** The key that indexes of filtered fields add; by default that of `order`. */
  readonly listed?: IndexDescription['key'];
  /** Stored fields that `sort` accepts beside title and dates, by name. */
  readonly sorts?: Readonly<Record<string, string>>;
  /** The ranking of searches: `by` orders equal matches, and `compared` lists more fields of the index. By default titles order them. */
  readonly found?: { readonly by: string; readonly compared: readonly string[] };
  /** Facets by the names that `facets` accepts. */
  readonly facets?: Readonly<Record<string, Facet>> | undefined;
  /** Formats beside JSON, by the names that `format` accepts. */
  readonly formats?: Readonly<Record<string, ListFormat>>;
  /** Orders by the names that `orderby` accepts. Without any there is no `orderby`. */
  readonly orders?: Readonly<Record<string, Order>>;
  /** Returns the keys that queries use beside the folded text; by default that of the name. */
  keys?(record: Omit<R, 'keys'>): Readonly<Record<string, unknown>>;
  /** Computes stored values that depend on several fields. Throws `rest_invalid_param` if they contradict each other or the record. */
  settle?(sent: Sent, context: WriteContext<R>): Partial<R> | Promise<Partial<R>>;
  /** Checks the values of plugin fields before they are stored. Throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext<PostRecord>): void | Promise<void>;
  /** The description of a record in the document. */
  readonly description?: Text;
  /** The words “of this event” for a filter of term lists. It limits them to the terms of one record of this type. */
  readonly narrowsTerms?: Text;
}

/** A compiled post-like type. It is frozen, and knows all fields that plugins added. */
export interface PostLike<R extends PostRecord = PostRecord, S extends object = object>
  extends Omit<PostLikeDeclaration<R>, 'fields' | 'segment' | 'listed' | 'protectable'>,
    TypeDraft {
  readonly namespace: string;
  /** The languages of its lists. */
  readonly served: Served;
  /** The title of the record schema. */
  readonly title: string;
  readonly segment: string;
  readonly posts: Posts<R>;
  readonly protectable: boolean;
  /** Stored members of every new record beside its fields. */
  readonly initial: object;
  /** Codes with which writing can refuse because of links. */
  readonly refusals: { readonly creating: readonly DeclaredRefusal[]; readonly updating: readonly DeclaredRefusal[] };
  /** The own fields, then those of plugins. */
  readonly fields: readonly TypeField[];
  /** The fields that clients can send, by arg. */
  readonly accepted: ReadonlyMap<string, TypeField>;
  /** The fields that plugins added. */
  readonly added: readonly TypeField[];
  /** Stored fields that translations share, and those that a new translation copies, which include them. */
  readonly shared: readonly string[];
  readonly inherited: readonly string[];
  readonly args: { readonly create: Args; readonly update: Args; readonly list: Args };
  /** Validators of records that plugins or other records write. */
  readonly checks: { readonly create: CompiledArgs; readonly update: CompiledArgs };
  /** Schemas of records: `whole` on own routes, and `embedded` in other records' answers. */
  readonly answers: { readonly whole: TitledAnswer; readonly embedded: TitledAnswer };
  /** Returns the records as clients see them, with one look-up per linked type. */
  present(records: readonly R[], view: View): Promise<S[]>;
}
