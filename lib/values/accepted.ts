import { POST_STATUSES } from '../access/posts';
import { DATE_PATTERN } from '../calendar/date-pattern';
import { WEBSITE_PATTERN } from '../calendar/website';
import { ZONE_PATTERN } from '../calendar/zone-names';
import type { Args, Schema } from '../registry/args';
import { understood } from '../registry/understood';
import { LONGEST } from './common';

// What is really accepted, beside what is declared as in the reference: for the OpenAPI document, shared by many args.

/** A text that is neither empty nor `0` (REFERENCE 3, is_string). */
export const FILLED: Schema = { type: 'string', pattern: '^(?:[^0]|0[\\s\\S])' };
/** An excerpt, of at most 64 KiB. */
export const EXCERPT: Schema = { ...FILLED, maxLength: 65_536 };
/** Any text. */
export const TEXT: Schema = { type: 'string' };
/** Texts that clear what they are sent for. */
export const EMPTY: Schema = { type: 'string', maxLength: 0 };
const NULL: Schema = { type: 'null' };

const BLANK = '\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const TAG = '<[A-Za-z/!?][^<>]*>';

/** A text of which something is left without tags and blanks around it, and that is not `0`. */
export const visible = (maxLength: number): Schema => ({
  type: 'string',
  maxLength,
  pattern: `^(?:0[\\s\\S]|(?:[${BLANK}]|${TAG})+0|(?:[${BLANK}]|${TAG})*(?:[^0${BLANK}<]|<(?:$|[^${BLANK}A-Za-z/!?]|[A-Za-z/!?][^>]*$)))`,
});

/** The ID of a record, as a number or as digits. */
export const ID: Schema = { type: ['integer', 'string'], minimum: 1, pattern: '^\\s*0*[1-9][0-9]*\\s*$' };
/** An ID, or 0 for none. */
export const ID_OR_NONE: Schema = { type: ['integer', 'string'], minimum: 0, pattern: '^(?:0|\\s*0*[1-9][0-9]*\\s*)$' };
/** The ID of a user, written as the CMS' positive integers can be. */
export const POSITIVE: Schema = understood({ type: 'integer', minimum: 1 });
/** IDs in a query, with commas between them. */
export const IDS: Schema = { type: 'array', items: { type: 'integer', format: 'int64', minimum: 1 }, minItems: 1 };
/** Slugs, with commas between them, none of them empty or `0`. */
export const SLUGS: Schema = {
  type: 'string',
  pattern: '^\\s*(?:[^\\s,0]|0\\s*[^\\s,])[^,]*(?:,\\s*(?:[^\\s,0]|0\\s*[^\\s,])[^,]*)*$',
};
/** IDs or slugs in a query, with commas between them. */
export const IDS_OR_SLUGS: Schema = {
  type: 'array',
  items: { type: ['integer', 'string'], minimum: 1, pattern: '^(?:[^0,]|0[^,])' },
  minItems: 1,
};
export const BOOLEAN: Schema = understood({ type: 'boolean' });

export const DATE: Schema = {
  title: 'DateText',
  type: 'string',
  pattern: DATE_PATTERN,
  description: {
    en: 'A date that exists, of the years 1 to 9999: 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (month first), 06.05.2030 (day first), Unix seconds, tomorrow 9am, +1 week … Rarer forms that PHP’s strtotime reads are understood too.',
    fr: 'Une date qui existe, des années 1 à 9999 : 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (le mois d’abord), 06.05.2030 (le jour d’abord), secondes Unix, tomorrow 9am, +1 week… Les formes plus rares que lit strtotime de PHP sont comprises aussi.',
  },
};

export const ZONE: Schema = {
  title: 'TimeZoneName',
  type: 'string',
  pattern: ZONE_PATTERN,
  description: {
    en: 'A time zone of the IANA database, in any case, an abbreviation or an offset; an empty text means that of the site.',
    fr: 'Un fuseau horaire de la base de l’IANA, quelle que soit la casse, une abréviation ou un décalage ; un texte vide signifie celui du site.',
  },
};

export const WEBSITE: Schema = {
  title: 'WebAddress',
  type: 'string',
  pattern: WEBSITE_PATTERN,
  description: {
    en: 'An address with a scheme, in ASCII and without blanks.',
    fr: 'Une adresse avec son protocole, en ASCII et sans espaces.',
  },
};

/** Degrees from -`most` to `most` (90 or 180), as a number or its text; an empty text means none, as null does. */
export const degreesSent = (most: 90 | 180): Schema => {
  const whole = most === 90 ? '[0-8]?[0-9]' : '(?:[0-9]{1,2}|1[0-7][0-9])';
  return {
    type: ['number', 'string', 'null'],
    minimum: -most,
    maximum: most,
    pattern: `^(?:|\\s*[+-]?0*(?:${most}(?:\\.0*)?|${whole}(?:\\.[0-9]*)?|\\.[0-9]+)\\s*)$`,
  };
};

/** The address of an image. */
export const IMAGE_ADDRESS: Schema = { type: 'string', maxLength: LONGEST.image, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$' };
/** An image: its ID, its address, or an object with its ID, as answers show it. */
export const IMAGE: Schema = { anyOf: [ID, IMAGE_ADDRESS, { type: 'object', properties: { id: ID }, required: ['id'] }] };

const LIST_STATUS = `(?:${POST_STATUSES.join('|')})`;
/** The statuses of a list, with commas between them; those who may not edit see what is published alone. */
export const STATUSES: Schema = { type: 'string', pattern: `^(?:0|\\s*(?:${LIST_STATUS}\\s*)?(?:,\\s*(?:${LIST_STATUS}\\s*)?)*)$` };

/** Either of these. */
export const either = (...schemas: readonly Schema[]): Schema => ({
  anyOf: schemas.flatMap((schema) => (schema.anyOf && schema.title === undefined ? schema.anyOf : [schema])),
});

/** What of an arg is accepted where nothing else is said. */
const acceptedOf = ({ accepts, validate, sanitize, announced, default: _, required, description, ...schema }: Args[string]): Schema =>
  accepts ?? (validate === undefined ? understood(schema) : schema);

/** The args of an update: nothing is required, and null is accepted for what can be empty or is left alone (SPECIFICATION 2.1, DIFFERENCES 10). */
export const updateArgs = (args: Args, nullable: readonly string[], extra: Readonly<Record<string, Schema>> = {}): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, { required: _, ...arg }]) => {
      const forms = [acceptedOf(arg), ...(extra[name] ? [extra[name]] : []), ...(nullable.includes(name) ? [NULL] : [])];
      return [name, { ...arg, accepts: forms.length === 1 ? acceptedOf(arg) : either(...forms) }];
    }),
  );
