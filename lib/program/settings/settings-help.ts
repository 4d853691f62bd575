import { localesOf } from '../../html';
import { ALL_LANGUAGES, LANGUAGES } from '../../language';
import { readSettings, type Settings } from './settings';

const DEFAULT = '(DEFAULT)';

const LINES: Readonly<Record<keyof Settings, string>> = {
  PORT: `port to listen on; 0 is any free one ${DEFAULT}`,
  HOST: `address to listen on; 0.0.0.0 is all of them ${DEFAULT}`,
  MONGODB_URI: 'connection string of a MongoDB replica set or sharded cluster; without it, the embedded database is used',
  MONGODB_DB: `name of the database ${DEFAULT}`,
  DATA_DIR: `folder of the embedded database ${DEFAULT}`,
  PUBLIC_URL: 'address of the service in links; without it, links follow each request',
  SITE_URL: 'address of a site of your own that has the pages of records (PUBLIC_URL)',
  SITE_NAME_EN: 'name of the calendar in English (Calendar Events)',
  SITE_NAME_FR: 'name of the calendar in French (Évènements du calendrier)',
  SITE_LOGO: 'file of a picture that pages show instead of the name, 512 KiB at most',
  SITE_STYLE: 'file of a style sheet that pages load after their own, 512 KiB at most',
  ACCENT_COLOR: 'colour of buttons and links on pages, e.g. #0b6b3a',
  HEADER_LINKS_EN: 'links at the head of English pages, e.g. About us https://example.org/about',
  HEADER_LINKS_FR: 'links at the head of French pages',
  FOOTER_LINKS_EN: 'links at the foot of English pages',
  FOOTER_LINKS_FR: 'links at the foot of French pages',
  LANGUAGES: `languages to serve (${LANGUAGES.join(',')})`,
  DEFAULT_LANGUAGE: `language of answers if a client names none (${ALL_LANGUAGES.first} if it is served, else the first)`,
  SITE_TIMEZONE: `time zone of dates that name none ${DEFAULT}`,
  LOCALES: `how pages write dates, times and prices, one locale a language (${Object.values(localesOf([])).join(',')})`,
  CURRENCY: 'code of the currency for pages and JSON-LD, e.g. CAD (guessed from CURRENCY_SYMBOL)',
  CURRENCY_SYMBOL: `symbol of prices that have none ${DEFAULT}`,
  CURRENCY_POSITION: `where the symbol stands: prefix or postfix ${DEFAULT}`,
  CACHE_MB: `MiB of public answers that are cached in memory; 0 caches nothing ${DEFAULT}`,
  MAX_PER_PAGE: `most records on a page of a list, even if per_page asks for more ${DEFAULT}`,
  SEED: `auto loads example events into an empty database, none does not ${DEFAULT}`,
  RATE_LIMIT: `most requests a minute from one address (IPv6: one /64 network); 0 is no limit ${DEFAULT}`,
  PLUGINS: 'modules that add routes, content types and fields: paths or package names',
  CORS_ORIGINS: 'origins whose scripts may call the service; * is any (*)',
  EMBED_ORIGINS: 'origins whose pages may show events in a frame; * is any; without it, none may',
  ALLOWED_HOSTS: 'hosts that requests may call; others are refused with 400; without it, any',
  LOG_ADDRESS: `how much of a client's address the log tells: full, short (its network) or none ${DEFAULT}`,
  SLOW_MILLISECONDS: `requests that take longer are logged with what they waited for; 0 logs none ${DEFAULT}`,
  LOG_LEVEL: `fatal, error, warn, info, debug, trace or silent ${DEFAULT}`,
  SHUTDOWN_SECONDS: `how long requests may go on after SIGTERM or SIGINT ${DEFAULT}`,
  TIMEOUT_SECONDS: `how long a route may take; keep it above 10 to notice an absent database ${DEFAULT}`,
  TRUST_PROXY: `number of proxies in front whose X-Forwarded headers are believed ${DEFAULT}`,
  METRICS: `who may read /metrics: loopback or public ${DEFAULT}`,
  LEGACY_API: `answer at the addresses of The Events Calendar, /wp-json/tribe/events/v1 among them: on or off ${DEFAULT}`,
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
