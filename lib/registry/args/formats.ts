import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { fullFormats } from 'ajv-formats/dist/formats';
import { type ApiError, errors } from '../../errors';

// As in WordPress, offsets of up to 24 hours pass, which `lib/calendar` does not accept.
const DATE_TIME =
  /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-4])(?::[0-5]\d)?)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
/** The expression for characters that an IRI must encode (RFC 3987). */
const NO_IRI = /[\p{Cc}\p{Zs}<>"{}|\\^`\p{Surrogate}]|%(?![\da-f]{2})/iu;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** A format that refuses some texts. */
interface TextFormat {
  fits(text: string): boolean;
  /** Makes the error for a parameter whose text does not fit. */
  refuse(name: string): ApiError;
}

/** Returns the predicate of a format from ajv-formats. */
const standard = (format: keyof typeof fullFormats): TextFormat['fits'] => {
  const found = fullFormats[format] as RegExp | TextFormat['fits'] | { readonly validate: TextFormat['fits'] };
  if (found instanceof RegExp) return (text) => found.test(text);
  return typeof found === 'function' ? found : found.validate;
};

const isHostname = standard('hostname');

const isEmail = (text: string): boolean => {
  const at = text.indexOf('@', 1);
  if (text.length < 6 || at === -1) return false;
  const labels = text.slice(at + 1).split('.');
  return LOCAL_PART.test(text.slice(0, at)) && labels.length > 1 && labels.every((label) => LABEL.test(label));
};

const isIdnHostname = (text: string): boolean => isHostname(domainToASCII(text));

const isIdnEmail = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  return at > 0 && !/[\s\p{Cc}@]/u.test(text.slice(0, at)) && isIdnHostname(text.slice(at + 1));
};

const isIriReference = (text: string): boolean => !NO_IRI.test(text) && URL.canParse(text, 'http://localhost/');

/** Makes a format whose error shows a sample. */
const sampled = (format: string, sample: string, fits: TextFormat['fits']): readonly [string, TextFormat] => [
  format,
  { fits, refuse: (name) => errors.invalidFormat(name, format, sample) },
];

