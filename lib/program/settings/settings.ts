import { cleanEnv, EnvMissingError } from 'envalid';
import type { Branding } from '../../html';
import { ALL_LANGUAGES, inEach, LANGUAGES, type Language, type Served, type Text } from '../../language';
import { StartError } from '../service/start-error';
import {
  accentColour,
  address,
  connectionString,
  currencyCode,
  currencySymbol,
  databaseName,
  embedders,
  file,
  folder,
  host,
  hosts,
  isAnyOrigin,
  LOGO_ENDS,
  languages,
  links,
  locales,
  modules,
  oneOf,
  origins,
  readLink,
  siteName,
  timeZone,
  wholeNumber,
} from './setting-values';

/** A setting for each language, which its name ends with. */
type InEach<Name extends string, T> = { readonly [L in Language as `${Name}_${Uppercase<L>}`]: T };

const settingIn = <Name extends string>(name: Name, language: Language) =>
  `${name}_${language.toUpperCase()}` as `${Name}_${Uppercase<Language>}`;

const inEachLanguage = <Name extends string, T>(name: Name, check: T): InEach<Name, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [settingIn(name, language), check])) as InEach<Name, T>;

/**
 * The settings of a service, each of them checked.
 *
 * @example
 * const settings: Partial<Settings> = { DATA_DIR: './calendar', PORT: 8080, SITE_TIMEZONE: 'Europe/Paris' };
 */
export interface Settings
  /** What the calendar is called; undefined: as the service. */
  extends InEach<'SITE_NAME', string | undefined>,
    /** What every page links in its header and its footer, each as words and an address. */
    InEach<'HEADER_LINKS', readonly string[]>,
    InEach<'FOOTER_LINKS', readonly string[]> {
  /** A picture that stands for the name on pages, and a style sheet behind ours: paths of files; undefined: none. */
  readonly SITE_LOGO: string | undefined;
  readonly SITE_STYLE: string | undefined;
  /** The colour of what stands out on pages, `#rrggbb`; undefined: ours. */
  readonly ACCENT_COLOR: string | undefined;
  /** Port to listen at; 0 is any that is free. */
  readonly PORT: number;
  /** Address to listen at. */
  readonly HOST: string;
  /** Connection string of MongoDB; undefined: the database is embedded. */
  readonly MONGODB_URI: string | undefined;
  /** Name of the database. */
  readonly MONGODB_DB: string;
  /** Folder of the embedded database. */
  readonly DATA_DIR: string;
  /** Address of the service in links; undefined: that of each request. */
  readonly PUBLIC_URL: string | undefined;
  /** Where records' own pages live; undefined: at `PUBLIC_URL`. */
  readonly SITE_URL: string | undefined;
  /** The languages that are served, of those that there are. */
  readonly LANGUAGES: readonly Language[];
  /** The language where nobody has named one, one of `LANGUAGES`. */
  readonly DEFAULT_LANGUAGE: Language;
  /** IANA name of the time zone in which dates without one are read. */
  readonly SITE_TIMEZONE: string;
  /** How dates, times and prices are written, a locale for each language (BCP 47) whose own is another than ours. */
  readonly LOCALES: readonly string[];
  /** ISO 4217 code of the currency; undefined: what `CURRENCY_SYMBOL` stands for. */
  readonly CURRENCY: string | undefined;
  /** Symbol of prices that have none, and where it stands. */
  readonly CURRENCY_SYMBOL: string;
  readonly CURRENCY_POSITION: 'prefix' | 'postfix';
  /** MiB of what was answered that are kept at most, for as long as no record changes; 0: nothing is kept. */
  readonly CACHE_MB: number;
  /** Most records of a page. */
  readonly MAX_PER_PAGE: number;
  /** Whether `calendar-events serve` loads the fixtures into an empty database. */
  readonly SEED: 'auto' | 'none';
  /** Requests a minute from one address; 0: any number. */
  readonly RATE_LIMIT: number;
  /** Modules that add routes: paths, or package names as seen from the working folder. */
  readonly PLUGINS: readonly string[];
  /** Origins that browsers may call from, as they send them; undefined: any. */
  readonly CORS_ORIGINS: readonly string[] | undefined;
  /** Origins whose pages may show events in a frame, `*` for any; empty: none. */
  readonly EMBED_ORIGINS: readonly string[];
  /** The hosts that requests may call, that of `PUBLIC_URL` beside them; undefined: any. */
  readonly ALLOWED_HOSTS: readonly string[] | undefined;
  /** How much of a client's address the log tells: all of it, its network, or nothing. */
  readonly LOG_ADDRESS: 'full' | 'short' | 'none';
  /** From how many ms on the log says what a request waited for; 0: of none. */
  readonly SLOW_MILLISECONDS: number;
  /** How much the log of the program `calendar-events` tells. */
  readonly LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** How long requests may take to finish when the service stops, in s. */
  readonly SHUTDOWN_SECONDS: number;
  /** How long a route may take to answer, in s. */
  readonly TIMEOUT_SECONDS: number;
  /** How many proxies in front are trusted. */
  readonly TRUST_PROXY: number;
  /** Who may read `/metrics`. */
  readonly METRICS: 'loopback' | 'public';
  /** `on`: the addresses of The Events Calendar lead here, `/wp-json/tribe/events/v1` and the old pages. */
  readonly LEGACY_API: 'on' | 'off';
}

/** Settings of which some are left out. */
export type SomeSettings = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

