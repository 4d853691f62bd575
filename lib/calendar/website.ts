import { withoutReferences } from './text/plain-text';
import { readUrl } from './url';

// These run code, or show what is on the reader's own machine.
const DANGEROUS = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'filesystem', 'about', 'view-source', 'jar']);
const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*):(\P{Cc}+)$/u;
// Schemes without a host; any other needs one.
const HOSTLESS = /^(?:mailto|news)$/i;
// Names of hosts have no underscores by the rules, but some have, and browsers follow them.
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const WITH_HOST = new RegExp(`^//(?:[^\\s/?#@]*@)?(?:${LABEL}(?:\\.${LABEL})*\\.?|\\[[0-9a-f:.]+\\])(?::(\\d{0,5}))?$`, 'i');
const LAST_PORT = 65_535;
// In characters; names of hosts are shorter still.
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

/** What can follow the beginning of a scheme so that the whole is none of these words: a pattern, without looking ahead. */
const otherThan = (words: readonly string[], begun = ''): string => {
  const beginning = words.filter((word) => word.startsWith(begun));
  if (beginning.length === 0) return '[A-Za-z0-9+.-]*';
  const next = [...new Set(beginning.map((word) => word.charAt(begun.length)))].filter((one) => one !== '');
  const free = SCHEME_CHARACTERS.filter((one) => !next.includes(one) && (begun !== '' || /[a-z]/.test(one)));
  const ways = [
    `[${free.map((one) => (/[a-z]/.test(one) ? one.toUpperCase() + one : one)).join('')}][A-Za-z0-9+.-]*`,
    ...next.map((one) => `${letter(one)}${otherThan(words, begun + one)}`),
  ];
  return `(?:${ways.join('|')})${begun === '' || words.includes(begun) ? '' : '?'}`;
};

/** The addresses that `readWebsite` reads, as a pattern of JSON Schema. Left out are other slashes, blanks around, and rare ports and hosts. */
export const WEBSITE_PATTERN = `^(?:${anyCase('(?:mailto|news)')}:${PRINTED}+|${otherThan([...DANGEROUS])}://(?:[!"$-.0-;=A-~]*@)?${ANY_LABEL}(?:\\.${ANY_LABEL})*\\.?(?::(?:[0-9]{0,4}|[1-5][0-9]{4}))?(?:[/?#]${WRITTEN}*)?)$`;

const ASCII = /^[\x21-\x7e]*$/;

/** The name of a host in ASCII, as browsers write it; undefined for what names none. */
const asciiAuthority = (authority: string): string | undefined => {
  if (ASCII.test(authority) || authority.length > LONGEST_AUTHORITY) return authority;
  const host = /[\s@]/.test(authority) ? undefined : readUrl(`http:${authority}`)?.host;
  return host && `//${host}`;
};

/** Schemes after which browsers take any number of slashes for two, and backslashes for slashes. */
const SPECIAL = /^(?:https?|ftp|wss?)$/i;

/** An address behind its scheme, with the slashes that browsers read. */
const withSlashes = (rest: string): string => {
  const [before = ''] = /^[^?#]*/.exec(rest) ?? [];
  return `//${before.replaceAll('\\', '/').replace(/^\/+/, '')}${rest.slice(before.length)}`;
};

const percentEncoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Reads the address of a website as browsers do: blanks around it go, those within, quotes, `<`, `>` and letters beyond ASCII are encoded. After
 * http and https any slashes and backslashes do, and an address that begins with two slashes is one of https. Answers the address as it is stored;
 * '' for an empty text; undefined for no address or an unsafe scheme.
 */
export const readWebsite = (text: string): string | undefined => {
  if (text === '') return '';
  const trimmed = text.trim();
  const typed = /^[/\\]{2}/.test(trimmed) ? `https:${trimmed}` : trimmed;
  if (!ADDRESS.test(typed)) return undefined;
  const [, scheme = '', written = ''] = ADDRESS.exec(withoutReferences(typed.replace(/[<>]/g, percentEncoded))) ?? [];
  if (scheme === '' || DANGEROUS.has(scheme.toLowerCase())) return undefined;
  const rest = SPECIAL.test(scheme) ? withSlashes(written) : written;
  const [said = ''] = /^\/\/[^/?#]*/.exec(rest) ?? [];
  const authority = asciiAuthority(said);
  if (authority === undefined || !(HOSTLESS.test(scheme) || namesHost(authority))) return undefined;
  const path = rest
    .slice(said.length)
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/&lt;/g, '%3C')
    .replace(/&gt;/g, '%3E')
    .replace(/["<>`]/g, percentEncoded);
  return `${scheme}:${authority}${path}`;
};

/** Shows a stored address with `&` as `&amp;`: clients put it into HTML as they get it. */
export const presentWebsite = (website: string): string => website.replaceAll('&', '&amp;');
