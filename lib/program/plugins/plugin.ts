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
 * The registry that a plugin is handed. What it registers is declared once every plugin has run: until then `routes` does not show it.
 *
 * @example
 * const addRating = (registry: PluginRegistry) =>
 *   registry.registerField('events', 'rating', { type: 'integer', minimum: 1, maximum: 5, description: { en: 'The rating', fr: 'La note' } });
 */
export interface PluginRegistry extends Registry<User> {
  /**
   * Registers a post-like kind: storage, indexes and the routes of events, venues and organizers below `cal/events/v1` come by themselves.
   * Answers its records, for routes and listeners. Throws a `DeclarationError` for a plural that is taken.
   */
  registerPostLike<const F extends Fields>(kind: PluginPostLike<F>): Records<DeclaredRecord<F>>;
  /** Registers a term-like kind: storage, indexes and the routes of categories and tags come by themselves; a link of a kind assigns its terms. */
  registerTermLike<const F extends TermFields = Record<never, never>>(kind: PluginTermLike<F>): TermRecords<DeclaredTerm<F>>;
  /** Adds a field to a kind, of the calendar or of any plugin, as the CMS' `register_rest_field` does. */
  registerField<const P extends string, const A extends AddedTo<P>>(plural: P, name: string, field: A & CheckedAddition<P, A>): void;
}

/** The stored record that records are of. */
type RecordIn<R> = R extends { byId(id: number): Promise<infer S extends Stored | undefined> } ? NonNullable<S> : never;

/** The users of the service, without what only signing in needs. */
export interface PluginUsers {
  byId(id: number): Promise<User | undefined>;
  byLogin(login: string): Promise<User | undefined>;
}

/**
 * What a plugin is handed beside the registry.
 *
 * @example
 * const isOver = ({ clock }: PluginServices, end: Date): boolean => end < clock.now();
 */
export interface PluginServices {
  /** The driver's database: use it in handlers and listeners. Throws a `DeclarationError` while plugins run, 503 `database_unavailable` without connection. */
  readonly db: Db;
  /**
   * The records of a post-like kind, by plural, in whatever order plugins are listed: a plural that none of them registers is refused once all have
   * run. Throws for it in handlers and listeners.
   */
  posts<P extends keyof PostLikes>(plural: P): PostLikes[P];
  posts<R extends PostRecord = PostRecord>(plural: string): Records<R>;
  /** The terms of a term-like kind, by plural; what no plugin registers is refused likewise. */
  terms<R extends Term = Term>(plural: string): TermRecords<R>;
  readonly users: PluginUsers;
  /**
   * Hears of what happens to records, after the commit. What a listener throws is logged and harms nothing; it is not waited for, but for 2 s
   * where the service closes. `happening` may be `'created'`, `'updated'`, `'trashed'`, `'restored'`, `'deleted'`, or `'*'` for all.
   * With the plural of a kind in between, only its records are told, with their type.
   */
  on<P extends keyof CalendarRecords>(happening: Happening | '*', plural: P, listener: Listener<CalendarRecords[P]>): void;
  on<P extends keyof PostLikes>(happening: Happening | '*', plural: P, listener: Listener<RecordIn<PostLikes[P]>>): void;
  on(happening: Happening | '*', plural: string, listener: Listener): void;
  on(happening: Happening | '*', listener: Listener): void;
  readonly clock: Clock;
  readonly log: Log;
  readonly site: Site;
  /**
   * Writes prices as the site does: the text and the details of an event's `cost`. Texts stay as they are typed; numbers get two
   * decimals unless they are whole, with the language's decimal sign.
   */
  cost(prices: readonly (string | number)[], language: Language): PresentedCost;
  /** Reads a moment as the calendar reads dates, in the site's zone unless the text names another; undefined for what is none. */
  readMoment(text: string): Date | undefined;
  /** Writes a moment as ISO 8601 in the site's zone, to the second, with the offset: `2030-06-01T18:00:00+02:00`. `readMoment` reads it. */
  writeMoment(moment: Date): string;
}

/**
 * What a module exports as `plugin`: adds routes, kinds and fields, and listens.
 *
 * @example
 * export const plugin: Plugin = (registry, { clock }) => {
 *   registry.registerRoute('club/v1', '/now', { methods: READABLE, permission: 'public', args: {}, handle: () => clock.now() });
 * };
 */
export type Plugin = (registry: PluginRegistry, services: PluginServices) => void | Promise<void>;

/**
 * A plugin under the name that refusals and `calendar-events routes` call it by.
 *
 * @example
 * const service = await createService({ plugins: [{ name: 'club', plugin } satisfies NamedPlugin] });
 */
export interface NamedPlugin {
  readonly name: string;
  readonly plugin: Plugin;
}
