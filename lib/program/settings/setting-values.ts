import { isIP } from 'node:net';
import { EnvError, makeValidator } from 'envalid';
import { canonicalZone, isCurrencyCode, readUrl } from '../../calendar';
import { accentOf, readLocale } from '../../html';
import { isLanguage, LANGUAGES, type Language } from '../../language';
import { readHosts } from './connection-string';

/** A validator of strings. A program may pass any value, unlike the environment. */
const textual = <T>(read: (text: string) => T) =>
  makeValidator<T>((given: unknown) => {
    if (typeof given !== 'string') throw new EnvError('must be a text');
    return read(given);
  });

/** A whole number within bounds. */
export const wholeNumber = (least: number, most: number) =>
  makeValidator<number>((given: unknown) => {
    const text = typeof given === 'number' ? String(given) : given;
    const number = Number(text);
    if (typeof text === 'string' && /^\d+$/.test(text.trim()) && number >= least && number <= most) return number;
    throw new EnvError(`must be a whole number from ${least} to ${most}`);
  })();

/** One of the given words. */
export const oneOf = <T extends string>(...allowed: readonly T[]) =>
  makeValidator<T>((text) => {
    const found = allowed.find((one) => one === text);
    if (found !== undefined) return found;
    throw new EnvError(`must be one of ${allowed.join(', ')}`);
  });

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

const isHost = (text: string): boolean => isIP(text) !== 0 || HOST_NAME.test(text);

export const host = textual((text) => {
  if (isHost(text)) return text;
  throw new EnvError('must be an IP address or a host name, without port and brackets');
});

/** An http address without login, query and fragment. */
const readAddress = (text: string): URL | undefined => {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? readUrl(text) : undefined;
  return url && url.href === url.origin + url.pathname && isHost(url.hostname.replace(/^\[(.*)\]$/, '$1')) ? url : undefined;
};

/** An address at which links begin, without trailing slashes. */
export const address = textual((text) => {
  const url = readAddress(text);
  if (url) return url.href.replace(/\/+$/, '');
  throw new EnvError('must be an address that begins with http:// or https://, without login, query and blanks');
});

export const connectionString = textual((text) => {
  if (readHosts(text) !== undefined) return text;
  throw new EnvError(
    'must be a connection string that begins with mongodb:// or mongodb+srv:// and goes on [LOGIN:PASSWORD@]HOST[:PORT]/, with %40 for an @ in the password and the like',
  );
});

/** The names of MongoDB's own databases. */
const RESERVED: readonly string[] = ['admin', 'config', 'local'];

/** The name of a database, other than MongoDB's own. */
export const databaseName = textual((text) => {
  if (/^[A-Za-z0-9_-]{1,63}$/.test(text) && !RESERVED.includes(text.toLowerCase())) return text;
  throw new EnvError(`must be a name of letters, digits, - and _, at most 63, and not ${RESERVED.join(', ')}`);
});

/** A name for people, in one line. */
export const siteName = textual((text) => {
  if (text.trim() !== '' && text.length <= 100 && !/\p{Cc}/u.test(text)) return text.trim();
  throw new EnvError('must be a name of one line, of at most 100 characters');
});

/** The accent colour of pages. It must be dark enough to be readable on white. */
export const accentColour = textual((text) => {
  const accent = /^#[0-9a-f]{6}$/i.test(text) ? accentOf(text) : undefined;
  if (accent !== undefined) return text.toLowerCase();
  throw new EnvError('must be a colour such as #a8323e, dark enough to be read on white (4.5 to 1)');
});

/** Extensions of pictures that browsers show. */
export const LOGO_ENDS: readonly string[] = ['.svg', '.png', '.jpg', '.jpeg', '.webp', '.gif'];

/** The path of a file with one of the extensions. */
export const file = (what: string, ends: readonly string[]) =>
  textual((text) => {
    if (
      !/\p{Cc}/u.test(text) &&
      !/^[a-z][a-z0-9+.-]+:\/\//i.test(text) &&
      ends.some((end) => text.toLowerCase().endsWith(end) && text.length > end.length)
    )
      return text;
    throw new EnvError(`must be the path of ${what} (${ends.join(', ')})`);
  });

export const timeZone = textual((text) => {
  if (text !== '' && canonicalZone(text) !== undefined) return text;
  throw new EnvError('must be a time zone, e.g. Europe/Paris or UTC');
});

