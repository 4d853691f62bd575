import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { fullFormats } from 'ajv-formats/dist/formats';

// As in WordPress, offsets of up to 24 hours pass, which `lib/calendar` does not accept.
const DATE_TIME =
  /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-4])(?::[0-5]\d)?)?$/;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
/** The expression for characters that an IRI must encode (RFC 3987). */
const NO_IRI = /[\p{Cc}\p{Zs}<>"{}|\\^`\p{Surrogate}]|%(?![\da-f]{2})/iu;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

type TextFormat = (text: string) => boolean;

/** Returns the predicate of a text format from ajv-formats. */
const standard = (name: 'date' | 'time' | 'duration' | 'hostname' | TextName): TextFormat => {
  const format = fullFormats[name] as RegExp | TextFormat | { readonly validate: TextFormat };
  if (format instanceof RegExp) return (text) => format.test(text);
  return typeof format === 'function' ? format : format.validate;
};
type TextName = 'uri-reference' | 'uri-template' | 'json-pointer' | 'relative-json-pointer' | 'regex' | 'byte';

const isHostname = standard('hostname');

const isEmail = (text: string): boolean => {
  const at = text.indexOf('@', 1);
  if (text.length < 6 || at === -1) return false;
  const labels = text.slice(at + 1).split('.');
  return LOCAL_PART.test(text.slice(0, at)) && labels.length > 1 && labels.every((label) => LABEL.test(label));
};

const isIdnHostname: TextFormat = (text) => isHostname(domainToASCII(text));

const isIdnEmail: TextFormat = (text) => {
  const at = text.lastIndexOf('@');
  return at > 0 && !/[\s\p{Cc}@]/u.test(text.slice(0, at)) && isIdnHostname(text.slice(at + 1));
};

const isIriReference: TextFormat = (text) => !NO_IRI.test(text) && URL.canParse(text, 'http://localhost/');

/**
 * The predicates of text formats that refuse values, by format: those of WordPress, JSON Schema and OpenAPI.
 * As in WordPress, 31 February is a date, which rolls over into March.
 */
export const TEXT_FORMATS = {
  'date-time': (text: string) => DATE_TIME.test(text),
  email: isEmail,
  'hex-color': (text: string) => /^#(?:[A-Fa-f0-9]{3}){1,2}$/.test(text),
  ip: (text: string) => IPV4.test(text) || (isIPv6(text) && !text.includes('%')),
  uuid: (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text),
  date: standard('date'),
  time: standard('time'),
  duration: standard('duration'),
  hostname: isHostname,
  'idn-hostname': isIdnHostname,
  'idn-email': isIdnEmail,
  ipv4: (text: string) => isIPv4(text),
  ipv6: (text: string) => isIPv6(text) && !text.includes('%'),
  'uri-reference': standard('uri-reference'),
  'uri-template': standard('uri-template'),
  iri: (text: string) => SCHEME.test(text) && isIriReference(text),
  'iri-reference': isIriReference,
  'json-pointer': standard('json-pointer'),
  'relative-json-pointer': standard('relative-json-pointer'),
  regex: standard('regex'),
  byte: standard('byte'),
} as const;

export const INT32 = 2 ** 31 - 1;

export const isInt32 = (value: number): boolean => value >= -INT32 - 1 && value <= INT32;

/** The formats that refuse values, in the form of ajv. */
export const FORMATS = { ...TEXT_FORMATS, int32: { type: 'number', validate: isInt32 } } as const;

export type JudgedFormat = keyof typeof TEXT_FORMATS;

/** True if a format refuses some texts. Of the other formats, only `int32` refuses values. */
export const isJudged = (format: string | undefined): format is JudgedFormat => format !== undefined && Object.hasOwn(TEXT_FORMATS, format);
