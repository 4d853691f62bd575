import type { User } from '../../access';
import { type Cache, noteSpan } from '../../cache';
import { type Clock, DAY, toInstant, toWall } from '../../calendar';
import type { Connection, IdempotencyKeys, MediaStore, RecordTypes, Users } from '../../database';
import type { Branding, Locales } from '../../html';
import type { Language, Served, Text } from '../../language';
import type { Examples } from '../../openapi';
import type { Hook, Registry } from '../../registry';
import type { PostLike, TermLike } from './content-types';

/** A section of the introduction to a namespace, in Markdown. */
export interface Section {
  readonly title: Text;
  readonly text: Text;
}

/** Texts by which the service describes itself, in the OpenAPI document and on HTML pages. */
export interface About {
  /** The name of the site, and the title of its API. */
  readonly name: Text;
  readonly title: Text;
  /** Returns a sentence that lists the content and its languages. */
  summary(served: Served): Text;
  /** The plural of the main content type. */
  readonly foremost: string;
  /** Returns a sentence about routes that plugins add below their own namespaces. */
  additions(served: Served): Text;
  /** A sentence that describes the permissions of users. */
  readonly rights: Text;
  sections(site: Site): readonly Section[];
  /** Names of additional list headers that repeat the totals of WordPress' headers. */
  readonly totals: { readonly records: string; readonly pages: string };
  /** Additional descriptions of tags in the OpenAPI document, by content type. */
  readonly tags: Readonly<Record<string, Text>>;
}

/** The settings that routes depend on. */
export interface Site extends Branding {
  /** The URL of the website without a trailing slash; undefined means that this service has the pages. */
  readonly url?: string | undefined;
  /** The IANA time zone of dates without a zone. */
  readonly timezone: string;
  readonly locales: Locales;
  readonly currencySymbol: string;
  readonly currencyPosition: 'prefix' | 'postfix';
  /** The ISO 4217 code of the currency; `USD` for an ambiguous currency symbol. */
  readonly currencyCode: string;
  readonly maxPerPage: number;
  /** The origins whose pages may show records in a frame, or `*`. An empty list allows none. */
  readonly embedders: readonly string[];
}

/** A counter of wrong passwords by key, such as a client address with a record ID. */
interface WrongPasswords {
  /** Throws 429 `too_many_failed_logins` if the key has reached the limit. */
  assertNotBlocked(key: string): Promise<void>;
  /** Counts one more attempt for the key. Throws 429 `too_many_failed_logins` beyond the limit. */
  count(key: string): Promise<void>;
}

/** All content types: their stored forms, and the compiled types by plural. */
export interface CompiledTypes {
  readonly stores: RecordTypes;
  readonly postLikes: ReadonlyMap<string, PostLike>;
  readonly termLikes: ReadonlyMap<string, TermLike>;
}

/** All services that content types, routes and pages use. */
export interface Services extends CompiledTypes {
  readonly about: About;
  /** The namespace of the routes of all types. */
  readonly namespace: string;
  readonly connection: Connection;
  /** The cache of values made from records. Changes of records clear the values. */
  readonly cache: Cache;
  readonly media: MediaStore;
  readonly users: Users;
  readonly idempotency: IdempotencyKeys;
  /** The counter of wrong passwords for protected records. */
  readonly wrongPasswords: WrongPasswords;
  readonly clock: TrackedClock;
  readonly site: Site;
  /** Logs the failure of a plugin's field. Clients get null. */
  reportFieldFailure(hook: Hook, thrown: unknown): void;
  /** Logs the timeout of a plugin's function, and throws an `ApiError`. */
  refuseTimeout(hook: Hook): never;
  /** Returns recorded example answers of the calendar for the OpenAPI document. */
  examples(language: Language): Examples;
}

export type { User };
export type CalendarRegistry = Registry<User>;

type TimeUnit = 'second' | 'minute' | 'day';

/** A clock that also records how long answers made from its times stay valid. */
interface TrackedClock extends Clock {
  /** Returns the current moment. Limits the validity of the answer to this second. */
  now(): Date;
  /** Returns the beginning of the minute. Limits the validity of the answer to this minute. */
  minute(): Date;
  /** Returns the current moment and records nothing. The caller calls `limitValidity` if the answer depends on the time. */
  peek(): Date;
  /** Limits the validity of the answer to the current second, minute or day. Days are those of the site's time zone. */
  limitValidity(unit: TimeUnit): void;
}

const MILLISECONDS = { second: 1000, minute: 60_000, day: DAY } as const;

/** Makes a clock that tracks the validity of answers. `timezone` is an IANA name. */
export const trackedClock = ({ now }: Clock, timezone: string): TrackedClock => {
  const beginOf = (date: string) => toInstant(`${date} 00:00:00`, timezone).getTime();
  let day = { from: 0, until: 0 };
  const spanAt = (unit: TimeUnit) => {
    const time = now().getTime();
    if (unit !== 'day') {
      const from = Math.floor(time / MILLISECONDS[unit]) * MILLISECONDS[unit];
      return { from, until: from + MILLISECONDS[unit] };
    }
    if (time < day.from || day.until <= time) {
      const date = toWall(new Date(time), timezone).slice(0, 10);
      const next = new Date(Date.parse(date) + MILLISECONDS.day).toISOString().slice(0, 10);
      day = { from: beginOf(date), until: beginOf(next) };
    }
    return day;
  };
  const limitValidity = (unit: TimeUnit): void => noteSpan(spanAt(unit));
  return {
    now() {
      limitValidity('second');
      return now();
    },
    minute() {
      const span = spanAt('minute');
      noteSpan(span);
      return new Date(span.from);
    },
    peek: () => now(),
    limitValidity,
  };
};
