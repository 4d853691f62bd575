import type { Db } from 'mongodb';
import type { CalendarRecords } from '../../../routes/records';
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
 * The registry that a plugin gets. Its declarations are registered after every plugin has run; until then `routes` does not list them.
 *
 * @example
 * const addRating = (registry: PluginRegistry) =>
 *   registry.registerField('events', 'rating', { type: 'integer', minimum: 1, maximum: 5, description: { en: 'The rating', fr: 'La note' } });
 */
export interface PluginRegistry extends Registry<User> {
  /**
   * Registers a post-like type with storage, indexes and the same routes as events, venues and organizers, below `cal/events/v1`. Answers
   * its records, for routes and listeners. Throws a `DeclarationError` for a plural that exists already.
   */
  registerPostLike<const F extends Fields>(type: PluginPostLike<F>): Records<DeclaredRecord<F>>;
  /**
   * Registers a term-like type with storage, indexes and the same routes as categories and tags. A link field of another type assigns its
   * terms.
   */
  registerTermLike<const F extends TermFields = Record<never, never>>(type: PluginTermLike<F>): TermRecords<DeclaredTerm<F>>;
  /** Adds a field to a type of the calendar or of any plugin, like `register_rest_field` in WordPress. */
  registerField<const P extends string, const A extends AddedTo<P>>(plural: P, name: string, field: A & CheckedAddition<P, A>): void;
}

/** The type of the stored records. */
type RecordIn<R> = R extends { byId(id: number): Promise<infer S extends Stored | undefined> } ? NonNullable<S> : never;

/** The users of the service, without their password digests. */
export interface PluginUsers {
  byId(id: number): Promise<User | undefined>;
  byLogin(login: string): Promise<User | undefined>;
}

/**
 * The services that a plugin gets beside the registry.
 *
 * @example
 * const isOver = ({ clock }: PluginServices, end: Date): boolean => end < clock.now();
 */
export interface PluginServices {
  /**
   * The database of the MongoDB driver, for handlers and listeners. Throws a `DeclarationError` while plugins run, and 503
   * `database_unavailable` without a connection.
   */
  readonly db: Db;
  /**
   * The records of a post-like type, by plural. Plugins may run in any order: an unknown plural is refused after all have run. In
   * handlers and listeners it throws at once.
   */
  posts<P extends keyof PostLikes>(plural: P): PostLikes[P];
  posts<R extends PostRecord = PostRecord>(plural: string): Records<R>;
  /** The terms of a term-like type, by plural. An unknown plural is refused as in `posts`. */
  terms<R extends Term = Term>(plural: string): TermRecords<R>;
  readonly users: PluginUsers;
  /**
   * Listens to committed changes of records. `happening` is `'created'`, `'updated'`, `'trashed'`, `'restored'`, `'deleted'`, or `'*'`
   * for all. With a plural, the listener hears of that type only, with the type of its records. Nobody waits for a listener, except 2 s
   * when the service closes. Its errors are logged and do no harm.
   */
  on<P extends keyof CalendarRecords>(happening: Happening | '*', plural: P, listener: Listener<CalendarRecords[P]>): void;
  on<P extends keyof PostLikes>(happening: Happening | '*', plural: P, listener: Listener<RecordIn<PostLikes[P]>>): void;
  on(happening: Happening | '*', plural: string, listener: Listener): void;
  on(happening: Happening | '*', listener: Listener): void;
  readonly clock: Clock;
  readonly log: Log;
  readonly site: Site;
  /**
   * Formats prices like the `cost` of an event, with its details. Texts stay as they are. Numbers that are not whole get two decimals and
   * the decimal sign of the language.
   */
  cost(prices: readonly (string | number)[], language: Language): PresentedCost;
  /** Reads a moment like the dates of events, in the site's zone unless the text names another. Undefined if it is no date. */
  readMoment(text: string): Date | undefined;
  /** Writes a moment as ISO 8601 in the site's zone, e.g. `2030-06-01T18:00:00+02:00`. `readMoment` reads it. */
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
