import type { ClientSession } from 'mongodb';
import type { PostStatus, User } from '../../access';
import type { NewRecord, Post, Stored, Term } from '../../database';
import type { Language } from '../../language';

/** A stored post-like record whose status is one that clients can set. */
export interface PostRecord extends Post {
  readonly status: PostStatus;
  readonly trashed?: { readonly status: PostStatus; readonly slug: string } | undefined;
}

/** Returns the properties of a record that permissions depend on: author, status, and status before the trash. */
export const ownedBy = (record: PostRecord) => ({ author: record.author, status: record.status, was: record.trashed?.status });

/** The validated params of a request, by name. */
export type Sent = Readonly<Record<string, unknown>>;

/** The query params of a link, by name. Undefined params are omitted. */
export type Query = Readonly<Record<string, unknown>>;

/** The user of a request, and the language and URLs of the answer. */
export interface Requester {
  /** Undefined for a request without credentials, and if a plugin writes without a user. */
  readonly user: User | undefined;
  /** The content language: that of a new record, and of names and slugs in the request. */
  readonly language: Language;
  /** The address of the service with the language, which begins the URLs of the answer. */
  readonly baseUrl: string;
}

/** The context of a field's `write`, for records of any type. Reads that affect the stored value must use `session`. */
interface FieldContext<R extends Stored> extends Requester {
  readonly current: R | undefined;
  /** The original of a new translation. */
  readonly original?: R;
  readonly session: ClientSession;
}

/** The context of a field's `write` for terms. */
export type TermContext = FieldContext<Term>;

/** The context of a field's `write` for post-like records. */
export interface WriteContext<R extends PostRecord = PostRecord> extends FieldContext<R> {
  readonly user: User;
  /** The status of the record after the write. */
  readonly status: PostRecord['status'];
  /** The ID of the author after the write. */
  readonly author: number;
  /** True if counts in linked records include this record: published and without password. */
  readonly counted: boolean;
}

/** Returns the language of the record that a request writes. */
export const recordLanguage = ({ current, language }: Pick<WriteContext, 'current' | 'language'>): Language =>
  current?.language ?? language;

/** A write context before author and status of the record are decided. */
export interface Writing<R extends PostRecord = PostRecord> extends Omit<WriteContext<R>, 'status' | 'author' | 'counted'> {
  /** The outer record whose data create this inline record. */
  readonly outer?: Pick<WriteContext, 'status' | 'author'>;
}

export interface CheckContext<R extends PostRecord = PostRecord> {
  /** The record before the change; undefined for a new record. */
  readonly before: R | undefined;
  /** The user who writes. */
  readonly user: User;
}

/**
 * A function that checks a record as a request will store it, at each creation and update. Throws an `ApiError`, such as `invalidParam`, to
 * refuse the write. A transaction may call it more than once. Seeds, moves to the trash and later publication are not checked.
 *
 * @example
 * const check: RecordCheck = ({ excerpt }, { user }) => {
 *   if (excerpt === '' && user.role === 'author') throw invalidParam('excerpt', { en: 'Send a summary.', fr: 'Envoyez un résumé.' });
 * };
 */
export type RecordCheck<R extends PostRecord = PostRecord> = (record: NewRecord<R>, context: CheckContext<R>) => void | Promise<void>;

/** A written record, and the languages of the translations that changed with the record. */
export interface WriteResult<R = PostRecord> {
  readonly record: R;
  readonly languages: readonly Language[];
}
