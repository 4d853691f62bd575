import type { IndexDescription } from 'mongodb';
import type { Extension, Stored, Term } from '../../database';
import type { Text } from '../../language';
import type { Answers, Arg, Hook } from '../../registry';
import type { PostRecord, TermContext, View, WriteContext } from './context';
import type { Facet } from './list';

/** A filter by a field with a condition of its own. */
export interface FieldFilter {
  /** Returns the MongoDB condition. Added fields lie in `fields.{name}`, counts in `counts.{back}`. */
  where(value: unknown, view: View): object | Promise<object>;
  /** True if a protected record passes whose fields the reader may not see. It then counts as empty. The default is false. */
  blank?(value: unknown): boolean;
  /** Stored fields that `where` compares. They go into an index, so that counting reads no records. */
  readonly index?: readonly string[];
}

/**
 * Sharing between translations: `true` keeps the value the same in all. `'initially'` copies it to a new translation, which may then
 * differ.
 */
export type Shared = true | 'initially';

/** Keywords of a field beside its schema. */
export interface FieldKeywords<R extends Stored = PostRecord, C = WriteContext> {
  /** The schema of the shown value if it differs from the sent one. Needed to document results of `write`, `show` and `read`. */
  readonly answers?: Answers;
  /** Adds the filter `?name=`, by one or several values, and an index for it. */
  readonly filter?: true | FieldFilter;
  /** Adds the order `?orderby=name`, and an index for it. */
  readonly sort?: true;
  /** Adds the counts `?facets=name`: the number of records with each value. */
  readonly facet?: true;
  /** True if the list's `search` looks into the text. */
  readonly search?: true;
  /** Shares the value between translations. By default each language has its own. */
  readonly shared?: Shared;
  /**
   * Treatment of a null in an update: `kept` changes nothing, and `refused` is an error. A null that answers show for an empty value stays
   * allowed.
   */
  readonly nulled?: 'kept' | 'refused' | undefined;
  /**
   * False if `read`, `show` or `where` depends on something outside the service, such as another server. Such answers are not cached. Reads
   * through `services` need no keyword.
   */
  readonly cache?: false;
  /** The seconds for which such answers may be cached. */
  readonly maxAge?: number;
  /**
   * The value that lists show for a protected record: null by default. An own field is not hidden by default, and undefined omits the
   * member.
   */
  readonly hidden?: unknown;
  /** False if clients cannot send the field and nothing is stored. It needs `read`, or a filter, and may replace a member of the type. */
  readonly stored?: false;
  /** Returns the value to store for a valid one; by default the value itself. Refuse it with `invalidParam`. */
  write?(value: unknown, context: C, name: string): unknown;
  /**
   * Returns what is shown of a stored value that is not null; by default the value itself. If it throws, null is shown. `read` replaces it.
   */
  show?(stored: unknown, record: R, view: View): unknown;
  /**
   * Returns the shown values of all records, in order, so that a page costs one query.
   * Undefined shows nothing, or what the type itself shows. If it throws or returns another number of values, null is shown. `records` is
   * the same array for all fields of an answer. `shown` holds the members that are made so far.
   */
  read?(
    records: readonly R[],
    view: View,
    shown: readonly Readonly<Record<string, unknown>>[],
  ): readonly unknown[] | Promise<readonly unknown[]>;
}

/** A field of a content type: an arg with its storage, display, filter and order (the CMS' `register_rest_field`). */
export interface SchemaField<R extends Stored = PostRecord, C = WriteContext> extends Arg, FieldKeywords<R, C> {}

/** A field of terms. It has no facet, and nothing hides it. */
export type TermField = Omit<SchemaField<Term, TermContext>, 'facet' | 'hidden'>;

/** Fields of a term-like type by their wire names. */
export type TermFields = Readonly<Record<string, TermField>>;

/**
 * A field that links to records of another type.
 * A link to a post-like type names one record by ID or, with `many`, several. A link to terms names several, by ID, name or slug. Each link
 * is also a filter. `back` names the member in which linked records show those that link to them, and their count in `counts`.
 */
export interface LinkField {
  /** The plural of the linked content type. */
  readonly link: string;
  readonly many?: true;
  readonly back?: string;
  readonly required?: true;
  readonly shared?: Shared;
  /** Adds the counts `?facets=name`: the number of records that link to each record. */
  readonly facet?: true;
  readonly description: Text;
}

/** A field as plugins declare it. */
export type Field = SchemaField | LinkField;

/** Fields by their wire names. */
export type Fields = Readonly<Record<string, Field>>;

/** A field of a type's own. It is stored at the top of the record; added fields lie in `fields`. */
export interface OwnField<R extends Stored = PostRecord, C = WriteContext> extends SchemaField<R, C> {
  /** True if the type's `settle` stores the value, together with others. */
  readonly settled?: true | undefined;
  /** The refusal of a parent that is the record itself or one of its descendants. The field names the parent. */
  readonly noCircle?: Text | undefined;
  /** The stored name, if it differs from the wire name. */
  readonly as?: string;
  /** The stored value of a record that was given none; undefined stores nothing. */
  readonly empty?: unknown;
  /** The value that a null in an update stands for; `empty` by default. */
  readonly cleared?: unknown;
  /** False if the member is shown even when it is empty, in a sparse type. */
  readonly omitted?: false;
  /** Returns the text that searches look into, if it differs from the stored value. */
  searched?(stored: unknown): string;
  /** False if clients cannot send the field. */
  readonly accepted?: false;
  /** The plural of the type to which the field links by one ID. Links to removed records are reset to `empty`. */
  readonly names?: string;
}