const SETTINGS = {
  PORT: { ...wholeNumber(0, 65_535), default: 3000 },
  HOST: host({ default: '127.0.0.1' }),
  MONGODB_URI: connectionString({ default: undefined }),
  MONGODB_DB: databaseName({ default: 'calendar_events' }),
  DATA_DIR: folder({ default: './data' }),
  PUBLIC_URL: address({ default: undefined }),
  SITE_URL: address({ default: undefined }),
  ...inEachLanguage('SITE_NAME', siteName({ default: undefined })),
  SITE_LOGO: file('a picture', LOGO_ENDS)({ default: undefined }),
  SITE_STYLE: file('a style sheet', ['.css'])({ default: undefined }),
  ACCENT_COLOR: accentColour({ default: undefined }),
  ...inEachLanguage('HEADER_LINKS', links({ default: [] })),
  ...inEachLanguage('FOOTER_LINKS', links({ default: [] })),
  LANGUAGES: languages({ default: LANGUAGES }),
  DEFAULT_LANGUAGE: oneOf(...LANGUAGES)({ default: undefined }),
  SITE_TIMEZONE: timeZone({ default: 'UTC' }),
  LOCALES: locales({ default: [] }),
  CURRENCY: currencyCode({ default: undefined }),
  CURRENCY_SYMBOL: currencySymbol({ default: '$' }),
  CURRENCY_POSITION: oneOf('prefix', 'postfix')({ default: 'prefix' }),
  CACHE_MB: { ...wholeNumber(0, 65_536), default: 64 },
  MAX_PER_PAGE: { ...wholeNumber(1, 1000), default: 50 },
  SEED: oneOf('auto', 'none')({ default: 'auto' }),
  RATE_LIMIT: { ...wholeNumber(0, 1_000_000), default: 0 },
  PLUGINS: modules({ default: [] }),
  CORS_ORIGINS: origins({ default: undefined }),
  EMBED_ORIGINS: embedders({ default: [] }),
  ALLOWED_HOSTS: hosts({ default: undefined }),
  LOG_ADDRESS: oneOf('full', 'short', 'none')({ default: 'short' }),
  SLOW_MILLISECONDS: { ...wholeNumber(0, 3_600_000), default: 0 },
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')({ default: 'info' }),
  SHUTDOWN_SECONDS: { ...wholeNumber(0, 3600), default: 10 },
  TIMEOUT_SECONDS: { ...wholeNumber(1, 3600), default: 30 },
  TRUST_PROXY: { ...wholeNumber(0, 100), default: 0 },
  METRICS: oneOf('loopback', 'public')({ default: 'loopback' }),
  LEGACY_API: oneOf('on', 'off')({ default: 'on' }),
};

/** What a setting is, without passwords. */
const shown = (name: string, given: unknown): string =>
  name === 'MONGODB_URI' || JSON.stringify(given)?.includes('@')
    ? 'its value, which may hold a password, is not shown'
    : `it is ${JSON.stringify(given)}`;

/** The language where nobody has named one: the one given, else the first of all, else of those that are served. Throws a `StartError` for another. */
const defaultOf = (served: readonly Language[], given: Language | undefined): Language => {
  const language = given ?? served.find((one) => one === ALL_LANGUAGES.first) ?? served[0] ?? ALL_LANGUAGES.first;
  if (served.includes(language)) return language;
  throw new StartError(`DEFAULT_LANGUAGE must be one of LANGUAGES (${served.join(', ')}); ${shown('DEFAULT_LANGUAGE', given)}.`);
};

const settle = (given: Readonly<Record<string, unknown>>): Settings => {
  const read = cleanEnv(isAnyOrigin(given['CORS_ORIGINS']) ? { ...given, CORS_ORIGINS: undefined } : given, SETTINGS, {
    reporter: ({ errors: wrong }) => {
      const sentences = Object.entries(wrong).map(([name, error]) =>
        error instanceof EnvMissingError ? `${name} must be set.` : `${name} ${error?.message}; ${shown(name, given[name])}.`,
      );
      if (sentences.length > 0) throw new StartError(sentences.join(' '));
    },
  });
  // A copy, since envalid's own object throws where a member is looked for that it does not have.
  return { ...read, DEFAULT_LANGUAGE: defaultOf(read.LANGUAGES, read.DEFAULT_LANGUAGE) };
};

/**
 * Reads and checks all settings of an environment, in which an empty variable is one that is not set. Throws a `StartError` that names each
 * wrong one and says what is allowed.
 *
 * @example
 * const service = await createService({ settings: { ...readSettings(process.env), PORT: 8080 } });
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return settle(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
}

/** Checks the settings that a program gives, and completes them by the defaults. Throws a `StartError` as `readSettings` does, for names that are no setting too. */
export function completeSettings(given: SomeSettings): Settings {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown.length > 0) throw new StartError(`There is no setting ${unknown.join(', ')}: use ${Object.keys(SETTINGS).join(', ')}.`);
  return settle(given);
}

/** What the calendar is called: where one language alone has a name, the others are called by that too; undefined where none has. */
export const siteNameOf = (settings: Settings): Text | undefined => {
  const given = LANGUAGES.flatMap((language) => settings[settingIn('SITE_NAME', language)] ?? []);
  const [any] = given;
  return any === undefined ? undefined : inEach((language) => settings[settingIn('SITE_NAME', language)] ?? any);
};

/** What every page links in its header and its footer, in each language. */
export const siteLinksOf = (settings: Settings): NonNullable<Branding['links']> =>
  inEach((language) => {
    const read = (name: 'HEADER_LINKS' | 'FOOTER_LINKS') => settings[settingIn(name, language)].flatMap((item) => readLink(item) ?? []);
    return { header: read('HEADER_LINKS'), footer: read('FOOTER_LINKS') };
  });

/** The languages that settings serve. */
export const servedBy = ({ LANGUAGES: languages, DEFAULT_LANGUAGE: first }: Settings): Served =>
  Object.freeze({ languages: Object.freeze([...languages]), first });
