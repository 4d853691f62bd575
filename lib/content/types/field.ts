import type { IndexDescription } from 'mongodb';
import type { CountedLink, Stored, Term } from '../../database';
import type { Text } from '../../language';
import type { Answers, Arg, DefaultInEnum, Hook, OnlyKeywords, Value } from '../../registry';
import type { PostRecord, TermContext, WriteContext } from './context';
import type { Facet, View } from './lists';

/** A filter by a field with its own MongoDB condition. */
export interface FieldFilter {
  /** Returns the MongoDB condition. Plugin fields are stored in `fields.{name}`, counts in `counts.{back}`. */
  where(value: unknown, view: View): object | Promise<object>;
  /** True if the filter matches an empty field; by default false. Fields of records that the reader cannot unlock count as empty. */
  blank?(value: unknown): boolean;
  /** Stored fields that `where` compares. An index contains them, so that counting reads no records. */
  readonly index?: readonly string[];
}

/**
 * The way in which translations share a value. `true`: all have the same value. `'initially'`: a new translation copies the value, and may
 * change it later.
 */
export type Shared = true | 'initially';

/** Keywords of a field besides its schema. */
export interface FieldKeywords<R extends Stored = PostRecord, C = WriteContext> {
  /** The schema of the shown value, if different from the sent one. Needed to document results of `write`, `show` and `read`. */
  readonly answers?: Answers;
  /** Adds the list filter `?name=`, by one or several values, and an index. */
  readonly filter?: true | FieldFilter;
  /** Adds the list order `?orderby=name`, and an index. */
  readonly sort?: true;
  /** Adds the counts `?facets=name`: the number of records with each value. */
  readonly facet?: true;
  /** True if the param `search` of the list searches the text. */
  readonly search?: true;
  /** The sharing of the value between translations. By default each language has its own value. */
  readonly shared?: Shared;
  /** Treatment of a null in an update: `kept` changes nothing, `refused` is an error. A null shown for an empty value stays valid. */
  readonly nulled?: 'kept' | 'refused' | undefined;
  /** False if `read`, `show` or `where` depends on data outside the service, such as another server. Such answers are not cached. */
  readonly cache?: false;
  /** The maximum age of cached answers with this field, in seconds. */
  readonly maxAge?: number;
  /** The value that lists show for a protected record: null by default for plugin fields. Undefined omits the member. */
  readonly hidden?: unknown;
  /** False if clients cannot send the field and nothing is stored. Needs `read` or a filter. The field may replace a member of the type. */
  readonly stored?: false;
  /** Returns the value to store for a valid value; by default unchanged. May throw `invalidParam` to refuse the value. */
  write?(value: unknown, context: C, name: string): unknown;
  /** Returns the shown value for a stored value other than null. On an error, answers show null. `read` takes precedence. */
  show?(stored: unknown, record: R, view: View): unknown;
  /**
   * Returns the shown values of all records, in order, so that a page costs one query. Undefined omits the value, or shows the member of
   * the type itself. On an error or a wrong number of values, answers show null. `records` is the same array for all fields of an answer.
   * `shown` has the members made so far.
   */
  read?(
    records: readonly R[],
    view: View,
    shown: readonly Readonly<Record<string, unknown>>[],
  ): readonly unknown[] | Promise<readonly unknown[]>;
}

/** A field of a content type: an arg with its storage, display, filter and order (like `register_rest_field` in WordPress). */
export interface SchemaField<R extends Stored = PostRecord, C = WriteContext> extends Arg, FieldKeywords<R, C> {}

/** A field of terms, without facet and `hidden`. */
export type TermField = Omit<SchemaField<Term, TermContext>, 'facet' | 'hidden'>;

/** Fields of a term-like type by their wire names. */
export type TermFields = Readonly<Record<string, TermField>>;

/**
 * A field that links to records of another type. A link to a post-like type names one record by ID or, with `many`, several. A link to
 * terms names several, by ID, name or slug. Each link is also a list filter. `back` names two things on linked records: the member with the
 * linking records, and their count in `counts`.
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

/** A field in the form that plugins declare. */
export type Field = SchemaField | LinkField;

