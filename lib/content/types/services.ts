import type { User } from '../../access';
import type { Cache } from '../../cache';
import type { Connection, IdempotencyKeys, MediaStore, RecordTypes, Users } from '../../database';
import type { Branding, Locales } from '../../html';
import type { Language, Served, Text } from '../../language';
import type { Examples } from '../../openapi';
import type { Hook, Registry } from '../../registry';
import type { PostLike, TermLike } from './content-types';
import type { RecordedClock } from './recorded-clock';

/** A section of the introduction to a namespace, in Markdown. */
export interface Section {
  readonly title: Text;
  readonly text: Text;
}

/** Texts by which the service describes itself, in its document and on its pages. */
export interface About {
  /** The name of the site, and the title of its API. */
  readonly name: Text;
  readonly title: Text;
  /** A sentence that lists the content and its languages. */
  summary(served: Served): Text;
  /** The plural of the main content type. */
  readonly foremost: string;
  /** A sentence about routes that plugins add below namespaces of their own. */
  additions(served: Served): Text;
  /** A sentence that says who may do what. */
  readonly rights: Text;
  sections(site: Site): readonly Section[];
  /** Headers of lists that repeat the totals under names of the calendar, beside those of the CMS. */
  readonly totals: { readonly records: string; readonly pages: string };
  /** More descriptions of tags in the document, by content type. */
  readonly tags: Readonly<Record<string, Text>>;
}

/** The settings that routes depend on. */
export interface Site extends Branding {
  /** The address of the website without a trailing slash; undefined means this service. */
  readonly url?: string | undefined;
  /** The IANA zone of dates without one. */
  readonly timezone: string;
  readonly locales: Locales;
  readonly currencySymbol: string;
  readonly currencyPosition: 'prefix' | 'postfix';
  /** The ISO 4217 code of the currency; `USD` if the symbol is ambiguous. */
  readonly currencyCode: string;
  readonly maxPerPage: number;
  /** The origins whose pages may show records in a frame, or `*`. Empty allows none. */
  readonly embedders: readonly string[];
}

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
  readonly postLikes: ReadonlyMap<string, PostLike>;
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

export type { User };
export type CalendarRegistry = Registry<User>;