/** A field that is compiled by a function, once all types are known. */
export interface FieldFactory<Stored = never> {
  /** The type of the stored value. It exists for the compiler only. */
  readonly stores?: readonly [Stored];
  readonly as?: string;
  make(type: TypeDraft, name: string): CompiledField;
}

/** The own fields of a type by wire name, in the order of answers. */
export type OwnFields = Readonly<Record<string, OwnField | FieldFactory<unknown>>>;

/** The properties of a content type that its fields are compiled from. */
export interface TypeDraft {
  readonly kind: string;
  readonly plural: string;
  readonly names: Text;
  readonly name: Text;
  /** The key of the index in list order, with the fields that filters compare. Indexes of added fields begin or end with it. */
  readonly listed: NonNullable<IndexDescription['key']>;
  /** Stored fields that decide whether a list shows a record. Indexes of other orders contain them. */
  readonly compared: readonly string[];
  readonly protectable: boolean;
  /** True if answers leave out empty members. */
  readonly sparse?: true;
}

export interface CompiledField<R extends Stored = PostRecord, C = WriteContext> {
  readonly field: TypeField<R, C>;
  readonly extension: Extension;
  /** The plural of the linked type, if links to removed records are taken out. */
  readonly link?: string;
}

/** The links in a sent value. `to` is the plural of the linked content type. */
export interface SentLinks {
  readonly to: string;
  readonly ids: readonly number[];
  /** Values that may be names of terms, as they were sent. */
  readonly names?: readonly string[];
}

/** A compiled field: how a content type reads, stores and shows it. */
export interface TypeField<R extends Stored = PostRecord, C = WriteContext> extends Pick<OwnField, 'nulled' | 'settled' | 'noCircle'> {
  readonly name: string;
  /** The plugin that declares it. Own fields have none. */
  readonly plugin?: string;
  /** The arg of creation and update; absent if clients cannot send it. */
  readonly arg?: Arg;
  /** The stored path, such as `title` or `fields.price`; absent if it is not stored by itself. */
  readonly path?: string;
  /** The value of a record that was given none; undefined for nothing. */
  readonly empty: unknown;
  /** The default, if it is stored like a sent value. */
  readonly initial?: unknown;
  /** The value that null stands for in updates; absent if null is kept or refused. */
  readonly cleared?: { readonly value: unknown };
  /** The stored path that translations share, and how they share it. */
  readonly shared?: { readonly path: string; readonly by: Shared };
  /** Returns the links in a valid value. */
  linksIn?(value: unknown): SentLinks;
  /** True if a valid value contains data that may create records. */
  makes?(value: unknown): boolean;
  /** True if `write` returns links in the record's language. Otherwise the writer looks for the translations. */
  readonly translates?: true;
  /** Returns the value to store for a valid one. */
  write?(value: unknown, context: C): unknown;
  /** Returns the shown value of one record. A sent value that equals it changes nothing. */
  showOne?(record: R, view: View): unknown;
  /** Returns the shown values of records; absent if the field is only a filter. */
  readonly show?: NonNullable<FieldKeywords<R, C>['read']>;
  /**
   * The plugin's function that `show` calls, for reports of failures; absent if no plugin is involved. After it was late, it is not called
   * until `pausedUntil`, on the clock of `performance.now()`.
   */
  readonly showing?: Hook & { pausedUntil?: number };
  /** True if answers with it are never cached (`cache: false`). */
  readonly isUncacheable?: true;
  /** True if the plugin's function reads what other fields show. */
  readonly buildsOnShown?: true;
  /** True if the type's own function reads what other fields show. */
  readonly afterwards?: true;
  /** True if every answer has the member unless it is hidden. It may be null. */
  readonly always?: true;
  /** The value shown in its place by a record that hides it; absent if it is never hidden. */
  readonly hidden?: { readonly value: unknown };
  /** Returns the schema of the shown value. `embeddedOf` returns the schema of another type's records as answers embed them. */
  answer?(embeddedOf: (plural: string) => Answers): Answers;
  /** The plural of the post-like type whose IDs or records it shows. */
  readonly shows?: string;
  /** The plural of the term-like type whose terms it shows. */
  readonly terms?: string;
  /** True if it is left out where another record's answer embeds this one. */
  readonly outermost?: true;
  readonly filter?: FieldFilter & {
    readonly arg: Arg;
    readonly hint?: string;
    /** Returns the value that links repeat; by default the value itself. */
    inLinks?(value: unknown, view: View): Promise<unknown>;
  };
  readonly sort?: { readonly field: string; readonly hint: string };
  /** True if the list's `search` looks into the text. */
  readonly searched?: true;
  /** The facet under its name. */
  readonly facet?: Facet;
}
