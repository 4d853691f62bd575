import { errors } from '../errors';
import type { Text } from '../language';
import type { ArgRequest } from '../registry/args';

/** Longest texts, in characters (DIFFERENCES 41); those of images are keys of an index. All others are as long as the body may be. */
export const LONGEST = { title: 1000, term: 200, image: 1900 } as const;
/** How many records one field of an event may name: more cannot be looked up and made in time. */
export const MOST_LINKS = 200;

const EXCERPT_BYTES = 64 * 1024;

const refuse = (en: string, fr: string): never => {
  throw errors.invalidValue({ en, fr });
};

/** Refuses what is no text, the empty text and `0`, as the reference does (REFERENCE 3, is_string). */
export const filled =
  (longest: number = Number.POSITIVE_INFINITY) =>
  (value: unknown): true => {
    if (typeof value !== 'string' || value === '' || value === '0') refuse('Send a text that is not empty.', 'Envoyez un texte non vide.');
    return short(value as string, longest);
  };

/** What the CMS takes for empty though it is no text: its validators let it pass, and the declared type refuses it. */
export const isEmptyOtherwise = (value: unknown): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** What the CMS takes for not given where nothing is declared. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === '0' || isEmptyOtherwise(value);

/** Refuses what is no text (REFERENCE 3, is_string_or_empty). */
export const text =
  (longest: number = Number.POSITIVE_INFINITY) =>
  (value: unknown, _request: ArgRequest, name: string): true => {
    if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
    if (typeof value !== 'string') refuse('Send a text; an empty one is allowed.', 'Envoyez un texte ; il peut être vide.');
    return short(value as string, longest);
  };

/** On updates the empty text clears what can be empty (DIFFERENCES 10); on creation it is refused. */
export const clearable =
  (check: (value: unknown, request: ArgRequest) => true | Promise<true>) =>
  (value: unknown, request: ArgRequest): true | Promise<true> =>
    value === '' && request.record !== undefined ? true : check(value, request);

const short = (value: string, longest: number): true => {
  // Signs beyond the first plane are one character, though two in a string.
  if (value.length > longest && [...value].length > longest)
    refuse(`Send at most ${longest} characters.`, `Envoyez au plus ${longest} caractères.`);
  return true;
};

/** Refuses an excerpt over 64 KiB. */
export const shortExcerpt = (value: unknown): true => {
  filled()(value);
  if (Buffer.byteLength(value as string) > EXCERPT_BYTES) refuse('Send at most 64 KiB of text.', 'Envoyez au plus 64 Kio de texte.');
  return true;
};

const PAGE: Text = { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' };

/** The largest integer of 64 bits. */
const LARGEST = 9_223_372_036_854_775_807n;

/** Digits that mean too much, though the nearest double is that of the largest integer. */
const isBeyond = (digits: string): boolean => /^\s*\+?\d+\s*$/.test(digits) && BigInt(digits.replace('+', '')) > LARGEST;

/** All integers from here on are this one: doubles do not tell them apart, and their digits may be refused (DIFFERENCES 47). */
const COUNTLESS = 2 ** 53;

/**
 * Reads the CMS' positive integers: `3`, `"03"`, `"2.0"`, `"1e1"`, `" 3 "` of at most 64 bits (REFERENCE 3); undefined for anything else. Those
 * beyond 2^53 are 2^53.
 */
export function readPositiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\s*\+?\d+(\.\d*)?(e\+?\d+)?\s*$/i.test(value))) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > Number(LARGEST)) return undefined;
  return typeof value === 'string' && isBeyond(value) ? undefined : Math.min(number, COUNTLESS);
}

const positive = {
  validate(value: unknown): true {
    if (readPositiveInteger(value) === undefined) throw errors.invalidValue(PAGE);
    return true;
  },
  sanitize: (value: unknown): number => readPositiveInteger(value) ?? 1,
};

/** A maximum would be rounded, and taken for that of lengths, which are clamped. */
const WHOLE = { type: 'integer', format: 'int64', minimum: 1 } as const;

/** How long a page is where nothing is asked for. */
export const defaultPerPage = (maxPerPage: number): number => Math.min(10, maxPerPage);

/** The args of every list's paging; more than the most is clamped, not refused (REFERENCE 4.6). */
export const paging = (maxPerPage: number, of: Text) =>
  ({
    page: {
      type: 'integer',
      default: 1,
      ...positive,
      accepts: WHOLE,
      description: { en: 'The page of results to return', fr: 'La page de résultats à renvoyer' },
    },
    per_page: {
      type: 'integer',
      default: defaultPerPage(maxPerPage),
      validate: positive.validate,
      accepts: WHOLE,
      sanitize: (value: unknown): number => Math.min(positive.sanitize(value), maxPerPage),
      description: { en: `How many ${of.en} to return on a page`, fr: `Le nombre à renvoyer par page (${of.fr})` },
    },
  }) as const;

/** Splits what the CMS takes as a list: an array, or a text with commas; a single value is a list of one. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  if (typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value);
  return [value];
}

/** The items of a list that say something: as in the reference, `1,,2` is `1,2`. */
export const named = (items: readonly unknown[]): unknown[] => items.filter((item) => item !== '');

/** Reads an ID sent as number or digits; undefined for anything else. */
export function readId(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\s*\d+\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

const IDS: Text = {
  en: 'Send IDs that exist: one, a list, or several with commas between them.',
  fr: 'Envoyez des identifiants existants : un seul, une liste, ou plusieurs séparés par des virgules.',
};

/** A filter by IDs; an unknown one is refused where `exist` says so (DIFFERENCES 3). */
export const idsFilter = (exist?: (ids: readonly number[], request: ArgRequest) => Promise<boolean>) => {
  // Any array will do, whatever its keys.
  const items = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : listOf(value));
  const read = (value: unknown) => named(items(value)).map(readPositiveInteger);
  return {
    async validate(value: unknown, request: ArgRequest): Promise<true> {
      const ids = read(value);
      if (ids.length === 0 || ids.includes(undefined) || (exist && !(await exist(ids as number[], request))))
        throw errors.invalidValue(IDS);
      return true;
    },
    sanitize: (value: unknown): number[] => [...new Set(read(value) as number[])],
  };
};

const ID: Text = {
  en: 'Send the ID of one that exists and that you may read.',
  fr: 'Envoyez l’identifiant d’un élément existant que vous pouvez lire.',
};

/** A filter by one ID. */
export const idFilter = (exists: (id: number, request: ArgRequest) => Promise<boolean>) => ({
  async validate(value: unknown, request: ArgRequest): Promise<true> {
    const id = readId(value);
    if (id === undefined || !(await exists(id, request))) throw errors.invalidValue(ID);
    return true;
  },
  sanitize: (value: unknown): number => readId(value) ?? 0,
});

/** The boolean that a text of the CMS' forms means; a validator has seen it. */
export const isTrue = (value: unknown): boolean => value === true || value === 1 || /^(true|1|yes|on|y|enabled?)$/i.test(String(value));
