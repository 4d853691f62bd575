import { cleanEnv } from 'envalid';
import { type Branding, localesOf } from '../../html';
import { ALL_LANGUAGES, inEach, LANGUAGES, type Language, type Served, type Text } from '../../language';
import { nearestNames } from '../../registry';
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

/**
 * The validated settings of a service.
 *
 * @example
 * const settings: Partial<Settings> = { DATA_DIR: './calendar', PORT: 8080, SITE_TIMEZONE: 'Europe/Paris' };
 */
export interface Settings {
  /** The name of the calendar in each language; undefined for the default name. */
  readonly SITE_NAME_EN: string | undefined;
  readonly SITE_NAME_FR: string | undefined;
  /** The links in the header and the footer of every page, each as text, blank and URL. */
  readonly HEADER_LINKS_EN: readonly string[];
  readonly HEADER_LINKS_FR: readonly string[];
  readonly FOOTER_LINKS_EN: readonly string[];
  readonly FOOTER_LINKS_FR: readonly string[];
  /** The file paths of a logo, shown instead of the name, and of an additional style sheet; undefined for none. */
  readonly SITE_LOGO: string | undefined;
  readonly SITE_STYLE: string | undefined;
  /** The accent colour of pages, `#rrggbb`; undefined for the default colour. */
  readonly ACCENT_COLOR: string | undefined;
  /** The TCP port of the service; 0 for any free port. */
  readonly PORT: number;
  /** The host or IP address at which the service listens. */
  readonly HOST: string;
  /** The connection string of a MongoDB server; undefined for the embedded database. */
  readonly MONGODB_URI: string | undefined;
  readonly MONGODB_DB: string;
  readonly DATA_DIR: string;
  /** The base URL of links to the service; undefined for the host of each request. */
  readonly PUBLIC_URL: string | undefined;
  /** The base URL of the pages of records; undefined for `PUBLIC_URL`. */
  readonly SITE_URL: string | undefined;
  readonly LANGUAGES: readonly Language[];
  /** The language of requests without a language, one of `LANGUAGES`. */
  readonly DEFAULT_LANGUAGE: Language;
  /** The IANA time zone of dates without a time zone. */
  readonly SITE_TIMEZONE: string;
  /** The locales of dates, times and prices on pages (BCP 47), at most one for each language. */
  readonly LOCALES: readonly string[];
  /** The ISO 4217 code of the currency; undefined for the currency of `CURRENCY_SYMBOL`. */
  readonly CURRENCY: string | undefined;
  /** The currency symbol of prices without a symbol of their own, and its position. */
  readonly CURRENCY_SYMBOL: string;
  readonly CURRENCY_POSITION: 'prefix' | 'postfix';
  /** The maximum size of the in-memory cache of responses, in MiB; 0 disables the cache. */
  readonly CACHE_MB: number;
  readonly MAX_PER_PAGE: number;
  /** The loading of example events. `auto`: `calendar-events serve` loads them into an empty database. */
  readonly SEED: 'auto' | 'none';
  /** The maximum number of requests a minute from one IP address; 0 for any number. */
  readonly RATE_LIMIT: number;
  /** The plugin modules: file paths, or package names that the working folder resolves. */
  readonly PLUGINS: readonly string[];
  /** The origins whose scripts may call the service (CORS); undefined for any. */
  readonly CORS_ORIGINS: readonly string[] | undefined;
  /** The origins whose pages may show events in a frame, `*` for any; empty for none. */
  readonly EMBED_ORIGINS: readonly string[];
  /** The allowed values of the request header `Host`, besides the host of `PUBLIC_URL`; undefined for any. */
  readonly ALLOWED_HOSTS: readonly string[] | undefined;
  /** The part of a client's IP address in the log: the full address, only its network, or none. */
  readonly LOG_ADDRESS: 'full' | 'short' | 'none';
  /** The duration in ms from which the log explains a slow request; 0 turns this off. */
  readonly SLOW_MILLISECONDS: number;
  readonly LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** The maximum wait for running requests when the service stops, in s. */
  readonly SHUTDOWN_SECONDS: number;
  /** The maximum time for a route to handle a request, in s. */
  readonly TIMEOUT_SECONDS: number;
  readonly TRUST_PROXY: number;
  /** The clients that may read `/metrics`: those on the same machine, or all. */
  readonly METRICS: 'loopback' | 'public';
  /** The support for URLs of the WordPress plugin The Events Calendar: `/wp-json/tribe/events/v1` and its old pages. */
  readonly LEGACY_API: 'on' | 'off';
}

