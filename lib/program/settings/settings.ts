import { type CleanedEnv, type CleanedEnvAccessors, cleanEnv, type Spec } from 'envalid';
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
  loggedAddress,
  logLevel,
  modules,
  oneOf,
  onOff,
  origins,
  readLink,
  requestRate,
  siteName,
  timeZone,
  wholeNumber,
} from './setting-values';

/** The settings with their defaults. The help of the program prints the descriptions, `desc`. */
const SETTINGS = {
  PORT: wholeNumber(0, 65_535)({ default: 3000, desc: 'port to listen on; 0 means any free port' }),
  HOST: host({ default: '127.0.0.1', desc: 'address to listen on; 0.0.0.0 means all addresses' }),
  MONGODB_URI: connectionString({
    default: undefined,
    desc: 'connection string of a MongoDB replica set or sharded cluster; without it, the embedded database is used',
  }),
  MONGODB_DB: databaseName({ default: 'calendar_events', desc: 'name of the database' }),
  DATA_DIR: folder({ default: './data', desc: 'folder of the embedded database' }),
  PUBLIC_URL: address({ default: undefined, desc: 'address of the service in links; without it, links follow each request' }),
  SITE_URL: address({ default: undefined, desc: 'address of your own site, if it has the pages of records (PUBLIC_URL)' }),
  SITE_NAME_EN: siteName({ default: undefined, desc: 'name of the calendar in English (Calendar Events)' }),
  SITE_NAME_FR: siteName({ default: undefined, desc: 'name of the calendar in French (Évènements du calendrier)' }),
  SITE_LOGO: file('a picture', LOGO_ENDS)({ default: undefined, desc: 'image file that pages show in place of the name, 512 KiB at most' }),
  SITE_STYLE: file('a style sheet', ['.css'])({
    default: undefined,
    desc: 'file of a style sheet that pages load after their own, 512 KiB at most',
  }),
  ACCENT_COLOR: accentColour({ default: undefined, desc: 'colour of buttons and links on pages, e.g. #0b6b3a' }),
  HEADER_LINKS_EN: links({ default: [], desc: 'links at the head of English pages, e.g. About us https://example.org/about' }),
  HEADER_LINKS_FR: links({ default: [], desc: 'links at the head of French pages' }),
  FOOTER_LINKS_EN: links({ default: [], desc: 'links at the foot of English pages' }),
  FOOTER_LINKS_FR: links({ default: [], desc: 'links at the foot of French pages' }),
  LANGUAGES: languages({ default: LANGUAGES, desc: `languages to serve (${LANGUAGES.join(',')})` }),
  DEFAULT_LANGUAGE: oneOf(...LANGUAGES)({
    default: undefined,
    desc: `language of answers if the client asks for none (${ALL_LANGUAGES.first} if it is served, else the first)`,
  }),
  SITE_TIMEZONE: timeZone({ default: 'UTC', desc: 'time zone of dates without one' }),
  LOCALES: locales({
    default: [],
    desc: `locale of dates, times and prices on pages, one for each language (${Object.values(localesOf([])).join(',')})`,
  }),
  CURRENCY: currencyCode({
    default: undefined,
    desc: 'code of the currency for pages and JSON-LD, e.g. CAD (guessed from CURRENCY_SYMBOL)',
  }),
  CURRENCY_SYMBOL: currencySymbol({ default: '$', desc: 'currency symbol of prices without one' }),
  CURRENCY_POSITION: oneOf('prefix', 'postfix')({ default: 'prefix', desc: 'position of the symbol: prefix or postfix' }),
  CACHE_MB: wholeNumber(0, 65_536)({ default: 96, desc: 'MiB of public answers that are cached in memory; 0 caches nothing' }),
  MAX_PER_PAGE: wholeNumber(1, 1000)({ default: 50, desc: 'maximum number of records on a page of a list' }),
  SEED: oneOf('auto', 'none')({ default: 'auto', desc: 'auto loads example events into an empty database, none does not' }),
  RATE_LIMIT: requestRate({ default: 0, desc: 'maximum requests per minute from one address (IPv6: one /64 network); 0 means no limit' }),
  PLUGINS: modules({ default: [], desc: 'modules that add routes, content types and fields: paths or package names' }),
  CORS_ORIGINS: origins({ default: undefined, desc: 'origins whose scripts may call the service; * means any (*)' }),
  EMBED_ORIGINS: embedders({ default: [], desc: 'origins whose pages may embed events; * means any; by default none' }),
  ALLOWED_HOSTS: hosts({ default: undefined, desc: 'hosts that requests may call; others are refused with 400; by default any' }),
  LOG_ADDRESS: loggedAddress({ default: 'short', desc: "how much of the client's address is logged: full, short (its network) or none" }),
  SLOW_MILLISECONDS: wholeNumber(0, 3_600_000)({ default: 0, desc: 'requests that take longer are logged with the causes; 0 logs none' }),
  LOG_LEVEL: logLevel({ default: 'info', desc: 'lowest level to log: fatal, error, warn, info, debug, trace or silent' }),
  SHUTDOWN_SECONDS: wholeNumber(0, 3600)({ default: 10, desc: 'time for running requests to end after SIGTERM or SIGINT' }),
  TIMEOUT_SECONDS: wholeNumber(1, 3600)({ default: 30, desc: 'maximum time of a route; keep it above 10 to notice a missing database' }),
  TRUST_PROXY: wholeNumber(0, 100)({ default: 0, desc: 'number of proxies in front whose X-Forwarded headers are trusted' }),
  METRICS: oneOf('loopback', 'public')({ default: 'loopback', desc: 'who may read /metrics: loopback or public' }),
  LEGACY_API: onOff({ default: 'on', desc: 'serve the addresses of The Events Calendar too, such as /wp-json/tribe/events/v1: on or off' }),
};

/**
 * The validated settings of a service. `calendar-events --help` explains each of them.
 *
 * @example
 * const settings: Partial<Settings> = { DATA_DIR: './calendar', PORT: 8080, SITE_TIMEZONE: 'Europe/Paris' };
 */
export interface Settings extends Omit<CleanedEnv<typeof SETTINGS>, keyof CleanedEnvAccessors | 'DEFAULT_LANGUAGE'> {
  readonly DEFAULT_LANGUAGE: Language;
}

export type SomeSettings = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

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

/** Returns the part of the program's help about settings: a line for each, with its default in parentheses. */
export const settingsHelp = (): string =>
  [
    '\nSettings come from the environment:',
    ...Object.entries(SETTINGS).map(([name, spec]) => `  ${name.padEnd(19)}${describe(spec)}`),
  ].join('\n');

/** Returns the description of a setting. Settings without a default of one word describe their default themselves. */
const describe = ({ desc = '', default: value }: Spec<unknown>): string =>
  typeof value === 'string' || typeof value === 'number' ? `${desc} (${value})` : desc;
