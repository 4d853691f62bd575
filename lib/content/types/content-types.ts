import type { IndexDescription, Sort } from 'mongodb';
import type { Capability } from '../../access';
import type { CountedQuery, PageQuery, Store, Term } from '../../database';
import type { Served, Text } from '../../language';
import type { Args, CompiledArgs, DeclaredRefusal } from '../../registry';
import type { TitledAnswer } from './answers';
import type { PostRecord, RecordCheck, Sent, TermContext, WriteContext } from './context';
import type { CompiledField, NullEffect, OwnFields } from './field';
import type { Facet, FacetCounts, ListFilter, ListFormat, ListRequest, Order, View } from './lists';

/** The names of a content type that a plugin declares. */
export interface NamedType {
  /** The singular of the type in error codes and URLs: `ticket`. */
  readonly kind: string;
  /** The plural of the type in routes, lists and the MongoDB collection: `tickets`. */
  readonly plural: string;
  /** The singular and plural of the type in sentences, without article. */
  readonly name: Text;
  readonly names: Text;
  /** The singular with its indefinite article, for summaries of operations: `{ en: 'a ticket', fr: 'un billet' }`. */
  readonly one?: Text;
  /** The URL path of the records' pages; by default the singular. May contain `/`; unique among types. */
  readonly segment?: string;
}

/** A declaration of a post-like type. Routes, storage, permissions and pages derive from it. */
export interface PostLikeDeclaration<R extends PostRecord = PostRecord> extends NamedType {
  readonly fields: OwnFields;
  /** The stored field that supplies the name of a record and its slug. */
  readonly titled: 'title' | 'name';
  /** True if a draft has no slug before publication, unless the client sends a slug. */
  readonly lateSlugs?: true;
  /** True if answers omit empty members. An empty image then means no image. */
  readonly sparse?: true;
  /** Names of common args whose default is null in this type. */
  readonly nullable?: readonly string[];
  /** True if records can have a password. */
  readonly protectable?: true;
  /** The MongoDB condition for records that lists show, such as `{ hidden: false }`; by default all. */
  readonly inLists?: object;
  /** The filters of the list, in the order of their params in page links. */
  readonly filters: readonly ListFilter[];
  /** Returns the order of the list; by default the newest publication first. */
  sort?(sent: Sent): Sort;
  /** Additional MongoDB indexes. The first index that a filter names serves the list. */
  readonly indexes?: readonly IndexDescription[];
  /** The index for lists without filters, in default order. Its key is appended to the indexes of filtered fields. */
  readonly listIndex?: IndexDescription;
  /** Stored fields that `sort` accepts besides title and dates, by name. */
  readonly sortFields?: Readonly<Record<string, string>>;
  /** The ranking of searches: `by` sorts equal matches, and `compared` names more indexed fields. By default titles sort them. */
  readonly searchRanking?: { readonly by: string; readonly compared: readonly string[] };
  /** Facets by their names in the param `facets`. */
  readonly facets?: Readonly<Record<string, Facet>> | undefined;
  /** Formats besides JSON, by their names in the param `format`. */
  readonly formats?: Readonly<Record<string, ListFormat>>;
  /** Orders by their names in the param `orderby`. Without any, the param does not exist. */
  readonly orders?: Readonly<Record<string, Order>>;
  /** Returns the keys that queries use besides the folded search text; by default the key of the name. */
  keys?(record: Omit<R, 'keys'>): Readonly<Record<string, unknown>>;
  /** Returns stored values that depend on several fields. Throws `rest_invalid_param` if sent and stored values contradict each other. */
  settle?(sent: Sent, context: WriteContext<R>): Partial<R> | Promise<Partial<R>>;
  /** Checks the values of plugin fields before storage. Throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext): void | Promise<void>;
  /** The description of a record in the OpenAPI document. */
  readonly description?: Text;
  /** The words “of this event” in the description of a param that limits a term list to one record. */
  readonly limitsTerms?: Text;
}