export type SomeSettings = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

const SETTINGS = {
  PORT: wholeNumber(0, 65_535)({ default: 3000 }),
  HOST: host({ default: '127.0.0.1' }),
  MONGODB_URI: connectionString({ default: undefined }),
  MONGODB_DB: databaseName({ default: 'calendar_events' }),
  DATA_DIR: folder({ default: './data' }),
  PUBLIC_URL: address({ default: undefined }),
  SITE_URL: address({ default: undefined }),
  SITE_NAME_EN: siteName({ default: undefined }),
  SITE_NAME_FR: siteName({ default: undefined }),
  SITE_LOGO: file('a picture', LOGO_ENDS)({ default: undefined }),
  SITE_STYLE: file('a style sheet', ['.css'])({ default: undefined }),
  ACCENT_COLOR: accentColour({ default: undefined }),
  HEADER_LINKS_EN: links({ default: [] }),
  HEADER_LINKS_FR: links({ default: [] }),
  FOOTER_LINKS_EN: links({ default: [] }),
  FOOTER_LINKS_FR: links({ default: [] }),
  LANGUAGES: languages({ default: LANGUAGES }),
  DEFAULT_LANGUAGE: oneOf(...LANGUAGES)({ default: undefined }),
  SITE_TIMEZONE: timeZone({ default: 'UTC' }),
  LOCALES: locales({ default: [] }),
  CURRENCY: currencyCode({ default: undefined }),
  CURRENCY_SYMBOL: currencySymbol({ default: '$' }),
  CURRENCY_POSITION: oneOf('prefix', 'postfix')({ default: 'prefix' }),
  CACHE_MB: wholeNumber(0, 65_536)({ default: 96 }),
  MAX_PER_PAGE: wholeNumber(1, 1000)({ default: 50 }),
  SEED: oneOf('auto', 'none')({ default: 'auto' }),
  RATE_LIMIT: wholeNumber(0, 1_000_000)({ default: 0 }),
  PLUGINS: modules({ default: [] }),
  CORS_ORIGINS: origins({ default: undefined }),
  EMBED_ORIGINS: embedders({ default: [] }),
  ALLOWED_HOSTS: hosts({ default: undefined }),
  LOG_ADDRESS: oneOf('full', 'short', 'none')({ default: 'short' }),
  SLOW_MILLISECONDS: wholeNumber(0, 3_600_000)({ default: 0 }),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')({ default: 'info' }),
  SHUTDOWN_SECONDS: wholeNumber(0, 3600)({ default: 10 }),
  TIMEOUT_SECONDS: wholeNumber(1, 3600)({ default: 30 }),
  TRUST_PROXY: wholeNumber(0, 100)({ default: 0 }),
  METRICS: oneOf('loopback', 'public')({ default: 'loopback' }),
  LEGACY_API: oneOf('on', 'off')({ default: 'on' }),
};

/** Returns the part of an error message with the value of a setting. Hides values that may contain a password. */
const shown = (name: string, given: unknown): string =>
  name === 'MONGODB_URI' || JSON.stringify(given)?.includes('@')
    ? 'its value, which may hold a password, is not shown'
    : `it is ${JSON.stringify(given)}`;

