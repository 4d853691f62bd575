import { isIPv6 } from 'node:net';

// As the CMS judges it: an offset of up to 24 hours passes, which is none of a zone or a date (`lib/calendar`).
const DATE_TIME =
  /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-4])(?::[0-5]\d)?)?$/;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);

const isEmail = (text: string): boolean => {
  const at = text.indexOf('@', 1);
  if (text.length < 6 || at === -1) return false;
  const labels = text.slice(at + 1).split('.');
  return LOCAL_PART.test(text.slice(0, at)) && labels.length > 1 && labels.every((label) => LABEL.test(label));
};

/** The formats that are judged, with the CMS' meaning: a day that a month does not have rolls over and is a date there. */
export const FORMATS = {
  'date-time': (text: string) => DATE_TIME.test(text),
  email: isEmail,
  'hex-color': (text: string) => /^#(?:[A-Fa-f0-9]{3}){1,2}$/.test(text),
  ip: (text: string) => IPV4.test(text) || (isIPv6(text) && !text.includes('%')),
  uuid: (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text),
} as const;

/** A format that refuses what it does not fit; every other one is only a hint. */
export type JudgedFormat = keyof typeof FORMATS;

/** Tells whether a format refuses what it does not fit. */
export const isJudged = (format: string | undefined): format is JudgedFormat => format !== undefined && Object.hasOwn(FORMATS, format);