/** The common members of compiled post-like and term-like types. */
interface CompiledType<F> {
  readonly namespace: string;
  /** The title of the record's OpenAPI schema. */
  readonly title: string;
  /** All fields: those of the type itself, then those of plugins. */
  readonly fields: readonly F[];
  readonly pluginFields: readonly F[];
  /** The effect of a null in an update, by the name of the arg. Other args refuse null. */
  readonly onNull: ReadonlyMap<string, NullEffect>;
  /** Stored paths that translations share (`shared`), and paths that a new translation copies, including the shared ones. */
  readonly shared: readonly string[];
  readonly inherited: readonly string[];
  readonly args: { readonly create: Args; readonly update: Args; readonly list: Args };
}

/** A compiled post-like type with all fields of plugins. The object is frozen. */
export interface PostLike<R extends PostRecord = PostRecord>
  extends Omit<PostLikeDeclaration<R>, 'fields' | 'segment' | 'protectable'>,
    CompiledType<CompiledField> {
  readonly protectable: boolean;
  /** The languages in which lists of the type are served. */
  readonly served: Served;
  readonly segment: string;
  readonly posts: Store<R>;
  /** Stored members of every new record besides its fields. */
  readonly initial: object;
  /** Error codes with which creations and updates can fail because of links. */
  readonly refusals: { readonly creating: readonly DeclaredRefusal[]; readonly updating: readonly DeclaredRefusal[] };
  /** The checks that plugins registered for records of the type. */
  readonly recordChecks: readonly RecordCheck[];
  /** Validators of records that plugins or other records write. */
  readonly validators: { readonly create: CompiledArgs; readonly update: CompiledArgs };
  /** The schema of records in the routes of the type. */
  readonly answers: TitledAnswer;
  /** Returns records as clients see them, with one query per linked type. */
  present(records: readonly R[], view: View): Promise<Record<string, unknown>[]>;
  /** Returns the total of a list. While an answer is tracked for the cache, the total is cached until the list changes. */
  total(query: CountedQuery<R> & Pick<PageQuery<R>, 'sort'> & { readonly isOpaque: boolean }): Promise<number>;
  /** Counts a list's records for each value of the named facets. One such task runs at a time. Throws `rest_overloaded` after 5 s of waiting. */
  countFacets(names: readonly string[], request: ListRequest): Promise<FacetCounts>;
}

/** A post-like type without the functions that count the records of its lists. */
export type ListedType<R extends PostRecord = PostRecord> = Omit<PostLike<R>, 'total' | 'countFacets'>;

/** The names of a taxonomy in answers. */
export interface Taxonomy {
  readonly namespace: string;
  readonly plural: string;
  /** The name of the taxonomy in WordPress: `tribe_events_cat`, `post_tag`. */
  readonly taxonomy: string;
  /** The URL path of the terms' pages. */
  readonly segment: string;
  readonly hierarchical: boolean;
}

/** A declaration of a term-like type. Routes, storage, permissions and pages derive from it. */
export interface TermDeclaration extends NamedType, Omit<Taxonomy, 'namespace'> {
  readonly segment: string;
  /** The capability to create, change and delete terms. */
  readonly capability: Capability;
  /** The description of the field `parent` of a hierarchy; by default a text with the name of the type. */
  readonly parentDescription?: Text;
  /** Checks the values of plugin fields before storage. Throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: TermContext): void | Promise<void>;
}

/** A compiled term-like type with all fields of plugins. The object is frozen. */
export interface TermLike extends TermDeclaration, CompiledType<CompiledField<Term, TermContext>> {
  readonly filters: readonly ListFilter[];
  /** The MongoDB indexes of the fields. The first index that a filter names serves the list. */
  readonly indexes: readonly IndexDescription[];
  /** Validators: `update` for updates, and `pluginFields` for the plugins' fields of a new term. */
  readonly validators: { readonly pluginFields: CompiledArgs; readonly update: CompiledArgs };
  /**
   * Returns terms as lists show them. `isSideBySide` is true in a list of several languages: each term then appears as in its own language.
   */
  present(terms: readonly Term[], view: View, options?: { readonly isSideBySide: boolean }): Promise<Record<string, unknown>[]>;
}
