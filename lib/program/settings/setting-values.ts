import { isIP } from 'node:net';
import { EnvError, makeValidator } from 'envalid';
import { isCurrencyCode, isZone, readUrl } from '../../calendar';
import { accentOf, readLocale } from '../../html';
import { isLanguage, LANGUAGES, type Language } from '../../language';
import { readHosts } from './connection-string';

/** Makes a validator of string settings that throws an EnvError with `rule`. `read` converts the string; undefined if invalid. */
const textual = (rule: string, read: (text: string) => string | undefined) =>
  makeValidator<string>((given: unknown) => {
    if (typeof given !== 'string') throw new EnvError('must be a text');
    const value = read(given);
    if (value === undefined) throw new EnvError(rule);
    return value;
  });

/** Makes a validator of string settings that returns valid strings unchanged. */
const matching = (rule: string, isValid: (text: string) => boolean) => textual(rule, (text) => (isValid(text) ? text : undefined));

export const wholeNumber = (least: number, most: number) =>
  makeValidator<number>((given: unknown) => {
    const text = typeof given === 'number' ? String(given) : given;
    const number = Number(text);
    if (typeof text === 'string' && /^\d+$/.test(text.trim()) && number >= least && number <= most) return number;
    throw new EnvError(`must be a whole number from ${least} to ${most}`);
  });

export const oneOf = <T extends string>(...allowed: readonly T[]) =>
  makeValidator<T>((text) => {
    const found = allowed.find((one) => one === text);
    if (found !== undefined) return found;
    throw new EnvError(`must be one of ${allowed.join(', ')}`);
  });

export const onOff = oneOf('on', 'off');

export const logLevel = oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent');

export const loggedAddress = oneOf('full', 'short', 'none');

export const requestRate = wholeNumber(0, 1_000_000);

const CONTROL = /\p{Cc}/u;

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

const isHost = (text: string): boolean => isIP(text) !== 0 || HOST_NAME.test(text);

export const host = matching('must be an IP address or a host name, without port and brackets', isHost);

/** Parses an http or https URL. Undefined if invalid, or with a login, a query or a fragment. */
const readAddress = (text: string): URL | undefined => {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? readUrl(text) : undefined;
  return url && url.href === url.origin + url.pathname && isHost(url.hostname.replace(/^\[(.*)\]$/, '$1')) ? url : undefined;
};

/** The validator of a base URL of links. Removes trailing slashes. */
export const address = textual('must be an address that begins with http:// or https://, without login, query and blanks', (text) =>
  readAddress(text)?.href.replace(/\/+$/, ''),
);

export const connectionString = matching(
  'must be a connection string such as mongodb://LOGIN:PASSWORD@HOST:PORT/ or mongodb+srv://HOST/, with special characters of the password encoded (%40 for @)',
  (text) => readHosts(text) !== undefined,
);

const RESERVED: readonly string[] = ['admin', 'config', 'local'];

export const databaseName = matching(
  `must be a name of letters, digits, - and _, at most 63, and not ${RESERVED.join(', ')}`,
  (text) => /^[A-Za-z0-9_-]{1,63}$/.test(text) && !RESERVED.includes(text.toLowerCase()),
);

export const siteName = textual('must be a name of one line, of at most 100 characters', (text) =>
  text.length <= 100 && !CONTROL.test(text) ? text.trim() || undefined : undefined,
);

export const accentColour = textual('must be a colour such as #a8323e that is readable on white (contrast of 4.5 to 1)', (text) =>
  /^#[0-9a-f]{6}$/i.test(text) && accentOf(text) !== undefined ? text.toLowerCase() : undefined,
);

export const LOGO_ENDS: readonly string[] = ['.svg', '.png', '.jpg', '.jpeg', '.webp', '.gif'];

const isPath = (text: string): boolean => text.trim() !== '' && !CONTROL.test(text) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(text);

export const file = (noun: string, ends: readonly string[]) =>
  matching(
    `must be the path of ${noun} (${ends.join(', ')})`,
    (text) => isPath(text) && ends.some((end) => text.toLowerCase().endsWith(end) && text.length > end.length),
  );

export const folder = matching('must be the path of a folder', isPath);