/** Returns the default language: `given`, else one of `served`. Throws a `StartError` if `given` is not in `served`. */
const defaultOf = (served: readonly Language[], given: Language | undefined): Language => {
  const language = given ?? served.find((one) => one === ALL_LANGUAGES.first) ?? served[0] ?? ALL_LANGUAGES.first;
  if (served.includes(language)) return language;
  throw new StartError(`DEFAULT_LANGUAGE must be one of LANGUAGES (${served.join(', ')}); ${shown('DEFAULT_LANGUAGE', given)}.`);
};

const validate = (given: Readonly<Record<string, unknown>>): Settings => {
  const read = cleanEnv(isAnyOrigin(given['CORS_ORIGINS']) ? { ...given, CORS_ORIGINS: undefined } : given, SETTINGS, {
    reporter: ({ errors: wrong }) => {
      const sentences = Object.entries(wrong).map(([name, error]) => `${name} ${error?.message}; ${shown(name, given[name])}.`);
      if (sentences.length > 0) throw new StartError(sentences.join(' '));
    },
  });
  // The object of envalid throws if an unknown member is read, so its members are copied.
  return { ...read, DEFAULT_LANGUAGE: defaultOf(read.LANGUAGES, read.DEFAULT_LANGUAGE) };
};

/**
 * Reads and validates all settings from environment variables. An empty variable counts as unset. Throws a `StartError` that names each
 * invalid setting and the allowed values.
 *
 * @example
 * const service = await createService({ settings: { ...readSettings(process.env), PORT: 8080 } });
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return validate(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
}

/** Validates settings and adds the defaults. Throws a `StartError` for invalid settings and unknown names. */
export function completeSettings(given: SomeSettings): Settings {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown.length > 0) throw new StartError(`There is no setting ${unknown.join(', ')}: use ${Object.keys(SETTINGS).join(', ')}.`);
  return validate(given);
}

/** Returns the end of the names of settings of a language, such as `SITE_NAME_EN`. */
const suffixOf = (language: Language) => language.toUpperCase() as Uppercase<Language>;

/** Returns the name of the calendar in each language. A language without a name uses another's. Undefined if no name is set. */
export const siteNameOf = (settings: Settings): Text | undefined => {
  const nameIn = (language: Language) => settings[`SITE_NAME_${suffixOf(language)}`];
  const any = LANGUAGES.map(nameIn).find((name) => name !== undefined);
  return any === undefined ? undefined : inEach((language) => nameIn(language) ?? any);
};

export const siteLinksOf = (settings: Settings): NonNullable<Branding['links']> =>
  inEach((language) => {
    const read = (items: readonly string[]) => items.flatMap((item) => readLink(item) ?? []);
    const suffix = suffixOf(language);
    return { header: read(settings[`HEADER_LINKS_${suffix}`]), footer: read(settings[`FOOTER_LINKS_${suffix}`]) };
  });

export const servedLanguages = ({ LANGUAGES: languages, DEFAULT_LANGUAGE: first }: Settings): Served =>
  Object.freeze({ languages: Object.freeze([...languages]), first });

/** Environment variables of other programs whose names resemble a setting. `LANGUAGE` belongs to gettext. */
const OF_OTHERS: readonly string[] = ['LANGUAGE'];

/** Returns a log message for each environment variable whose name resembles that of a setting that is not set. */
export const misspeltSettings = (environment: Readonly<Record<string, string | undefined>>): string[] => {
  const settings = Object.keys(SETTINGS);
  return Object.keys(environment).flatMap((name) => {
    const meant = settings.includes(name) || OF_OTHERS.includes(name) ? undefined : nearestNames(name, settings);
    if (meant === undefined || environment[meant]) return [];
    return [`The environment variable ${name} is not a setting and has no effect: did you mean ${meant}?`];
  });
};

const DEFAULT = '(DEFAULT)';

