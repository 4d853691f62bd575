import { withoutReferences } from './text/plain-text';

/**
 * Parses a URL (https://url.spec.whatwg.org/#url-parsing). Undefined for other text. `URL.canParse` is no substitute: in Node.js 20 it
 * rejects URLs with Latin-1 letters (é, ü) after some thousand calls.
 */
export const readUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

// These run code, or show files of the reader's own machine.
const DANGEROUS = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'filesystem', 'about', 'view-source', 'jar']);
const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*):(\P{Cc}+)$/u;
// Schemes without a host. All others need one.
const HOSTLESS = /^(?:mailto|news)$/i;
// Host names must not have underscores, but some have, and browsers follow them.
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const WITH_HOST = new RegExp(`^//(?:[^\\s/?#@]*@)?(?:${LABEL}(?:\\.${LABEL})*\\.?|\\[[0-9a-f:.]+\\])(?::(\\d{0,5}))?$`, 'i');
const LAST_PORT = 65_535;
// In characters. Host names are shorter still.
const LONGEST_AUTHORITY = 2000;

const namesHost = (authority: string): boolean => {
  const [found, port = ''] = authority.length > LONGEST_AUTHORITY ? [] : (WITH_HOST.exec(authority) ?? []);
  return found !== undefined && Number(port) <= LAST_PORT;
};

const letter = (one: string): string => (/[a-z]/.test(one) ? `[${one.toUpperCase()}${one}]` : one);
const anyCase = (text: string): string => text.replace(/[a-z]/g, letter);
const ANY_LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
const PRINTED = '[!-;=?-~]';
const WRITTEN = '[^\\x00-\\x1f\\x7f-\\x9f]';
const SCHEME_CHARACTERS = [...'0123456789abcdefghijklmnopqrstuvwxyz+.-'];

/** Makes a pattern for the rest of a URL scheme after `begun`. The whole scheme is none of `words`. Needs no lookahead. */
const otherThan = (words: readonly string[], begun = ''): string => {
  const beginning = words.filter((word) => word.startsWith(begun));
  const next = [...new Set(beginning.map((word) => word.charAt(begun.length)))].filter((one) => one !== '');
  const free = SCHEME_CHARACTERS.filter((one) => !next.includes(one) && (begun !== '' || /[a-z]/.test(one)));
  const ways = [
    `[${free.map((one) => (/[a-z]/.test(one) ? one.toUpperCase() + one : one)).join('')}][A-Za-z0-9+.-]*`,
    ...next.map((one) => `${letter(one)}${otherThan(words, begun + one)}`),
  ];
  return `(?:${ways.join('|')})${begun === '' || words.includes(begun) ? '' : '?'}`;
};

/** The JSON Schema pattern of URLs that `readWebsite` accepts, except those with backslashes, outer spaces, or rare ports and hosts. */
export const WEBSITE_PATTERN = `^(?:${anyCase('(?:mailto|news)')}:${PRINTED}+|${otherThan([...DANGEROUS])}://(?:[!"$-.0-;=A-~]*@)?${ANY_LABEL}(?:\\.${ANY_LABEL})*\\.?(?::(?:[0-9]{0,4}|[1-5][0-9]{4}))?(?:[/?#]${WRITTEN}*)?)$`;

const ASCII = /^[\x21-\x7e]*$/;

/** Converts the authority of a URL (`//host:port`) to ASCII, as browsers do. Undefined for a text without a valid host. */
const asciiAuthority = (authority: string): string | undefined => {
  if (ASCII.test(authority) || authority.length > LONGEST_AUTHORITY) return authority;
  const host = /[\s@]/.test(authority) ? undefined : readUrl(`http:${authority}`)?.host;
  return host && `//${host}`;
};

/** The schemes after which browsers read any number of slashes as two, and backslashes as slashes. */
const SPECIAL = /^(?:https?|ftp|wss?)$/i;

/** Returns the part of a URL after its scheme, with slashes as browsers read them. */
const withSlashes = (rest: string): string => {
  const [before = ''] = /^[^?#]*/.exec(rest) ?? [];
  return `//${before.replaceAll('\\', '/').replace(/^\/+/, '')}${rest.slice(before.length)}`;
};

const percentEncoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Parses the URL of a website as browsers do, and returns its stored form. '' for an empty text. Outer spaces are removed. Inner spaces,
 * quotes, `<`, `>` and non-ASCII letters are encoded. After http and https any slashes and backslashes work, and `//` at the beginning
 * means https. Undefined for other text or an unsafe scheme.
 */
export const readWebsite = (text: string): string | undefined => {
  if (text === '') return '';
  const trimmed = text.trim();
  const typed = /^[/\\]{2}/.test(trimmed) ? `https:${trimmed}` : trimmed;
  if (!ADDRESS.test(typed)) return undefined;
  const [, scheme = '', written = ''] = ADDRESS.exec(withoutReferences(typed.replace(/[<>]/g, percentEncoded))) ?? [];
  if (scheme === '' || DANGEROUS.has(scheme.toLowerCase())) return undefined;
  const rest = SPECIAL.test(scheme) ? withSlashes(written) : written;
  const [sent = ''] = /^\/\/[^/?#]*/.exec(rest) ?? [];
  const authority = asciiAuthority(sent);
  if (authority === undefined || !(HOSTLESS.test(scheme) || namesHost(authority))) return undefined;
  const path = rest
    .slice(sent.length)
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/&lt;/g, '%3C')
    .replace(/&gt;/g, '%3E')
    .replace(/["<>`]/g, percentEncoded);
  return `${scheme}:${authority}${path}`;
};

/** Escapes `&` as `&amp;` in a stored URL, since clients insert it into HTML unchanged. */
export const presentWebsite = (website: string): string => website.replaceAll('&', '&amp;');
