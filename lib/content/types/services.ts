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
import type { WrongPasswords } from './wrong-passwords';

/** All kinds: how they are stored, and what was made of each, by plural. */
export interface CompiledTypes {
  readonly kinds: RecordTypes;
  readonly postLikes: ReadonlyMap<string, PostLike<PostRecord>>;
  readonly termLikes: ReadonlyMap<string, TermLike>;
}

/** What kinds, routes and pages work with. */
export interface Services extends CompiledTypes {
  /** What the service says of itself. */
  readonly about: About;
  /** The namespace of the routes of all kinds. */
  readonly namespace: string;
  readonly connection: Connection;
  /** What was made of the records, for as long as they stay as they are. */
  readonly cache: Cache;
  readonly media: MediaStore;
  readonly users: Users;
  readonly idempotency: IdempotencyKeys;
  /** Counts wrong passwords of records. */
  readonly guesses: WrongPasswords;
  readonly clock: RecordedClock;
  readonly site: Site;
  /** Hears that a plugin's field could not be shown, for the log: to clients it is null. */
  unshown(hook: Hook, thrown: unknown): void;
  /** Tells the log that a plugin's function does not answer in time, and throws what the request is refused with. */
  hanging(hook: Hook): never;
  /** Answers that the calendar really gave, for its documentation. */
  examples(language: Language): Examples;
}

export type { Capability, Site, User };
export type CalendarRegistry = Registry<User>;
