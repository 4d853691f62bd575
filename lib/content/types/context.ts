import type { ClientSession, Filter } from 'mongodb';
import type { PostStatus, User } from '../../access';
import type { Post, Stored, Term } from '../../database';
import type { Language } from '../../language';
import type { SelectedFields } from '../../registry';

/** A stored post-like record. Its status is one that clients can set. */
export interface PostRecord extends Post {
  readonly status: PostStatus;
  readonly trashed?: { readonly status: PostStatus; readonly slug: string } | undefined;
}

/** Returns the properties that permissions depend on. */
export const ownedBy = (record: PostRecord) => ({ author: record.author, status: record.status, was: record.trashed?.status });

/** Params as the functions of a content type get them, after validation. */
export type Sent = Readonly<Record<string, unknown>>;

/** The query of a link: names and values. Undefined members are left out. */
export type Query = Readonly<Record<string, unknown>>;

/** The context of a field's `write`, for records of any type. Reads that decide what is written use `session`. */
export interface FieldContext<R extends Stored> {
  readonly current: R | undefined;
  /** The record that a new record translates. */
  readonly original?: R;
  /** The user who writes; undefined if a plugin writes for nobody. */
  readonly user: User | undefined;
  /** The effective language: of a new record, and of names and slugs in the request. */
  readonly language: Language;
  readonly session: ClientSession;
  readonly baseUrl: string;
}

/** The context of a field's `write` for terms. */
export type TermContext = FieldContext<Term>;

/** The context of a field's `write` for post-like records. */
export interface WriteContext<R extends PostRecord = PostRecord> extends FieldContext<R> {
  readonly user: User;
  /** The status that the record will have. */
  readonly status: PostRecord['status'];
  /** The author that the record will have. */
  readonly author: number;
  /** True if linked records count this one: it is published and has no password. */
  readonly counted: boolean;
}

/** Returns the language of the record that is written. */
export const recordLanguage = ({ current, language }: Pick<WriteContext, 'current' | 'language'>): Language =>
  current?.language ?? language;

/** A write context before author and status of the record are known. */
export interface Writing<R extends PostRecord = PostRecord> extends Omit<WriteContext<R>, 'status' | 'author' | 'counted'> {
  /** The record whose data contains this one. */
  readonly within?: Pick<WriteContext, 'status' | 'author'>;
}

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

/** The reader and the form of the answer. `single` answers contain JSON-LD. */
export interface View {
  readonly user: User | undefined;
  readonly baseUrl: string;
  readonly language: Language;
  /** The languages of a list that shows several, its own first. */
  readonly languages?: readonly Language[];
  readonly single: boolean;
  /** A password that unlocks protected records. */
  readonly password?: string | undefined;
  /** Values that the filters of the list pass to the fields of its records. */
  readonly passed?: Readonly<Record<string, unknown>> | undefined;
  /** Clauses of searches, which several lists of one answer share. */
  readonly searches?: Map<string, Promise<Clause>>;
  /** True if placeholders stand for the counts of terms. */
  readonly hasPlaceholders?: boolean;
  /** The members that `_fields` asks for; undefined means all. Functions of plugins run for these only. */
  readonly selected?: SelectedFields | undefined;
  /** True on pages and in feeds, which show records in short. Their texts may be longer than those of JSON answers. */
  readonly shortened?: true;
  /** True if the records are embedded in another record's answer. They then embed no others. */
  readonly embedded?: true;
}

/** A written record, and the languages of the translations that changed with it. */
export interface WriteResult<R = PostRecord> {
  readonly record: R;
  readonly languages: readonly Language[];
}
