import type { User } from '../../access';
import { type Cache, noteSpan } from '../../cache';
import { type Clock, toInstant, toWall } from '../../calendar';
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

type TimeUnit = 'second' | 'minute' | 'day';

/** A clock that records how long answers made from it stay valid. */
export interface RecordedClock extends Clock {
  /** The current moment. Answers are valid for this second. */
  now(): Date;
  /** The beginning of the minute. Answers are valid for this minute. */
  minute(): Date;
  /** The current moment. Nothing is recorded: the caller calls `holds` if the answer depends on it. */
  peek(): Date;
  /** Records that answers are valid for this second, minute or day. Days are those of the site's zone. */
  holds(unit: TimeUnit): void;
}

const MILLISECONDS = { second: 1000, minute: 60_000, day: 86_400_000 } as const;

/** Makes a recorded clock. `timezone` is an IANA name. */
export const recordedClock = ({ now }: Clock, timezone: string): RecordedClock => {
  let day = { from: 0, until: 0 };
  const dayAt = (time: number) => {
    if (day.from <= time && time < day.until) return day;
    const date = toWall(new Date(time), timezone).slice(0, 10);
    const next = new Date(Date.parse(date) + MILLISECONDS.day).toISOString().slice(0, 10);
    const beginOf = (one: string) => toInstant(`${one} 00:00:00`, timezone).getTime();
    day = { from: beginOf(date), until: beginOf(next) };
    return day;
  };
  const spanAt = (unit: TimeUnit) => {
    const time = now().getTime();
    if (unit === 'day') return dayAt(time);
    const from = Math.floor(time / MILLISECONDS[unit]) * MILLISECONDS[unit];
    return { from, until: from + MILLISECONDS[unit] };
  };
  const holds = (unit: TimeUnit): void => noteSpan(spanAt(unit));
  return {
    now() {
      holds('second');
      return now();
    },
    minute() {
      const span = spanAt('minute');
      noteSpan(span);
      return new Date(span.from);
    },
    peek: () => now(),
    holds,
  };
};