/** The formats that refuse some texts, by name. As in WordPress, 31 February is a date-time, which rolls over into March. */
export const TEXT_FORMATS: ReadonlyMap<string, TextFormat> = new Map([
  ['date-time', { fits: (text) => DATE_TIME.test(text), refuse: errors.invalidDate }],
  ['email', { fits: isEmail, refuse: errors.invalidEmail }],
  ['hex-color', { fits: (text) => /^#(?:[A-Fa-f0-9]{3}){1,2}$/.test(text), refuse: errors.invalidHexColor }],
  ['ip', { fits: (text) => IPV4.test(text) || (isIPv6(text) && !text.includes('%')), refuse: errors.invalidIp }],
  ['uuid', { fits: (text) => UUID.test(text), refuse: errors.invalidUuid }],
  sampled('date', '2030-01-31', standard('date')),
  sampled('time', '18:30:00Z', standard('time')),
  sampled('duration', 'PT1H30M', standard('duration')),
  sampled('hostname', 'www.example.org', isHostname),
  sampled('idn-hostname', 'café.example.org', isIdnHostname),
  sampled('idn-email', 'zoé@example.org', isIdnEmail),
  sampled('ipv4', '192.0.2.1', (text) => isIPv4(text)),
  sampled('ipv6', '2001:db8::1', (text) => isIPv6(text) && !text.includes('%')),
  sampled('uri-reference', '/concerts?page=2', standard('uri-reference')),
  sampled('uri-template', '/concerts/{id}', standard('uri-template')),
  sampled('iri', 'https://example.org/café', (text) => SCHEME.test(text) && isIriReference(text)),
  sampled('iri-reference', '/café', isIriReference),
  sampled('json-pointer', '/seats/0', standard('json-pointer')),
  sampled('relative-json-pointer', '1/seats', standard('relative-json-pointer')),
  sampled('regex', '^[a-z]+$', standard('regex')),
  sampled('byte', 'aGVsbG8=', standard('byte')),
]);

export const INT32 = 2 ** 31 - 1;

export const isInt32 = (value: number): boolean => value >= -INT32 - 1 && value <= INT32;

/** The validators of formats for ajv, by name: those of texts, and `int32`. All other formats refuse nothing. */
export const FORMATS = {
  ...Object.fromEntries([...TEXT_FORMATS].map(([format, { fits }]) => [format, fits])),
  int32: { type: 'number', validate: isInt32 },
} as const;

const PROTOCOLS = 'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
  ' ',
);

/** Removes each substring of `length` characters that `isUnwanted`, also those that form by removal, in one pass. */
const without = (text: string, length: number, isUnwanted: (piece: string) => boolean): string => {
  if (!text.includes('%')) return text;
  const left: string[] = [];
  for (const character of text) {
    left.push(character);
    if (left.length >= length && isUnwanted(left.slice(-length).join(''))) left.length -= length;
  }
  return left.join('');
};

const BLANKS = ' \t\n\r\v\0';

/** Removes surrounding blanks as `trim` of PHP does. Other Unicode blanks stay. */
const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** Converts the scheme of a URL to lower case. Undefined for an unsafe scheme. As in browsers, the entity of a colon ends a scheme. */
const withSafeScheme = (url: string, feeds = 0): string | undefined => {
  if (/&#0*58(?![;0-9])|&#x0*3a(?![;a-f0-9])/i.test(url)) return undefined;
  const scheme = url.split(/:|&#0*58;|&#x0*3a;|&colon;/i, 1)[0] ?? '';
  if (scheme === url || scheme.includes('/?')) return url;
  const lower = scheme.toLowerCase();
  if (url.charAt(scheme.length) !== ':' || !PROTOCOLS.includes(lower)) return undefined;
  const rest = url.slice(scheme.length + 1);
  const isEmptyFeed = rest === '' || feeds > 1;
  const safe = lower !== 'feed' ? rest : isEmptyFeed ? undefined : withSafeScheme(rest, feeds + 1);
  return safe === undefined ? undefined : `${lower}:${safe}`;
};

/** Cleans a URL: removes illegal characters, and adds `http://` if the URL has no scheme. Returns '' for an unsafe scheme. */
export const cleanUrl = (text: string): string => {
  const legal = text
    .replace(/^[ \t\n\r\v\0]+/, '')
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/giu, '');
  if (legal === '') return '';
  const stripped = /^mailto:/i.test(legal) ? legal : without(legal, 3, (piece) => /^%0[ad]$/i.test(piece));
  const spelt = stripped.replaceAll(';//', '://');
  const isWhole = spelt.includes(':') || /^[/#?]/.test(spelt) || /^[a-z0-9-]+\.php/i.test(spelt);
  const url = isWhole ? spelt : `http://${spelt}`;
  const safe = url.startsWith('/') ? url : (withSafeScheme(url) ?? '');
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(safe)?.[0] ?? '';
  return host + safe.slice(host.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
};

/** Removes `<script>` and `<style>` with content. A regular expression would take quadratic time on hostile text. */
const withoutScripts = (text: string): string => {
  const lower = text.toLowerCase();
  let cleaned = '';
  let from = 0;
  const unclosed = new Set<string>();
  for (const open of text.matchAll(/<(script|style)[^<>]*>/gi)) {
    const close = `</${open[1]?.toLowerCase()}>`;
    if (open.index < from || unclosed.has(close)) continue;
    const end = lower.indexOf(close, open.index);
    if (end === -1) {
      unclosed.add(close);
      continue;
    }
    cleaned += text.slice(from, open.index);
    from = end + close.length;
  }
  return cleaned + text.slice(from);
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const escaped = (text: string): string => text.replace(/&(?![a-z0-9#]+;)|[<>"']/gi, (character) => ENTITIES[character] ?? character);

/** The expression for an HTML comment, processing instruction or tag, up to the end of the text if unclosed. */
const TAG = /<!(?=--)[\s\S]*?(?:-->|$)|<(?=\?)[\s\S]*?(?:\?>|$)|<(?![ \t\n\v\f\r])(?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/g;

const withoutTags = (text: string): string =>
  withoutScripts(text.replace(/<[^<>]*(?:>|(?=<)|$)/g, (tag) => (tag.endsWith('>') ? tag : escaped(tag)))).replace(TAG, '');

/** Removes tags, percent-encoded characters, surrounding blanks and, without `lines`, line breaks from a text. */
export const cleanText = (text: string, { lines = false }: { readonly lines?: boolean } = {}): string => {
  const untagged = text.includes('<') ? trimmed(withoutTags(text).replaceAll('\0', '')).replaceAll('<\n', '&lt;\n') : text;
  const folded = trimmed(lines ? untagged : untagged.replace(/[\r\n\t ]+/g, ' '));
  const decoded = without(folded, 3, (piece) => /^%[a-f0-9]{2}$/i.test(piece));
  return decoded === folded ? folded : trimmed(decoded.replace(/ +/g, ' '));
};

/** The formats that clean texts, by name. */
export const CLEANERS: ReadonlyMap<string, (text: string) => string> = new Map([
  ['uri', cleanUrl],
  ['email', (text: string) => cleanText(text)],
  ['text-field', (text: string) => cleanText(text)],
  ['textarea-field', (text: string) => cleanText(text, { lines: true })],
]);
