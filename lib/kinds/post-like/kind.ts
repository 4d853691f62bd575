import type { Filter, IndexDescription, Sort } from 'mongodb';
import type { Kind } from '../../errors';
import type { Text } from '../../language';
import type { Posts } from '../../records/posts';
import type { Args } from '../../registry/args';
import type { DeclaredRefusal } from '../../registry/outcomes';
import type { TitledAnswer } from '../answers/page-answers';
import type { AddedField } from '../fields/field';
import type { FieldsContext, Query, Sent, View, WriteContext } from './context';
import type { PostRecord } from './post-record';

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

/** What a list can be sorted by: the stored field, the index in whose order it is, and whether it descends unless told otherwise. */
export interface Order {
  readonly field: string;
  readonly hint: string;
  readonly down?: true;
}

/** A post-like kind: a description that `declarePostLike` makes routes, storage and permissions of; `S` is what its records are shown as. */
export interface PostLikeKind<R extends PostRecord, S extends object = object> extends Kind {
  readonly namespace: string;
  readonly plural: string;
  /** The plural in sentences. */
  readonly names: Text;
  /** The singular with its article, “a category”: French has to know the gender. */
  readonly one?: Text;
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
  /** The key of an index in the order of the list, with what its filters compare: indexes of added fields begin or end with it. */
  readonly listed: IndexDescription['key'];
  /** What lists can be sorted by, by the names that `orderby` takes; without any there is no `orderby`. */
  readonly orders?: Readonly<Record<string, Order>>;
  /** Whether records can be given a password, on creation and on every update (DIFFERENCES 45). */
  readonly protectable: boolean;
  /** The codes that `write` refuses with, beside `rest_invalid_param`. */
  readonly errors?: { readonly creating: readonly DeclaredRefusal[]; readonly updating: readonly DeclaredRefusal[] };
  /** Works out the kind's own stored fields; throws `rest_invalid_param` where params contradict each other or the record. */
  write(sent: Sent, context: FieldsContext<R>): Promise<Partial<R>>;
  /** Judges what is about to be stored of a plugin's fields; throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext<PostRecord>): void | Promise<void>;
  list(filters: Sent, view: View): Promise<ListQuery<R>>;
  /** Answers the records as clients see them, with one look-up per linked kind. */
  present(records: readonly R[], view: View): Promise<S[]>;
  /** The schema of what `present` shows, made when no more fields are added to any kind. */
  answer(): TitledAnswer;
}

/** A kind with what plugins have added to it; `present` shows that too. */
export interface PostLike<R extends PostRecord, S extends object = object> extends PostLikeKind<R, S> {
  readonly added: Map<string, AddedField>;
}