const LINES: Readonly<Record<keyof Settings, string>> = {
  PORT: `port to listen on; 0 means any free port ${DEFAULT}`,
  HOST: `address to listen on; 0.0.0.0 means all addresses ${DEFAULT}`,
  MONGODB_URI: 'connection string of a MongoDB replica set or sharded cluster; without it, the embedded database is used',
  MONGODB_DB: `name of the database ${DEFAULT}`,
  DATA_DIR: `folder of the embedded database ${DEFAULT}`,
  PUBLIC_URL: 'address of the service in links; without it, links follow each request',
  SITE_URL: 'address of your own site, if it has the pages of records (PUBLIC_URL)',
  SITE_NAME_EN: 'name of the calendar in English (Calendar Events)',
  SITE_NAME_FR: 'name of the calendar in French (Évènements du calendrier)',
  SITE_LOGO: 'image file that pages show in place of the name, 512 KiB at most',
  SITE_STYLE: 'file of a style sheet that pages load after their own, 512 KiB at most',
  ACCENT_COLOR: 'colour of buttons and links on pages, e.g. #0b6b3a',
  HEADER_LINKS_EN: 'links at the head of English pages, e.g. About us https://example.org/about',
  HEADER_LINKS_FR: 'links at the head of French pages',
  FOOTER_LINKS_EN: 'links at the foot of English pages',
  FOOTER_LINKS_FR: 'links at the foot of French pages',
  LANGUAGES: `languages to serve (${LANGUAGES.join(',')})`,
  DEFAULT_LANGUAGE: `language of answers if the client asks for none (${ALL_LANGUAGES.first} if it is served, else the first)`,
  SITE_TIMEZONE: `time zone of dates without one ${DEFAULT}`,
  LOCALES: `locale of dates, times and prices on pages, one for each language (${Object.values(localesOf([])).join(',')})`,
  CURRENCY: 'code of the currency for pages and JSON-LD, e.g. CAD (guessed from CURRENCY_SYMBOL)',
  CURRENCY_SYMBOL: `currency symbol of prices without one ${DEFAULT}`,
  CURRENCY_POSITION: `position of the symbol: prefix or postfix ${DEFAULT}`,
  CACHE_MB: `MiB of public answers that are cached in memory; 0 caches nothing ${DEFAULT}`,
  MAX_PER_PAGE: `maximum number of records on a page of a list ${DEFAULT}`,
  SEED: `auto loads example events into an empty database, none does not ${DEFAULT}`,
  RATE_LIMIT: `maximum requests per minute from one address (IPv6: one /64 network); 0 means no limit ${DEFAULT}`,
  PLUGINS: 'modules that add routes, content types and fields: paths or package names',
  CORS_ORIGINS: 'origins whose scripts may call the service; * means any (*)',
  EMBED_ORIGINS: 'origins whose pages may embed events; * means any; by default none',
  ALLOWED_HOSTS: 'hosts that requests may call; others are refused with 400; by default any',
  LOG_ADDRESS: `how much of the client's address is logged: full, short (its network) or none ${DEFAULT}`,
  SLOW_MILLISECONDS: `requests that take longer are logged with the causes; 0 logs none ${DEFAULT}`,
  LOG_LEVEL: `lowest level to log: fatal, error, warn, info, debug, trace or silent ${DEFAULT}`,
  SHUTDOWN_SECONDS: `time for running requests to end after SIGTERM or SIGINT ${DEFAULT}`,
  TIMEOUT_SECONDS: `maximum time of a route; keep it above 10 to notice a missing database ${DEFAULT}`,
  TRUST_PROXY: `number of proxies in front whose X-Forwarded headers are trusted ${DEFAULT}`,
  METRICS: `who may read /metrics: loopback or public ${DEFAULT}`,
  LEGACY_API: `serve the addresses of The Events Calendar too, such as /wp-json/tribe/events/v1: on or off ${DEFAULT}`,
};

/** Returns the part of the program's help about settings: a line for each, most with their default in parentheses. */
export const settingsHelp = (): string => {
  const defaults = readSettings({});
  return [
    '\nSettings come from the environment:',
    ...Object.entries(LINES).map(
      ([name, what]) => `  ${name.padEnd(19)}${what.replace(DEFAULT, () => `(${defaults[name as keyof Settings]})`)}`,
    ),
  ].join('\n');
};
