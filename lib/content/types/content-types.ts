import type { IndexDescription, Sort } from 'mongodb';
import type { Capability } from '../../access';
import type { Posts, Term } from '../../database';
import type { Served, Text } from '../../language';
import type { Args, CompiledArgs, DeclaredRefusal } from '../../registry';
import type { TitledAnswer } from './answers';
import type { PostRecord, Sent, TermContext, View, WriteContext } from './context';
import type { OwnField, OwnFields, TypeDraft, TypeField } from './field';
import type { Facet, ListFilter, ListFormat, Order } from './list';

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
  /** The folder of the records' pages; by default the singular. It may contain `/`, and no other type may use it. */
  readonly segment?: string;
}

/** A declaration of a post-like type. Routes, storage, permissions and pages derive from it. */
export interface PostLikeDeclaration<R extends PostRecord = PostRecord> extends NamedType {
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
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext): void | Promise<void>;
  /** The description of a record in the OpenAPI document. */
  readonly description?: Text;
  /** The words “of this event” for a filter of term lists. It limits them to the terms of one record of this type. */
  readonly narrowsTerms?: Text;
}

/** The members that compiled types of both sorts have. */
interface CompiledType<F> {
  readonly namespace: string;
  /** The title of the record schema. */
  readonly title: string;
  /** The own fields, then those of plugins. */
  readonly fields: readonly F[];
  /** The fields that clients can send, by arg. */
  readonly accepted: ReadonlyMap<string, F>;
  /** The fields that plugins added. */
  readonly added: readonly F[];
  /** Stored fields that translations share, and those that a new translation copies, which include them. */
  readonly shared: readonly string[];
  readonly inherited: readonly string[];
  readonly args: { readonly create: Args; readonly update: Args; readonly list: Args };
}

/** A compiled post-like type. It is frozen, and knows all fields that plugins added. */
export interface PostLike<R extends PostRecord = PostRecord>
  extends Omit<PostLikeDeclaration<R>, 'fields' | 'segment' | 'listed' | 'protectable'>,
    TypeDraft,
    CompiledType<TypeField> {
  /** The languages of its lists. */
  readonly served: Served;
  readonly segment: string;
  readonly posts: Posts<R>;
  /** Stored members of every new record beside its fields. */
  readonly initial: object;
  /** Codes with which writing can refuse because of links. */
  readonly refusals: { readonly creating: readonly DeclaredRefusal[]; readonly updating: readonly DeclaredRefusal[] };
  /** Validators of records that plugins or other records write. */
  readonly checks: { readonly create: CompiledArgs; readonly update: CompiledArgs };
  /** Schemas of records: `whole` on own routes, and `embedded` in other records' answers. */
  readonly answers: { readonly whole: TitledAnswer; readonly embedded: TitledAnswer };
  /** Returns the records as clients see them, with one look-up per linked type. */
  present(records: readonly R[], view: View): Promise<Record<string, unknown>[]>;
}

/** The names of a taxonomy in answers. */
export interface Taxonomy {
  readonly namespace: string;
  readonly plural: string;
  /** The name in the CMS: `tribe_events_cat`, `post_tag`. */
  readonly taxonomy: string;
  /** The folder of the terms' pages. */
  readonly segment: string;
  readonly hierarchical: boolean;
}

/** A declaration of a term-like type. Routes, storage, permissions and pages derive from it. */
export interface TermDeclaration extends NamedType, Omit<Taxonomy, 'namespace'> {
  readonly segment: string;
  /** The capability to create, change and delete terms. */
  readonly capability: Capability;
  readonly fields: Readonly<Record<'name' | 'description' | 'slug' | 'parent', OwnField<Term, TermContext>>>;
  /** Checks the values of plugin fields before they are stored. Throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: TermContext): void | Promise<void>;
}

/** A compiled field of terms. */
export type TermTypeField = TypeField<Term, TermContext>;

/** A compiled term-like type. It is frozen, and knows all fields that plugins added. */
export interface TermLike extends Omit<TermDeclaration, 'fields'>, CompiledType<TermTypeField> {
  readonly filters: readonly ListFilter[];
  /** The indexes of its fields. The first one that a filter names serves the list. */
  readonly indexes: readonly IndexDescription[];
  /** Validators: of updates, and of plugin fields in a new term. */
  readonly checks: { readonly added: CompiledArgs; readonly update: CompiledArgs };
  /**
   * Returns the terms as lists show them. `isSideBySide` is true in a list of several languages: each term is then shown as in its own
   * language.
   */
  present(terms: readonly Term[], view: View, options?: { readonly isSideBySide: boolean }): Promise<Record<string, unknown>[]>;
}
