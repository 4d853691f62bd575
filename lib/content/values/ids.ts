import type { Text } from '../../language';
import { type ArgRequest, MOST_ITEMS, type Schema, sentForms } from '../../registry';
import { LONGEST, visible } from './texts';
import { checkedArg, convertingArg, either, NOTHING } from './value';

/** The most records that one field may link to, so that one transaction can write them in time. */
export const MOST_LINKS = 200;

/** Splits a list as WordPress does: an array, or a text with commas. A single value becomes a list of one item. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  if (typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value);
  return [value];
}

/** Splits a list of a query. Also accepts an object with any keys, unlike lists in bodies. */
export const requestedList = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : listOf(value);

/** Returns the items that are not empty texts: `1,,2` means `1,2`. */
export const nonEmpty = (items: readonly unknown[]): unknown[] => items.filter((item) => item !== '');

/** The largest signed 64-bit integer. */
const LARGEST = 9_223_372_036_854_775_807n;

/**
 * Reads a positive integer of at most 64 bits as WordPress does. Accepts `3`, `"03"`, `"2.0"`, `"1e1"` and `" 3 "`. Returns undefined for
 * other values, and 2^53 for larger integers, which doubles cannot distinguish.
 */
export function readPositiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\s*\+?\d+(\.\d*)?(e\+?\d+)?\s*$/i.test(value))) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > Number(LARGEST)) return undefined;
  // Text beyond the limit could round down to the limit as a double.
  if (typeof value === 'string' && /^\s*\+?\d+\s*$/.test(value) && BigInt(value.replace('+', '')) > LARGEST) return undefined;
  return Math.min(number, 2 ** 53);
}

/** The schema of a user's ID, in all forms of positive integers that WordPress accepts. */
export const POSITIVE: Schema = sentForms({ type: 'integer', minimum: 1 });

