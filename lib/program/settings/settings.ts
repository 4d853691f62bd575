import { cleanEnv, EnvMissingError } from 'envalid';
import type { Branding } from '../../html';
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

/** A setting for each language. Its name ends with the language, e.g. `SITE_NAME_EN`. */
type InEach<Name extends string, T> = { readonly [L in Language as `${Name}_${Uppercase<L>}`]: T };

const settingIn = <Name extends string>(name: Name, language: Language) =>
  `${name}_${language.toUpperCase()}` as `${Name}_${Uppercase<Language>}`;

const inEachLanguage = <Name extends string, T>(name: Name, check: T): InEach<Name, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [settingIn(name, language), check])) as InEach<Name, T>;

/**
 * The settings of a service, after the check.
 *
 * @example
 * const settings: Partial<Settings> = { DATA_DIR: './calendar', PORT: 8080, SITE_TIMEZONE: 'Europe/Paris' };
 */
export interface Settings
  /** The name of the calendar; undefined for the default name. */
  extends InEach<'SITE_NAME', string | undefined>,
    /** The links in the header and the footer of every page, each as text and address. */
    InEach<'HEADER_LINKS', readonly string[]>,
    InEach<'FOOTER_LINKS', readonly string[]> {
  /** Paths of a logo, shown instead of the name, and of an additional style sheet; undefined for none. */
  readonly SITE_LOGO: string | undefined;
  readonly SITE_STYLE: string | undefined;
  /** The accent colour of pages, `#rrggbb`; undefined for the standard one. */
  readonly ACCENT_COLOR: string | undefined;
  /** The port to listen at; 0 for any free one. */
  readonly PORT: number;
  /** The address to listen at. */
  readonly HOST: string;
  /** The connection string of MongoDB; undefined for the embedded database. */
  readonly MONGODB_URI: string | undefined;
  /** The name of the database. */
  readonly MONGODB_DB: string;
  /** The folder of the embedded database. */
  readonly DATA_DIR: string;
  /** The address of the service in links; undefined for the address of each request. */
  readonly PUBLIC_URL: string | undefined;
  /** The address of the records' own pages; undefined for `PUBLIC_URL`. */
  readonly SITE_URL: string | undefined;
  /** The languages that are served. */
  readonly LANGUAGES: readonly Language[];
  /** The language of requests that name none, one of `LANGUAGES`. */
  readonly DEFAULT_LANGUAGE: Language;
  /** The IANA time zone of dates that name none. */
  readonly SITE_TIMEZONE: string;
  /** The locales of dates, times and prices on pages (BCP 47), at most one for each language. */
  readonly LOCALES: readonly string[];
  /** The ISO 4217 code of the currency; undefined for the currency of `CURRENCY_SYMBOL`. */
  readonly CURRENCY: string | undefined;
  /** The symbol of prices without one, and its position. */
  readonly CURRENCY_SYMBOL: string;
  readonly CURRENCY_POSITION: 'prefix' | 'postfix';
  /** The size of the answer cache in MiB; 0 disables it. */
  readonly CACHE_MB: number;
  /** The maximum number of records on a page. */
  readonly MAX_PER_PAGE: number;
  /** `auto` lets `calendar-events serve` load the fixtures into an empty database. */
  readonly SEED: 'auto' | 'none';
  /** The number of requests a minute from one address; 0 for any number. */
  readonly RATE_LIMIT: number;
  /** Plugin modules: paths, or package names as seen from the working folder. */
  readonly PLUGINS: readonly string[];
  /** The origins whose scripts may call the service; undefined for any. */
  readonly CORS_ORIGINS: readonly string[] | undefined;
  /** The origins whose pages may show events in a frame, `*` for any; empty for none. */
  readonly EMBED_ORIGINS: readonly string[];
  /** The hosts that requests may call, besides that of `PUBLIC_URL`; undefined for any. */
  readonly ALLOWED_HOSTS: readonly string[] | undefined;
  /** The part of a client's address in the log: all, its network, or none. */
  readonly LOG_ADDRESS: 'full' | 'short' | 'none';
  /** The duration in ms from which the log explains a slow request; 0 for never. */
  readonly SLOW_MILLISECONDS: number;
  /** The log level of the program `calendar-events`. */
  readonly LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** The time for running requests when the service stops, in s. */
  readonly SHUTDOWN_SECONDS: number;
  /** The time for a route to answer, in s. */
  readonly TIMEOUT_SECONDS: number;
  /** The number of trusted proxies in front of the service. */
  readonly TRUST_PROXY: number;
  /** The clients that may read `/metrics`. */
  readonly METRICS: 'loopback' | 'public';
  /** `on`: the addresses of The Events Calendar lead here, `/wp-json/tribe/events/v1` and the old pages. */
  readonly LEGACY_API: 'on' | 'off';
}

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
  CACHE_MB: { ...wholeNumber(0, 65_536), default: 96 },
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