export type Fields = Readonly<Record<string, Field>>;

/** A field of the content type itself, stored at the top level of the record. Plugin fields are stored in `fields`. */
export interface OwnField<R extends Stored = PostRecord, C = WriteContext> extends SchemaField<R, C> {
  /** True if `settle` of the type computes the stored value, together with other values. */
  readonly settled?: true | undefined;
  /** For a parent field: the refusal of a parent that is the record itself or a descendant. */
  readonly noCircle?: Text | undefined;
  /** The stored name, if different from the wire name. */
  readonly as?: string;
  /** The stored value if no value was sent; undefined stores nothing. */
  readonly empty?: unknown;
  /** The stored value for a null in an update; `empty` by default. */
  readonly cleared?: unknown;
  /** False if answers with omitted empty members show the member even when empty. */
  readonly omitted?: false;
  /** Returns the searchable text, if different from the stored value. */
  searched?(stored: unknown): string;
  /** False if clients cannot send the field. */
  readonly accepted?: false;
  /** The plural of the linked type, for a field with one ID. A link to a removed record changes to `empty`. */
  readonly linkedType?: string;
}

type FieldKeyword = Exclude<keyof OwnField, keyof Arg>;

/** The keywords of fields that are not keywords of args. */
const FIELD_KEYWORDS: readonly string[] = Object.keys({
  ...{ answers: true, filter: true, sort: true, facet: true, search: true, shared: true, nulled: true, cache: true, maxAge: true },
  ...{ hidden: true, stored: true, write: true, show: true, read: true, settled: true, noCircle: true, as: true, empty: true },
  ...{ cleared: true, omitted: true, searched: true, accepted: true, linkedType: true },
} satisfies Record<FieldKeyword, true>);

/** Returns the arg of a field: its schema, without the keywords that only fields have. */
export const argOf = <R extends Stored, C>(field: OwnField<R, C>): Arg =>
  Object.fromEntries(Object.entries(field).filter(([keyword]) => !FIELD_KEYWORDS.includes(keyword))) as Arg;

/** The fields of the type itself by wire name, in the order of answers. Some functions, such as `inlineLink`, make compiled fields. */
export type OwnFields = Readonly<Record<string, OwnField | CompiledField>>;

/** A compiled field in a declaration, with the path and, for the TypeScript compiler only, the type of the stored value. */
export type StoringField<P extends string, Value> = CompiledField & { readonly path: P; readonly stores?: readonly [Value] };

/** The properties of a content type that the compilation of its fields needs. */
export interface TypeBasics {
  readonly kind: string;
  readonly plural: string;
  readonly names: Text;
  /** The key of the default list index, with the fields that filters compare. Indexes of plugin fields begin or end with this key. */
  readonly listed: NonNullable<IndexDescription['key']>;
  /** Stored fields that decide if a list shows a record. All indexes of list orders contain these fields. */
  readonly compared: readonly string[];
  readonly protectable: boolean;
  /** True if answers leave out empty members. */
  readonly sparse?: true;
}

/** The links in a sent value. `to` is the plural of the linked content type. */
export interface SentLinks {
  readonly to: string;
  readonly ids: readonly number[];
  /** Values that may be names of terms, as sent by the client. */
  readonly names?: readonly string[];
}

/** The effect of a null in an update: `keep` changes nothing, `store` has the value to store. */
export type NullEffect = 'keep' | { readonly store: unknown };