export const timeZone = matching('must be a time zone, e.g. Europe/Paris or UTC', (text) => text !== '' && isZone(text));

export const currencyCode = matching('must be a currency code of ISO 4217, e.g. EUR', isCurrencyCode);

/** The validator of a currency symbol. Symbols contain no digits, so that prices can be parsed. */
export const currencySymbol = matching(
  'must have 1 to 16 characters, with a letter or a currency sign and without digits',
  (text) => /^[^\d\p{Cc}<>&"]{1,16}$/u.test(text) && /[\p{L}\p{Sc}]/u.test(text),
);

/**
 * Makes a validator of list settings: arrays of strings, or strings with commas. `read` converts an item; undefined if invalid. `isValid`
 * judges the list as a whole.
 */
const listOf = <T>(form: string, read: (item: string) => T | undefined, isValid: (list: readonly T[]) => boolean = () => true) =>
  makeValidator<readonly T[]>((given: unknown) => {
    const items: unknown = typeof given === 'string' ? given.split(',').map((item) => item.trim()) : given;
    if (!Array.isArray(items) || items.some((item) => typeof item !== 'string')) throw new EnvError('must be a list of texts');
    const list = items.map(read);
    const isRead = (found: readonly (T | undefined)[]): found is readonly T[] => !found.includes(undefined);
    if (isRead(list) && isValid(list)) return list;
    throw new EnvError(`must be ${form}, separated by commas`);
  });

/** Parses a link in a setting: its text, a blank, then its URL. Undefined if invalid. */
export const readLink = (item: string): { readonly text: string; readonly href: string } | undefined => {
  const [, text = '', href = ''] = /^(\S(?:.*\S)?)\s+(https?:\/\/\S+)$/iu.exec(item) ?? [];
  const isPlain = text !== '' && text.length <= 100 && !CONTROL.test(item);
  return isPlain && readUrl(href) !== undefined ? { text, href } : undefined;
};

export const links = listOf('a text and an address for each link, e.g. About us https://example.org/about', (item) => {
  const link = readLink(item);
  return link && `${link.text} ${link.href}`;
});

const areDistinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length;

export const languages = listOf<Language>(
  `one or more of ${LANGUAGES.join(', ')}, each of them once`,
  (item) => (isLanguage(item) ? item : undefined),
  (list) => list.length > 0 && areDistinct(list),
);

/** The validator of a list of locales (BCP 47), at most one for each language. */
export const locales = listOf(
  `locales of ${LANGUAGES.join(', ')}, e.g. en-CA,fr-CA, one for each language`,
  (item) => readLocale(item)?.locale,
  (list) => areDistinct(list.map((locale) => readLocale(locale)?.language)),
);

export const modules = listOf('paths or names of packages', (item) => (/^[^\p{Cc}]+$/u.test(item) ? item : undefined));

/** The validator of a list of hosts: names or IP addresses, IPv6 in brackets. A host with a port permits only that port. */
export const hosts = listOf('hosts like example.org, example.org:8080 or [::1]', (item) => {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(item) ?? [];
  const isFine = name.startsWith('[') ? isIP(name.slice(1, -1)) === 6 : isHost(name);
  return isFine && Number(port ?? 0) <= 65_535 ? item : undefined;
});

const ORIGINS = '* for any, or origins like https://example.org, without a path';

/** Parses an origin such as `https://example.org`. Undefined if invalid; `null` is, since any page can send it. */
const readOrigin = (text: string): string | undefined => {
  const url = readAddress(text);
  return url?.pathname === '/' ? url.origin : undefined;
};

export const origins = listOf(ORIGINS, readOrigin);

export const isAnyOrigin = (given: unknown): boolean => (Array.isArray(given) && given.length === 1 ? given[0] : given) === '*';

/**
 * The validator of the origins whose pages may embed ours in a frame, `*` for any. A Content-Security-Policy cannot name IPv6 addresses
 * (https://www.w3.org/TR/CSP3/#grammardef-host-source).
 */
export const embedders = listOf(
  `${ORIGINS}, and not of an IPv6 address`,
  (item) => (item === '*' ? item : item.includes('[') ? undefined : readOrigin(item)),
  (list) => list.length === 1 || !list.includes('*'),
);