/** The value of a setting for a message. Passwords are hidden. */
const shown = (name: string, given: unknown): string =>
  name === 'MONGODB_URI' || JSON.stringify(given)?.includes('@')
    ? 'its value, which may hold a password, is not shown'
    : `it is ${JSON.stringify(given)}`;

/** The default language: the given one, else the first of all languages that is served. Throws a `StartError` if it is not served. */
const defaultOf = (served: readonly Language[], given: Language | undefined): Language => {
  const language = given ?? served.find((one) => one === ALL_LANGUAGES.first) ?? served[0] ?? ALL_LANGUAGES.first;
  if (served.includes(language)) return language;
  throw new StartError(`DEFAULT_LANGUAGE must be one of LANGUAGES (${served.join(', ')}); ${shown('DEFAULT_LANGUAGE', given)}.`);
};

const validate = (given: Readonly<Record<string, unknown>>): Settings => {
  const read = cleanEnv(isAnyOrigin(given['CORS_ORIGINS']) ? { ...given, CORS_ORIGINS: undefined } : given, SETTINGS, {
    reporter: ({ errors: wrong }) => {
      const sentences = Object.entries(wrong).map(([name, error]) =>
        error instanceof EnvMissingError ? `${name} must be set.` : `${name} ${error?.message}; ${shown(name, given[name])}.`,
      );
      if (sentences.length > 0) throw new StartError(sentences.join(' '));
    },
  });
  // envalid's own object throws if an unknown member is read, so it is copied.
  return { ...read, DEFAULT_LANGUAGE: defaultOf(read.LANGUAGES, read.DEFAULT_LANGUAGE) };
};

/**
 * Reads and checks all settings of an environment. An empty variable counts as unset. Throws a `StartError` that names each wrong setting
 * and the values allowed.
 *
 * @example
 * const service = await createService({ settings: { ...readSettings(process.env), PORT: 8080 } });
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return validate(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
}

/** Checks the settings of a program and adds the defaults. Throws a `StartError` for wrong settings and for unknown names. */
export function completeSettings(given: SomeSettings): Settings {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown.length > 0) throw new StartError(`There is no setting ${unknown.join(', ')}: use ${Object.keys(SETTINGS).join(', ')}.`);
  return validate(given);
}

/** The name of the calendar in each language. If only one language has a name, the others use it too. Undefined if none has. */
export const siteNameOf = (settings: Settings): Text | undefined => {
  const given = LANGUAGES.flatMap((language) => settings[settingIn('SITE_NAME', language)] ?? []);
  const [any] = given;
  return any === undefined ? undefined : inEach((language) => settings[settingIn('SITE_NAME', language)] ?? any);
};

export const siteLinksOf = (settings: Settings): NonNullable<Branding['links']> =>
  inEach((language) => {
    const read = (name: 'HEADER_LINKS' | 'FOOTER_LINKS') => settings[settingIn(name, language)].flatMap((item) => readLink(item) ?? []);
    return { header: read('HEADER_LINKS'), footer: read('FOOTER_LINKS') };
  });

export const servedLanguages = ({ LANGUAGES: languages, DEFAULT_LANGUAGE: first }: Settings): Served =>
  Object.freeze({ languages: Object.freeze([...languages]), first });

/** The hosts that requests may call; undefined for any. If hosts are listed, that of `PUBLIC_URL` is added. */
export const allowedHosts = ({
  ALLOWED_HOSTS,
  PUBLIC_URL,
}: Pick<Settings, 'ALLOWED_HOSTS' | 'PUBLIC_URL'>): readonly string[] | undefined =>
  ALLOWED_HOSTS && [...ALLOWED_HOSTS, ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).host])];

/** Variables of other programs whose names resemble a setting. `LANGUAGE` belongs to gettext. */
const OF_OTHERS: readonly string[] = ['LANGUAGE'];

/** A sentence for each environment variable whose name resembles a setting that is not set, for the log at start. */
export const misspeltSettings = (environment: Readonly<Record<string, string | undefined>>): string[] => {
  const settings = Object.keys(SETTINGS);
  return Object.keys(environment).flatMap((name) => {
    const meant = settings.includes(name) || OF_OTHERS.includes(name) ? undefined : nearestNames(name, settings);
    if (meant === undefined || environment[meant]) return [];
    return [`The environment has ${name}, which is no setting and is not read: did you mean ${meant}?`];
  });
};
