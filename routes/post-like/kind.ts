import type { ClientSession, Filter, Sort } from 'mongodb';
import type { User } from '../../lib/access/user';
import type { Kind } from '../../lib/errors';
import type { Language, Text } from '../../lib/language';
import type { Posts } from '../../lib/records/posts';
import type { Args } from '../../lib/registry/args';
import type { PostRecord } from './post-record';

/** Params as they reach a kind's functions: checked by the kind's args, typed by the kind itself. */
export type Sent = Readonly<Record<string, unknown>>;

/** A query as links carry it: names and values, absent members left out. */
export type Query = Readonly<Record<string, unknown>>;

/** What a kind's `write` works with; reads that writing depends on go through `session`. */
export interface WriteContext<R extends PostRecord> {
  readonly current: R | undefined;
  readonly user: User;
  /** The effective language: that of a new record, and of the names and slugs that the request means. */
  readonly language: Language;
  readonly session: ClientSession;
  readonly baseUrl: string;
}

/** What `write` is told beside: the status that the record will have. */
export interface FieldsContext<R extends PostRecord> extends WriteContext<R> {
  readonly status: PostRecord['status'];
}

/** Who reads, and how: `single` answers have JSON-LD. */
export interface View {
  readonly user: User | undefined;
  readonly baseUrl: string;
  readonly language: Language;
  readonly single: boolean;
  /** Unlocks the protected records that it belongs to. */
  readonly password?: string | undefined;
}

/** What a list asks of the database, and the query that its links repeat. */
export interface ListQuery<R extends PostRecord> {
  /** A function of what keeps hidden parts to those who may see them (`Seen`), where a filter finds records by such parts. */
  readonly filter: Filter<R> | ((open: Filter<PostRecord>) => Filter<R>);
  readonly sort: Sort;
  /** Name of the index that has the order and serves the filter; see `PageQuery`. */
  readonly hint?: string | undefined;
  /** What links repeat: before and after `status`, in the reference's order. */
  readonly first: Query;
  readonly last: Query;
}

/** A post-like kind: a description that `registerPostLike` makes routes, storage and permissions of. */
export interface PostLike<R extends PostRecord> extends Kind {
  readonly plural: string;
  /** The plural in sentences. */
  readonly names: Text;
  /** The folder of the records' own pages. */
  readonly segment: string;
  readonly posts: Posts<R>;
  /** Args of creation and update beside those that every kind has. */
  readonly fields: Args;
  /** Names of those that are declared as texts and shown as booleans. */
  readonly switches?: readonly string[];
  /** Args of the list beside paging, search and status. */
  readonly filters: Args;
  readonly search: Text;
  /** Names of args that every kind has whose default is null, in the tables of this one. */
  readonly nullable: readonly string[];
  /** Names of fields that null or the empty text clears, with what they are then (DIFFERENCES 10). */
  readonly emptied: Readonly<Record<string, unknown>>;
  /** Names of fields that null leaves as they are. */
  readonly left: readonly string[];
  /** Whether records can be given a password. */
  readonly protectable: boolean;
  /** Works out the kind's own stored fields; throws `rest_invalid_param` where params contradict each other or the record. */
  write(sent: Sent, context: FieldsContext<R>): Promise<Partial<R>>;
  list(filters: Sent, view: View): Promise<ListQuery<R>>;
  /** Answers the records as clients see them, with one look-up per linked kind. */
  present(records: readonly R[], view: View): Promise<object[]>;
}
