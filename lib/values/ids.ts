import { errors } from '../errors';
import type { Text } from '../language';
import type { ArgRequest, Schema } from '../registry/args';
import { sentForms } from '../registry/sent-forms';
import { listOf, named } from './lists';
import { judged, readOnce } from './value';

/** The largest integer of 64 bits. */
const LARGEST = 9_223_372_036_854_775_807n;

/** Digits that mean too much, though the nearest double is that of the largest integer. */
const isBeyond = (digits: string): boolean => /^\s*\+?\d+\s*$/.test(digits) && BigInt(digits.replace('+', '')) > LARGEST;

/** All integers from here on are this one: doubles do not tell them apart, and their digits may be refused. */
const COUNTLESS = 2 ** 53;

/**
 * Reads the CMS' positive integers: `3`, `"03"`, `"2.0"`, `"1e1"`, `" 3 "` of at most 64 bits; undefined for anything else. Those
 * beyond 2^53 are 2^53.
 */
export function readPositiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\s*\+?\d+(\.\d*)?(e\+?\d+)?\s*$/i.test(value))) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > Number(LARGEST)) return undefined;
  return typeof value === 'string' && isBeyond(value) ? undefined : Math.min(number, COUNTLESS);
}

/** Reads an ID sent as number or digits; undefined for anything else. */
export function readId(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\s*\d+\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The ID of a record, as a number or as digits. */
export const ID: Schema = {
  type: ['integer', 'string'],
  minimum: 1,
  pattern: '^\\s*0*[1-9][0-9]*\\s*$',
  patternText: {
    en: 'an ID: a whole number of at least 1, or its digits',
    fr: 'un identifiant : un nombre entier d’au moins 1, ou ses chiffres',
  },
};
/** The ID of a user, written as the CMS' positive integers can be. */
export const POSITIVE: Schema = sentForms({ type: 'integer', minimum: 1 });

const NONE_OR_ID: Schema = {
  type: ['integer', 'string'],
  minimum: 0,
  pattern: '^(?:0|\\s*0*[1-9][0-9]*\\s*)$',
  patternText: {
    en: 'an ID, which is a whole number of at least 1, or its digits; or 0',
    fr: 'un identifiant, qui est un nombre entier d’au moins 1, ou ses chiffres ; ou 0',
  },
};

/** The ID of a record, or 0 for none; `why` says no to anything else. */
export const idOrNone = (why: Text) =>
  ({
    type: 'integer',
    ...judged({
      read: (sent) => (sent === 0 || sent === '0' ? 0 : readId(sent)),
      schema: { type: 'integer' },
      sent: NONE_OR_ID,
      refuse: () => errors.invalidValue(why),
    }),
  }) as const;

const NO_ID: Text = {
  en: 'Send the ID of one that exists and that you may read.',
  fr: 'Envoyez l’identifiant d’un élément existant que vous pouvez lire.',
};

/** One ID in a query, of a record that exists. */
export const idIn = (exists: (id: number, request: ArgRequest) => Promise<boolean>) =>
  ({
    type: 'integer',
    ...readOnce({
      async read(sent, request) {
        const id = readId(sent);
        return id !== undefined && (await exists(id, request)) ? id : undefined;
      },
      none: 0,
      refuse: () => errors.invalidValue(NO_ID),
    }),
    accepts: { type: 'integer', minimum: 1 },
  }) as const;

const NO_IDS: Text = {
  en: 'Send IDs that exist: one, a list, or several with commas between them.',
  fr: 'Envoyez des identifiants existants : un seul, une liste, ou plusieurs séparés par des virgules.',
};

/** IDs in a query, with commas between them; an unknown one is refused where `exist` says so. */
export const idsIn = (exist?: (ids: readonly number[], request: ArgRequest) => Promise<boolean>) => {
  // Any array will do, whatever its keys.
  const items = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : listOf(value));
  return {
    type: 'array',
    items: { type: 'integer' },
    ...readOnce<number[]>({
      async read(sent, request) {
        const ids = named(items(sent)).map(readPositiveInteger);
        const isList = (some: typeof ids): some is number[] => some.length > 0 && !some.includes(undefined);
        return isList(ids) && (await (exist?.(ids, request) ?? true)) ? [...new Set(ids)] : undefined;
      },
      none: [],
      refuse: () => errors.invalidValue(NO_IDS),
    }),
    accepts: { type: 'array', items: { type: 'integer', format: 'int64', minimum: 1 }, minItems: 1 },
  } as const;
};
