import { plainText } from './text';

// These run code, or show what is on the reader's own machine.
const DANGEROUS = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'filesystem', 'about', 'view-source', 'jar']);
const ADDRESS = /^([a-z][a-z0-9+.-]*):([\x21-\x7e]+)$/i;
// Schemes without a host; any other needs one.
const HOSTLESS = /^(?:mailto|news)$/i;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const WITH_HOST = new RegExp(`^//(?:[^\\s/?#@]*@)?(?:${LABEL}(?:\\.${LABEL})*\\.?|\\[[0-9a-f:.]+\\])(?::(\\d{0,5}))?$`, 'i');
const LAST_PORT = 65_535;
// In characters; names of hosts are shorter still.
const LONGEST_AUTHORITY = 2000;

const namesHost = (rest: string): boolean => {
  const [authority = ''] = /^\/\/[^/?#]*/.exec(rest) ?? [];
  const [found, port = ''] = authority.length > LONGEST_AUTHORITY ? [] : (WITH_HOST.exec(authority) ?? []);
  return found !== undefined && Number(port) <= LAST_PORT;
};

const letter = (one: string): string => (/[a-z]/.test(one) ? `[${one.toUpperCase()}${one}]` : one);
const anyCase = (text: string): string => text.replace(/[a-z]/g, letter);
const ANY_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const PRINTED = '[!-;=?-~]';
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

/** What addresses look like, as a pattern of JSON Schema: what `readWebsite` reads, but for tags, which it removes, and rarer ports and hosts. */
export const WEBSITE_PATTERN = `^(?:${anyCase('(?:mailto|news)')}:${PRINTED}+|${otherThan([...DANGEROUS])}://(?:[!"$-.0-;=A-~]*@)?${ANY_LABEL}(?:\\.${ANY_LABEL})*\\.?(?::(?:[0-9]{0,4}|[1-5][0-9]{4}))?(?:[/?#]${PRINTED}*)?)$`;

/**
 * Reads the address of a website: it has a scheme and is ASCII without blanks, tags are removed. Answers it
 * as it is stored; '' for an empty text; undefined when it is none, or of a scheme that is not safe to click on.
 */
export const readWebsite = (text: string): string | undefined => {
  if (text === '' || !ADDRESS.test(text)) return text === '' ? '' : undefined;
  const [, scheme = '', rest = ''] = ADDRESS.exec(plainText(text)) ?? [];
  if (scheme === '' || DANGEROUS.has(scheme.toLowerCase()) || !(HOSTLESS.test(scheme) || namesHost(rest))) return undefined;
  const safe = rest.replaceAll('&amp;', '&').replace(/["<>`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${scheme}:${safe}`;
};

/** Shows a stored address with `&` as `&amp;`: clients put it into HTML as they get it. */
export const presentWebsite = (website: string): string => website.replaceAll('&', '&amp;');
