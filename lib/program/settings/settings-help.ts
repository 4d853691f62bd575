import { localesOf } from '../../html';
import { ALL_LANGUAGES, LANGUAGES } from '../../language';
import { readSettings, type Settings } from './settings';

/** What stands in a line in the place of what holds where a setting is not given. */
const DEFAULT = '(DEFAULT)';

/** What each setting is: one without a line does not compile. */
const LINES: Readonly<Record<keyof Settings, string>> = {
  PORT: `port to listen on; 0 is any free one ${DEFAULT}`,
  HOST: `address to listen on ${DEFAULT}`,
  MONGODB_URI: 'connection string of a MongoDB replica set; without it the database is embedded',
  MONGODB_DB: `name of the database ${DEFAULT}`,
  DATA_DIR: `folder of the embedded database ${DEFAULT}`,
  PUBLIC_URL: 'address of the service in links; without it, that of each request',
  SITE_URL: "where the records' own pages live (PUBLIC_URL)",
  SITE_NAME_EN: 'what the calendar is called in English (Calendar Events)',
  SITE_NAME_FR: 'what it is called in French (Évènements du calendrier)',
  SITE_LOGO: 'file of a picture that stands for the name on pages',
  SITE_STYLE: 'file of a style sheet behind ours',
  ACCENT_COLOR: 'colour of what stands out on pages, e.g. #0b6b3a',
  HEADER_LINKS_EN: 'what English pages link at their head, with commas: About us https://example.org/about',
  HEADER_LINKS_FR: 'the same of French pages',
  FOOTER_LINKS_EN: 'what English pages link at their foot',
  FOOTER_LINKS_FR: 'the same of French pages',
  LANGUAGES: `languages that are served, with commas (${LANGUAGES.join(',')})`,
  DEFAULT_LANGUAGE: `the one where nobody has named any (${ALL_LANGUAGES.first} where it is served, else the first)`,
  SITE_TIMEZONE: `zone of dates that name none ${DEFAULT}`,
  LOCALES: `how dates, times and prices are written on pages, one for each language (${Object.values(localesOf([])).join(',')})`,
  CURRENCY_SYMBOL: `symbol of prices ${DEFAULT}`,
  CURRENCY: 'code of the currency, e.g. CAD (what the symbol stands for)',
  CURRENCY_POSITION: `prefix or postfix ${DEFAULT}`,
  CACHE_MB: `MiB of answers, and of fields that lists ask for, that are kept; 0 keeps nothing ${DEFAULT}`,
  MAX_PER_PAGE: `most records of a page ${DEFAULT}`,
  SEED: `auto: fixtures into an empty database; none ${DEFAULT}`,
  RATE_LIMIT: `requests a minute and address; 0 is any number ${DEFAULT}`,
  PLUGINS: 'modules that add routes: paths or package names, with commas',
  CORS_ORIGINS: 'origins that browsers may call from, with commas; * is any (*)',
  EMBED_ORIGINS: 'origins whose pages may show events in a frame, with commas; * is any; without it none',
  ALLOWED_HOSTS: 'hosts that requests may call, with commas; without it any',
  LOG_ADDRESS: `full, short (its network) or none: how much of a client's address the log tells ${DEFAULT}`,
  SLOW_MILLISECONDS: `from when on the log says what a request waited for; 0 is never ${DEFAULT}`,
  LOG_LEVEL: `fatal, error, warn, info, debug, trace or silent ${DEFAULT}`,
  SHUTDOWN_SECONDS: `how long requests may take to finish when the service stops ${DEFAULT}`,
  TIMEOUT_SECONDS: `how long a route may take to answer a request ${DEFAULT}`,
  TRUST_PROXY: `how many proxies in front are trusted ${DEFAULT}`,
  METRICS: `who may read /metrics: loopback or public ${DEFAULT}`,
  LEGACY_API: `answer at the addresses of The Events Calendar, /wp-json/tribe/events/v1 among them: on or off ${DEFAULT}`,
};

/** The settings as the help of the program tells them, a line each, most with their defaults in parentheses. */
export const settingsHelp = (): string => {
  const defaults = readSettings({});
  return [
    '\nSettings come from the environment:',
    ...Object.entries(LINES).map(
      ([name, what]) => `  ${name.padEnd(19)}${what.replace(DEFAULT, () => `(${defaults[name as keyof Settings]})`)}`,
    ),
  ].join('\n');
};
