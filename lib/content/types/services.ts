import type { Capability, User } from '../../access';
import type { Cache } from '../../cache';
import type { Connection, IdempotencyKeys, MediaStore, RecordTypes, Users } from '../../database';
import type { Language } from '../../language';
import type { Examples } from '../../openapi';
import type { Hook, Registry } from '../../registry';
import type { About } from './about';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';
import type { RecordedClock } from './recorded-clock';
import type { Site } from './site';
import type { TermLike } from './term-like';

/** A counter of wrong passwords by key, such as an address and a record. */
export interface WrongPasswords {
  /** Throws 429 `too_many_failed_logins` if the limit is reached. */
  assertPatience(key: string): Promise<void>;
  /** Counts one more attempt. Throws 429 `too_many_failed_logins` beyond the limit. */
  count(key: string): Promise<void>;
}

/** All content types: their storage, and the compiled types by plural. */
export interface CompiledTypes {
  readonly kinds: RecordTypes;
  readonly postLikes: ReadonlyMap<string, PostLike<PostRecord>>;
  readonly termLikes: ReadonlyMap<string, TermLike>;
}

/** Everything that content types, routes and pages work with. */
export interface Services extends CompiledTypes {
  readonly about: About;
  /** The namespace of the routes of all types. */
  readonly namespace: string;
  readonly connection: Connection;
  /** The cache of values made from records, which changes of records clear. */
  readonly cache: Cache;
  readonly media: MediaStore;
  readonly users: Users;
  readonly idempotency: IdempotencyKeys;
  /** The counter of wrong passwords of records. */
  readonly wrongPasswords: WrongPasswords;
  readonly clock: RecordedClock;
  readonly site: Site;
  /** Logs that a plugin's field failed. Clients get null. */
  reportFieldFailure(hook: Hook, thrown: unknown): void;
  /** Logs that a plugin's function did not answer in time, and throws the refusal. */
  refuseHanging(hook: Hook): never;
  /** Returns recorded answers of the calendar for its documentation. */
  examples(language: Language): Examples;
}

export type { Capability, Site, User };
export type CalendarRegistry = Registry<User>;
