import type { Text } from '../../language';
import type { Answers } from '../../registry/answers';
import type { Arg } from '../../registry/args';
import type { Hook } from '../../registry/hook';
import type { View, WriteContext } from '../post-like/context';
import type { PostRecord } from '../post-like/post-record';

/** How a list is narrowed by a field, where that is more than the field having one of the values that are sent. */
export interface FieldFilter {
  /** The condition that records must meet, in MongoDB's words; what plugins declare lies in `fields.{name}`, counts in `counts.{back}`. */
  where(value: unknown, view: View): object | Promise<object>;
  /** Tells whether a record of which the asker may see nothing passes, as one without a password would that has nothing: false unless given. */
  blank?(value: unknown): boolean;
  /** The stored fields that `where` compares: an index in the order of the list holds them, so that no record is read to be left out. */
  readonly index?: readonly string[];
}

/** What a field says beside its schema. */
export interface FieldKeywords {
  /** The schema of what is shown, where that is not what is sent; without it nothing is known of what `write`, `show` and `read` make of a value. */
  readonly answers?: Answers;
  /** Whether the list can be narrowed by it: `?name=` one or several of its values; gets an index. */
  readonly filter?: true | FieldFilter;
  /** Whether the list can be sorted by it: `?orderby=name`; gets an index. */
  readonly sort?: true;
  /** Whether the list's `search` finds its text. */
  readonly search?: true;
  /** False: clients cannot send it and nothing is stored; it is what `read` makes, or only a filter. May replace what the kind itself shows. */
  readonly stored?: false;
  /** Answers what is stored of a value that has passed the schema; the value itself unless given. Refuse with `invalidParam`. */
  write?(value: unknown, context: WriteContext<PostRecord>): unknown;
  /** Answers what is shown of what `write` has stored, null apart; the value itself unless given; where it throws, null. `read` takes its place. */
  show?(stored: unknown): unknown;
  /**
   * Answers what is shown of each record, in their order (undefined: nothing, or what the kind itself shows), in one go, so that a page costs one
   * query; what is stored unless given. Where it throws, or answers no list of as many, the field is null. `records` is one and the same array for all
   * fields of an answer; `shown` is what has been made of them so far.
   */
  read?(
    records: readonly PostRecord[],
    view: View,
    shown: readonly Readonly<Record<string, unknown>>[],
  ): readonly unknown[] | Promise<readonly unknown[]>;
}

/** A field of a post-like kind: an arg of creation and update, with how it is stored, shown, filtered and sorted by (the CMS' `register_rest_field`). */
export interface SchemaField extends Arg, FieldKeywords {}

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
  readonly description: Text;
}

/** A field as plugins declare it. */
export type Field = SchemaField | LinkField;

/** Fields by their wire names. */
export type Fields = Readonly<Record<string, Field>>;

/** How a kind treats a field: what `Field` becomes once all kinds are known. */
export interface AddedField {
  readonly name: string;
  /** The plugin that declares it. */
  readonly plugin?: string;
  /** The arg of creation and update; absent where nothing is taken. */
  readonly arg?: Arg;
  /** What a record holds that was never given one. */
  readonly empty: unknown;
  /** Where it is stored; absent where it is not. */
  readonly path?: `fields.${string}`;
  /** Whether `write` takes what says nothing even where something is required, and refuses it where it must. */
  readonly judges?: true;
  /** Answers what is stored of a checked value, null for none. */
  write?(value: unknown, context: WriteContext<PostRecord>): unknown;
  /** Answers what is shown; absent for what is only a filter. */
  show?(
    records: readonly PostRecord[],
    view: View,
    shown: readonly Readonly<Record<string, unknown>>[],
  ): readonly unknown[] | Promise<readonly unknown[]>;
  /** The plugin's function that `show` asks, and which may fail; absent where only the service's own are asked. */
  readonly showing?: Hook;
  /** Whether it is shown of every record that hides nothing, be it as null. */
  readonly always?: true;
  /** The schema of what is shown; asked for when no more fields are added to any kind. */
  answer?(): Answers;
  /** The plural of the post-like kind of which it shows records: their IDs, or the records themselves. */
  readonly shows?: string;
  /** Not shown where another record's answer embeds this one. */
  readonly outermost?: true;
  readonly filter?: FieldFilter & {
    readonly arg: Arg;
    readonly hint?: string;
    /** Answers what links repeat of a value; the value itself unless given. */
    inLinks?(value: unknown, view: View): Promise<unknown>;
  };
  readonly sort?: { readonly field: string; readonly hint: string };
}