/** Reads an ID: a number, or digits without sign or leading zeros. Returns undefined for other values, such as the name `007`. */
export function readId(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[1-9]\d*\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The schema of a record's ID, as a number or text of digits. */
export const ID: Schema = {
  type: ['integer', 'string'],
  minimum: 1,
  pattern: '^\\s*[1-9][0-9]*\\s*$',
  patternText: {
    en: 'an ID: a whole number, 1 or more, also as text',
    fr: 'un identifiant : un nombre entier, 1 ou plus, aussi sous forme de texte',
  },
};

/** The schema of a record's ID, or 0 for no record. */
export const NONE_OR_ID: Schema = {
  type: ['integer', 'string'],
  minimum: 0,
  pattern: '^(?:0|\\s*[1-9][0-9]*\\s*)$',
  patternText: {
    en: 'an ID or 0: a whole number, also as text',
    fr: 'un identifiant ou 0 : un nombre entier, aussi sous forme de texte',
  },
};

/** Makes the arg of a record's ID, or 0 for no record. `why` is the refusal of other values. */
export const idOrNone = (why: Text) => {
  // The arg's type already refuses null.
  const { validate } = convertingArg<number>({ read: (sent) => (sent === 0 || sent === '0' ? 0 : readId(sent)), none: 0, refuse: why });
  return { type: 'integer', validate, accepts: NONE_OR_ID } as const;
};

/** Makes the query arg of one ID. Refuses IDs for which `exists` returns false. */
export const idIn = (exists: (id: number, request: ArgRequest) => Promise<boolean>) =>
  ({
    type: 'integer',
    ...convertingArg({
      async read(sent, request) {
        const id = readId(sent);
        return id !== undefined && (await exists(id, request)) ? id : undefined;
      },
      none: 0,
      refuse: {
        en: 'Send an existing ID that you may read.',
        fr: 'Envoyez l’identifiant d’un élément existant que vous pouvez lire.',
      },
    }),
    accepts: { type: 'integer', minimum: 1 },
  }) as const;

/** Makes the query arg of IDs with commas. Refuses unknown IDs if `exist` is given. */
export const idsIn = (exist?: (ids: readonly number[], request: ArgRequest) => Promise<boolean>) =>
  ({
    type: 'array',
    items: { type: 'integer' },
    ...convertingArg<number[]>({
      async read(sent, request) {
        const ids = nonEmpty(requestedList(sent)).map(readPositiveInteger);
        const isList = (some: typeof ids): some is number[] => some.length > 0 && !some.includes(undefined);
        return isList(ids) && (await (exist?.(ids, request) ?? true)) ? [...new Set(ids)] : undefined;
      },
      none: [],
      refuse: {
        en: 'Send existing IDs: one, a list, or several separated by commas.',
        fr: 'Envoyez des identifiants existants : un seul, une liste, ou plusieurs séparés par des virgules.',
      },
    }),
    accepts: { type: 'array', items: { type: 'integer', format: 'int64', minimum: 1 }, minItems: 1 },
  }) as const;

const SLUG = '\\s*(?:[^\\s,0]|0\\s*[^\\s,])[^,]*';

/** The arg of slugs with commas. Refuses empty slugs and `0`. */
export const slugList = {
  type: 'string',
  ...checkedArg({
    read: (sent) => requestedList(sent).map((slug) => (slug === '0' ? '' : slug)),
    schema: { type: 'array', minItems: 1, maxItems: MOST_ITEMS, items: { type: 'string', minLength: 1 } },
    sent: {
      type: 'string',
      pattern: `^${SLUG}(?:,${SLUG})*$`,
      patternText: {
        en: 'one or more slugs separated by commas, none of them empty or 0',
        fr: 'un ou plusieurs slugs séparés par des virgules, aucun n’étant vide ou 0',
      },
    },
    refuse: {
      en: `Send one slug, or several separated by commas, at most ${MOST_ITEMS}.`,
      fr: `Envoyez un slug, ou plusieurs séparés par des virgules, ${MOST_ITEMS} au plus.`,
    },
  }),
} as const;

/** The schema of IDs or slugs in a query, separated by commas. */
export const IDS_OR_SLUGS: Schema = {
  type: 'array',
  items: {
    type: ['integer', 'string'],
    minimum: 1,
    pattern: '^(?:[^0,]|0[^,])',
    patternText: { en: 'an ID of at least 1, or a slug', fr: 'un identifiant d’au moins 1, ou un slug' },
  },
  minItems: 1,
};

// Schemas of links in a body, for the OpenAPI document only. Other code validates links.

const WITH_ID: Schema = { type: 'object', properties: { id: ID }, required: ['id'] };
const TERM: Schema = { anyOf: [{ type: ['integer', 'string', 'boolean', 'null'], minimum: 0 }, WITH_ID] };
const numbered = (one: Schema): Schema => ({ type: 'object', patternProperties: { '^[0-9]+$': one }, additionalProperties: false });

/** The schema of terms by ID, name or slug: a single value, an array, or a text with commas. */
export const TERMS = either({ type: 'array', items: TERM }, TERM, numbered(TERM));

const EMPTY_VALUE = either(NOTHING, { type: 'object', maxProperties: 0 });

/** The schema of an array or object that has only empty values and means no link. */
export const HOLLOW: Schema = {
  anyOf: [
    { type: 'array', items: EMPTY_VALUE },
    { type: 'object', additionalProperties: EMPTY_VALUE },
  ],
};

/** Makes the schema of linked records. Accepts IDs, objects with an ID, data with the member `name`, or an array of these. */
export const linkedData = (name: string): Schema => {
  const data: Schema = { type: 'object', properties: { [name]: visible(LONGEST.title) }, required: [name] };
  const one: Schema = { anyOf: [ID, WITH_ID, data] };
  const ids: Schema = {
    type: 'string',
    pattern: '^\\s*[1-9][0-9]*\\s*(?:,\\s*[1-9][0-9]*\\s*)*$',
    patternText: { en: 'IDs separated by commas', fr: 'des identifiants séparés par des virgules' },
  };
  return either({ type: 'array', items: one }, ids, one, numbered(one), NOTHING);
};