/** A compiled field: how a content type reads, stores and shows it. */
export interface CompiledField<R extends Stored = PostRecord, C = WriteContext> extends Pick<OwnField, 'settled' | 'noCircle'> {
  readonly name: string;
  /** The plugin that declares the field; undefined for fields of the type itself. */
  readonly plugin?: string;
  /** The arg of creation and update; undefined if clients cannot send the field. */
  readonly arg?: Arg;
  /** The stored path, such as `title` or `fields.price`; undefined if the field has no path of its own. */
  readonly path?: string;
  /** The stored value if no value was sent; undefined stores nothing. */
  readonly empty: unknown;
  /** The default, if stored like a sent value. */
  readonly initial?: unknown;
  /** The effect of a null in an update. Undefined refuses the null. */
  readonly onNull?: NullEffect | undefined;
  /** The stored path that translations share, and the way of sharing. */
  readonly shared?: { readonly path: string; readonly by: Shared };
  /** Returns the links in a valid value. */
  linksIn?(value: unknown): SentLinks;
  /** True if a valid value contains data that may create linked records. */
  makes?(value: unknown): boolean;
  /** True if `write` returns links in the record's language. Otherwise the caller looks up the translations. */
  readonly translates?: true;
  write?(value: unknown, context: C): unknown;
  /** Returns the shown value of one record. A sent value equal to the shown value changes nothing. */
  showOne?(record: R, view: View): unknown;
  /** Returns the shown values of records; undefined if the field is only a filter. */
  readonly show?: NonNullable<FieldKeywords<R, C>['read']>;
  /**
   * The plugin's function that `show` calls, for reports of failures; undefined without a plugin function. After a timeout, calls stop
   * until `pausedUntil`, in milliseconds of `performance.now()`.
   */
  readonly showing?: Hook & { pausedUntil?: number };
  /** True if answers with the field are never cached (`cache: false`). */
  readonly isUncacheable?: true;
  /** True if `read` of the declaration reads the shown values of other fields. */
  readonly buildsOnShown?: true;
  /** True if every answer has the member, possibly null, unless hidden. */
  readonly always?: true;
  /** The value that a protected record shows instead; undefined if the field is never hidden. */
  readonly hidden?: { readonly value: unknown };
  /** Returns the schema of the shown value. `embeddedOf` returns the schema of another type's records as answers embed them. */
  answer?(embeddedOf: (plural: string) => Answers): Answers;
  /** The plural of the linked type, post-like or term-like. If the field has a path, removal of a record also removes links to it. */
  readonly link?: string;
  /** True if answers of other records omit the field when they embed the record. */
  readonly outermost?: true;
  readonly filter?: FieldFilter & {
    readonly arg: Arg;
    readonly hint?: string;
    /** Returns the value that page links repeat; by default the sent value. */
    inLinks?(value: unknown, view: View): Promise<unknown>;
  };
  readonly sort?: { readonly field: string; readonly hint: string };
  /** True if the param `search` of the list searches the text. */
  readonly searched?: true;
  readonly facet?: Facet;
  /** The MongoDB indexes of filter and order. */
  readonly indexes?: readonly IndexDescription[];
  /** The links in the field whose linked records store the number of linking records. */
  readonly counted?: readonly CountedLink[];
  /** Extends the `keys` that the type has computed for a record, for searches and orders. */
  keys?(record: Omit<Stored, 'keys'>, keys: Stored['keys']): Stored['keys'];
}

type Empty<A> = A extends { readonly empty: infer E } ? E : never;

type DeclaredValue<A> = (A extends { write: (...given: never[]) => infer W } ? Awaited<W> : Value<A>) | Empty<A>;

type StoredValue<A> = A extends StoringField<string, infer V> ? V : DeclaredValue<A>;

/** The name of a field in stored records; never for a field that is not stored. */
type StoredName<N, A> =
  A extends StoringField<infer P, unknown>
    ? P
    : A extends { readonly stored: false } | CompiledField
      ? never
      : A extends { readonly as: infer S extends string }
        ? S
        : N;

/** A compile-time check that refuses unknown keywords, and defaults outside their `enum`. */
type Checked<F> = {
  readonly [N in keyof F]: F[N] extends CompiledField ? F[N] : OnlyKeywords<F[N], keyof OwnField> & DefaultInEnum<F[N]>;
};

/** The stored record of a type, with members derived from the declared fields. */
export type OwnRecord<F extends Checked<F>> = PostRecord & {
  readonly [N in keyof F as StoredName<N, F[N]>]: StoredValue<F[N]>;
};
