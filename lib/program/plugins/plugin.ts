import type { Db } from 'mongodb';
import type { CalendarPosts, CalendarRecords } from '../../../routes/records';
import type { User } from '../../access';
import type { Clock, PresentedCost } from '../../calendar';
import type {
  AddedTo,
  CheckedAddition,
  DeclaredRecord,
  DeclaredTerm,
  Fields,
  PluginPostLike,
  PluginTermLike,
  PostRecord,
  RecordCheck,
  Records,
  Site,
  TermFields,
  TermRecords,
} from '../../content';
import type { Stored, Term } from '../../database';
import type { Log } from '../../http';
import type { Language } from '../../language';
import type { Registry } from '../../registry';
import type { Happening, Listener } from './listeners';
import type { PostLikes } from './post-likes';

/**
 * The registry that a plugin gets. All declarations are registered after every plugin has run; until then `routes` does not list them.
 *
 * @example
 * const addRating = (registry: PluginRegistry) =>
 *   registry.registerField('events', 'rating', { type: 'integer', minimum: 1, maximum: 5, description: { en: 'The rating', fr: 'La note' } });
 */
export interface PluginRegistry extends Registry<User> {
  /**
   * Registers a post-like type with storage, indexes and the same routes as events, venues and organizers, below `cal/events/v1`. Returns
   * the records of the type, for routes and listeners. Throws a `DeclarationError` for a plural that exists already.
   */
  registerPostLike<const F extends Fields>(type: PluginPostLike<F>): Records<DeclaredRecord<F>>;
  /**
   * Registers a term-like type with storage, indexes and the same routes as categories and tags. Another type needs a link field to assign
   * the terms to its records. Returns the terms.
   */
  registerTermLike<const F extends TermFields = Record<never, never>>(type: PluginTermLike<F>): TermRecords<DeclaredTerm<F>>;
  /** Adds a field to a type of the calendar or of any plugin, like `register_rest_field` in WordPress. */
  registerField<const P extends string, const A extends AddedTo<P>>(plural: P, name: string, field: A & CheckedAddition<P, A>): void;
  /**
   * Adds a check of the records of a post-like type. It sees each record as a request will store it, at creations and updates, and throws an
   * `ApiError` to refuse the write. Terms have no checks. An unknown plural fails the start.
   */
  registerCheck<P extends keyof CalendarPosts>(plural: P, check: RecordCheck<CalendarPosts[P]>): void;
  registerCheck<P extends keyof PostLikes>(plural: P, check: RecordCheck<RecordIn<PostLikes[P]>>): void;
  registerCheck(plural: string, check: RecordCheck): void;
}

type RecordIn<R> = R extends { byId(id: number): Promise<infer S extends Stored | undefined> } ? NonNullable<S> : never;

/**
 * The services that a plugin gets as its second parameter.
 *
 * @example
 * const isOver = ({ clock }: PluginServices, end: Date): boolean => end < clock.now();
 */
export interface PluginServices {
  /**
   * The `Db` of the MongoDB driver, for handlers and listeners. Reading `db` throws a `DeclarationError` while plugins run, and 503
   * `database_unavailable` without a connection.
   */
  readonly db: Db;
  /**
   * Returns the records of a post-like type by its plural. Plugins may run in any order, so an unknown plural fails the start only after
   * all have run. In handlers and listeners an unknown plural throws at once.
   */
  posts<P extends keyof PostLikes>(plural: P): PostLikes[P];
  posts<R extends PostRecord = PostRecord>(plural: string): Records<R>;
  /** Returns the terms of a term-like type by its plural. Handles an unknown plural like `posts`. */
  terms<R extends Term = Term>(plural: string): TermRecords<R>;
  /** The users of the service, without their password digests. */
  readonly users: { byId(id: number): Promise<User | undefined>; byLogin(login: string): Promise<User | undefined> };
  /**
   * Calls a listener after each committed change of a record. `happening` is `'created'`, `'updated'`, `'trashed'`, `'restored'`,
   * `'deleted'`, or `'*'` for all. `plural` limits the listener to one type. Requests do not wait for a listener; closing the service waits
   * at most 2 s. Errors of a listener are only logged.
   */
  on<P extends keyof CalendarRecords>(happening: Happening | '*', plural: P, listener: Listener<CalendarRecords[P]>): void;
  on<P extends keyof PostLikes>(happening: Happening | '*', plural: P, listener: Listener<RecordIn<PostLikes[P]>>): void;
  on(happening: Happening | '*', plural: string, listener: Listener): void;
  on(happening: Happening | '*', listener: Listener): void;
  readonly clock: Clock;
  readonly log: Log;
  readonly site: Site;
  /**
   * Formats prices like `cost` and `cost_details` of an event. Strings stay unchanged. Numbers that are not integers get two decimals and
   * the decimal sign of the language.
   */
  cost(prices: readonly (string | number)[], language: Language): PresentedCost;
  /** Reads a date and time like the dates of events, in the site's time zone unless the text names another. Undefined if invalid. */
  readMoment(text: string): Date | undefined;
  /** Formats a moment as ISO 8601 in the site's time zone, e.g. `2030-06-01T18:00:00+02:00`. */
  writeMoment(moment: Date): string;
}

/**
 * The function that a plugin module exports as `plugin`. It adds routes, types and fields, and listens to changes.
 *
 * @example
 * export const plugin: Plugin = (registry, { clock }) => {
 *   registry.registerRoute('club/v1', '/now', { methods: READABLE, permission: 'public', args: {}, handle: () => clock.now() });
 * };
 */
export type Plugin = (registry: PluginRegistry, services: PluginServices) => void | Promise<void>;

/**
 * A plugin with the name that errors and `calendar-events routes` show.
 *
 * @example
 * const service = await createService({ plugins: [{ name: 'club', plugin } satisfies NamedPlugin] });
 */
export interface NamedPlugin {
  readonly name: string;
  readonly plugin: Plugin;
}