export const folder = textual((text) => {
  if (text.trim() !== '' && !/\p{Cc}/u.test(text) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text;
  throw new EnvError('must be the path of a folder');
});

/** The code of a currency (ISO 4217). */
export const currencyCode = textual((text) => {
  if (isCurrencyCode(text)) return text;
  throw new EnvError('must be the code of a currency as ISO 4217 has it, e.g. EUR');
});

/** The symbol of a currency. It contains no digits, so that prices can be parsed. */
export const currencySymbol = textual((text) => {
  if (/^[^\d\p{Cc}<>&"]{1,16}$/u.test(text) && /[\p{L}\p{Sc}]/u.test(text)) return text;
  throw new EnvError('must have 1 to 16 characters, with a letter or the sign of a currency and no digits');
});

/** Reads a list: an array, or a text with commas. */
const readList = <T>(given: unknown, what: string, read: (item: string) => T | undefined): readonly T[] => {
  const items: unknown = typeof given === 'string' ? given.split(',').map((item) => item.trim()) : given;
  if (!Array.isArray(items) || items.some((item) => typeof item !== 'string')) throw new EnvError('must be a list of texts');
  return items.map((item) => {
    const found = read(item);
    if (found !== undefined) return found;
    throw new EnvError(`must be ${what}, with commas between them`);
  });
};

/** A link in a setting: its text, and then its address. Undefined if it is invalid. */
export const readLink = (item: string): { readonly text: string; readonly href: string } | undefined => {
  const [, text = '', href = ''] = /^(\S(?:.*\S)?)\s+(https?:\/\/\S+)$/iu.exec(item) ?? [];
  const isPlain = text !== '' && text.length <= 100 && !/\p{Cc}/u.test(item);
  return isPlain && readUrl(href) !== undefined ? { text, href } : undefined;
};

/** Links, each with its text and its address. */
export const links = makeValidator<readonly string[]>((given: unknown) =>
  readList(given, 'words and an address each, e.g. About us https://example.org/about', (item) => {
    const link = readLink(item);
    return link && `${link.text} ${link.href}`;
  }),
);

export const languages = makeValidator<readonly Language[]>((given: unknown) => {
  const what = `one or more of ${LANGUAGES.join(', ')}, each of them once`;
  const named = readList(given, what, (item) => (isLanguage(item) ? item : undefined));
  if (named.length > 0 && new Set(named).size === named.length) return named;
  throw new EnvError(`must be ${what}, with commas between them`);
});

/** Locales, at most one for each language. */
export const locales = makeValidator<readonly string[]>((given: unknown) => {
  const what = `locales of ${LANGUAGES.join(', ')}, e.g. en-CA,fr-CA, one for each language`;
  const read = readList(given, what, readLocale);
  if (new Set(read.map(({ language }) => language)).size === read.length) return read.map(({ locale }) => locale);
  throw new EnvError(`must be ${what}, with commas between them`);
});

export const modules = makeValidator<readonly string[]>((given: unknown) =>
  readList(given, 'paths or names of packages', (item) => (/^[^\p{Cc}]+$/u.test(item) ? item : undefined)),
);

/** An origin. It refuses `null`, since any page can send it. */
const readOrigin = (text: string): string | undefined => {
  const url = readAddress(text);
  return url?.pathname === '/' ? url.origin : undefined;
};

/** Hosts in requests: names or addresses, IPv6 in brackets, with a port if only that port is allowed. */
export const hosts = makeValidator<readonly string[]>((given: unknown) =>
  readList(given, 'hosts like example.org, example.org:8080 or [::1]', (item) => {
    const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(item) ?? [];
    const isBracketed = name.startsWith('[');
    const isFine = isBracketed ? isIP(name.slice(1, -1)) === 6 : isHost(name);
    return isFine && Number(port ?? 0) <= 65_535 ? item : undefined;
  }),
);

const ORIGINS = '* for any, or origins like https://example.org, without a path';

/** Origins as browsers send them. */
export const origins = makeValidator<readonly string[]>((given: unknown) => readList(given, ORIGINS, readOrigin));

/** True for `*` alone, which means any origin. */
export const isAnyOrigin = (given: unknown): boolean => (Array.isArray(given) && given.length === 1 ? given[0] : given) === '*';

/**
 * Origins of pages that may embed ours, `*` for any. Content security policies cannot name IPv6 addresses
 * (https://www.w3.org/TR/CSP3/#grammardef-host-source).
 */
export const embedders = makeValidator<readonly string[]>((given: unknown) =>
  isAnyOrigin(given)
    ? ['*']
    : readList(given, `${ORIGINS}, and not of an IPv6 address`, (text) => (text.includes('[') ? undefined : readOrigin(text))),
);
