import type { IndexDescription } from 'mongodb';
import type { Extension, Stored, Term } from '../../database';
import type { Text } from '../../language';
import type { Answers, Arg, Hook } from '../../registry';
import type { TermContext, View, WriteContext } from './context';
import type { Facet } from './facet';
import type { PostRecord } from './post-record';

/** How a list is narrowed by a field, where that is more than the field having one of the values that are sent. */
export interface FieldFilter {
  /** The condition that records must meet, in MongoDB's words; what plugins declare lies in `fields.{name}`, counts in `counts.{back}`. */
  where(value: unknown, view: View): object | Promise<object>;
  /** Tells whether a record of which the asker may see nothing passes, as one without a password would that has nothing: false unless given. */
  blank?(value: unknown): boolean;
  /** The stored fields that `where` compares: an index in the order of the list holds them, so that no record is read to be left out. */
  readonly index?: readonly string[];
}

/**
 * True: what one translation of a record is given, all get. `'initially'`: a new translation begins with what the original has, and each goes its own
 * way then.
 */
export type Shared = true | 'initially';

/** What a field says beside its schema that is used as it is said. */
interface PlainKeywords {
  /** What a null that updates send means where it does not bring back what is stored of nothing: `kept`: nothing; `refused`: it is refused. */
  readonly nulled?: 'kept' | 'refused' | undefined;
}

/** What a field says beside its schema. */
export interface FieldKeywords<R extends Stored = PostRecord, C = WriteContext<PostRecord>> extends PlainKeywords {
  /** The schema of what is shown, where that is not what is sent; without it nothing is known of what `write`, `show` and `read` make of a value. */
  readonly answers?: Answers;
  /** Whether the list can be narrowed by it: `?name=` one or several of its values; gets an index. */
  readonly filter?: true | FieldFilter;
  /** Whether the list can be sorted by it: `?orderby=name`; gets an index. */
  readonly sort?: true;
  /** Whether lists can tell how many records there are of each value: `?facets=name`. */
  readonly facet?: true;
  /** Whether the list's `search` finds its text. */
  readonly search?: true;
  /** Whether the translations of a record have it in common; without it, it is each language's own. */
  readonly shared?: Shared;
  /**
   * False: what `read`, `show` and `where` answer depends on something that the service cannot watch, such as another server, so that no answer made of it
   * is cached. What they read through `services`, the clock included, is watched without it.
   */
  readonly cache?: false;
  /** For how many seconds answers made of such a thing are cached. */
  readonly maxAge?: number;
  /** What stands for it in lists, in a protected record: null unless given, and of a kind's own field what lists show anyway; undefined: nothing. */
  readonly hidden?: unknown;
  /** False: clients cannot send it and nothing is stored; it is what `read` makes, or only a filter. May replace what the kind itself shows. */
  readonly stored?: false;
  /** Answers what is stored of a value that has passed the schema; the value itself unless given. Refuse with `invalidParam`. */
  write?(value: unknown, context: C, name: string): unknown;
  /** Answers what is shown of what `write` has stored, null apart; the value itself unless given; where it throws, null. `read` takes its place. */
  show?(stored: unknown, record: R, view: View): unknown;
  /**
   * Answers what is shown of each record, in their order (undefined: nothing, or what the kind itself shows), in one go, so that a page costs one
   * query; what is stored unless given. Where it throws, or answers no list of as many, the field is null. `records` is one and the same array for all
   * fields of an answer; `shown` is what has been made of them so far.
   */
  read?(
    records: readonly R[],
    view: View,
    shown: readonly Readonly<Record<string, unknown>>[],
  ): readonly unknown[] | Promise<readonly unknown[]>;
}

/** A field of a kind: an arg of creation and update, with how it is stored, shown, filtered and sorted by (the CMS' `register_rest_field`). */
export interface SchemaField<R extends Stored = PostRecord, C = WriteContext<PostRecord>> extends Arg, FieldKeywords<R, C> {}

/** A field of a term-like kind: its lists count nothing, and nothing hides a term. */
export type TermField = Omit<SchemaField<Term, TermContext>, 'facet' | 'hidden'>;

/** Fields of a term-like kind by their wire names. */
export type TermFields = Readonly<Record<string, TermField>>;

/**
 * A field that names records of another kind by ID: of a post-like kind one or, with `many`, several; of a term-like kind always several, by ID,
 * name or slug. Lists are filtered by it. `back` is the name under which the others show, and in `counts` count, the records that link to them.
 */
export interface LinkField {
  /** The plural of the kind that is linked to. */
  readonly link: string;
  readonly many?: true;
  readonly back?: string;
  readonly required?: true;
  readonly shared?: Shared;
  /** Whether lists can tell how many records name each of them: `?facets=name`. */
  readonly facet?: true;
  readonly description: Text;
}

/** A field as plugins declare it. */
export type Field = SchemaField | LinkField;

/** Fields by their wire names. */
export type Fields = Readonly<Record<string, Field>>;

/** The same of a kind's own field. */
interface OwnPlainKeywords extends PlainKeywords {
  /** Taken and judged by itself, and stored by the kind’s `settle` together with others. */
  readonly settled?: true | undefined;
  /** Whether `read` looks at what the other fields show. */
  readonly afterwards?: true | undefined;
  /** It names the parent of a record: what refuses one that is the record itself or below it, translations of one another being one. */
  readonly noCircle?: Text | undefined;
}

/** What a kind's own field says beside what any field can say. */
export interface OwnKeywords extends OwnPlainKeywords {
  /** The name that it is stored under, where that is not its own. */
  readonly as?: string;
  /** What is stored where nothing was said; undefined: nothing. */
  readonly empty?: unknown;
  /** What a null that updates send means, as if that were sent: `empty` unless given. */
  readonly cleared?: unknown;
  /** False: shown of every record, though the kind leaves out what is empty. */
  readonly omitted?: false;
  /** What searches find of it, where that is not what is stored. */
  searched?(stored: never): string;
  /** False: shown, and no client's to say. */
  readonly taken?: false;
  /** The plural of the kind of which it names a record by ID, or none by `empty`: what is removed there is taken out of it. */
  readonly names?: string;
}

/** A field of a kind's own: stored beside what every record has, where those that plugins add lie in `fields`. */
export interface OwnField<R extends Stored = PostRecord, C = WriteContext<PostRecord>> extends SchemaField<R, C>, OwnKeywords {}

/** A field that is neither a schema nor a link to all that there can be: it is made once all kinds are known. */
export interface MakesValue<Stored = never> {
  /** What is stored under `as`: to the compiler alone. */
  readonly stores?: readonly [Stored];
  readonly as?: string;
  make(kind: TypeDraft, name: string): CompiledField;
}

/** The fields of a kind by their wire names, in the order in which answers show them. */
export type OwnFields = Readonly<Record<string, OwnField | MakesValue<unknown>>>;

/** What of a kind is known before its fields are. */
export interface TypeDraft {
  readonly kind: string;
  readonly plural: string;
  readonly names: Text;
  readonly name: Text;
  /** The key of an index in the order of the list, with what its filters compare: indexes of added fields begin or end with it. */
  readonly listed: NonNullable<IndexDescription['key']>;
  /** The stored fields that indexes in other orders hold besides: what decides whether a record is in a list. */
  readonly compared: readonly string[];
  readonly protectable: boolean;
  /** Whether answers leave out what is empty. */
  readonly sparse?: true;
}

/** A field with what its storage needs. */
export interface CompiledField<R extends Stored = PostRecord, C = WriteContext<PostRecord>> {
  readonly field: TypeField<R, C>;
  readonly extension: Extension;
  /** The plural of the kind that it links to, where what is removed there is taken out of it. */
  readonly link?: string;
}

/** Records of a kind that are named anew. */
export interface NewLinks {
  readonly to: string;
  readonly ids: readonly number[];
  /** What may be names of terms, as they were sent. */
  readonly names?: readonly string[];
}

/** How a kind treats a field: what its declaration becomes once all kinds are known. */
export interface TypeField<R extends Stored = PostRecord, C = WriteContext<PostRecord>> extends OwnPlainKeywords {
  readonly name: string;
  /** The plugin that declares it; absent for the kind's own. */
  readonly plugin?: string;
  /** The arg of creation and update; absent where nothing is taken. */
  readonly arg?: Arg;
  /** Where it is stored: a name, or `fields.` and a name; absent where it is not stored by itself. */
  readonly path?: string;
  /** What a record holds that was never given one; undefined: nothing. */
  readonly empty: unknown;
  /** Whether a default is stored as if it were sent. */
  readonly initial?: unknown;
  /** What null says on updates, as if that were sent; absent where it is kept or refused. */
  readonly cleared?: { readonly value: unknown };
  /** Where it is stored what translations have in common, if they have. */
  readonly shared?: { readonly path: string; readonly by: Shared };
  /** What a checked value names and the record does not yet: that will count it. */
  newLinks?(value: unknown, current: R | undefined): NewLinks;
  /** Whether a checked value holds data that may become records. */
  makes?(value: unknown): boolean;
  /** Whether `write` answers links by the translations that there are in the record's language; where it does not, these are looked for. */
  readonly translates?: true;
  /** Answers what is stored of a checked value. */
  write?(value: unknown, context: C): unknown;
  /** What is shown of one record: what is sent as it was read changes nothing. */
  seen?(record: R, view: View): unknown;
  /** Answers what is shown; absent for what is only a filter. */
  show?(
    records: readonly R[],
    view: View,
    shown: readonly Readonly<Record<string, unknown>>[],
  ): readonly unknown[] | Promise<readonly unknown[]>;
  /** The plugin's function that `show` asks, and which may fail; absent where only the service's own are asked. */
  readonly showing?: Hook;
  /** True if no answer made of it is cached, as the plugin says with `cache: false`. */
  readonly isUncacheable?: true;
  /** True if the function reads what other fields show. */
  readonly buildsOnShown?: true;
  /** Whether it is shown of every record that hides nothing, be it as null. */
  readonly always?: true;
  /** What stands for it where a record hides it; absent where it is never hidden. */
  readonly hidden?: { readonly value: unknown };
  /** The schema of what is shown; `embeddedOf` answers that of another kind's records, as answers embed them. */
  answer?(embeddedOf: (plural: string) => Answers): Answers;
  /** The plural of the post-like kind of which it shows records: their IDs, or the records themselves. */
  readonly shows?: string;
  /** The plural of the term-like kind whose terms it shows. */
  readonly terms?: string;
  /** Not shown where another record's answer embeds this one. */
  readonly outermost?: true;
  readonly filter?: FieldFilter & {
    readonly arg: Arg;
    readonly hint?: string;
    /** Answers what links repeat of a value; the value itself unless given. */
    inLinks?(value: unknown, view: View): Promise<unknown>;
  };
  readonly sort?: { readonly field: string; readonly hint: string };
  /** Whether the list's `search` finds its text. */
  readonly searched?: true;
  /** What lists can be counted by under its name. */
  readonly facet?: Facet;
}
