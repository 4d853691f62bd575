import { countable } from '../../calendar';
import { type ApiError, errors, invalidParam } from '../../errors';
import type { Text } from '../../language';
import type { ArgRequest, Schema } from '../../registry';
import { isEmptyOtherwise } from './emptiness';
import { judged } from './value';

/** The longest texts, in characters. */
export const LONGEST = {
  title: 1000,
  term: 200,
  line: 1000,
  address: 2000,
  slug: 3000,
  nested: 10_000,
  description: 100_000,
} as const;

/** A text that is neither empty nor `0`. */
export const FILLED: Schema = {
  type: 'string',
  pattern: '^(?:[^0]|0[\\s\\S])',
  patternText: { en: 'neither empty nor 0', fr: 'ni vide ni 0' },
};
/** Any text. */
export const TEXT: Schema = { type: 'string' };
/** Texts that clear what they are sent for. */
export const EMPTY: Schema = { type: 'string', maxLength: 0 };

const NOT_EMPTY: Text = { en: 'Send a text that is not empty.', fr: 'Envoyez un texte non vide.' };
const ANY: Text = { en: 'Send a text; an empty one is allowed.', fr: 'Envoyez un texte ; il peut être vide.' };
export const atMost = (longest: number): Text => ({
  en: `Send at most ${longest} characters.`,
  fr: `Envoyez au plus ${longest} caractères.`,
});

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '' && value !== '0';

/** Tells whether a text has more than so many characters (code points). */
export const isLonger = (text: string, longest: number): boolean =>
  text.length > longest && [...text.slice(0, 2 * longest + 1)].length > longest;

/** Tells whether a text has more than so many characters, counted so that answers can be sent back. */
export const isTooLong = (text: string, longest: number): boolean => text.length > longest && isLonger(countable(text), longest);

/** The length that a text may have. */
export interface Limit {
  readonly characters: number;
  isOver(text: string): boolean;
  readonly refusal: Text;
}

/** A limit of so many characters. */
const limitOf = (characters: number): Limit => ({
  characters,
  isOver: (text) => isTooLong(text, characters),
  refusal: atMost(characters),
});

interface LimitedText {
  readonly limit: Limit;
  readonly schema: Schema;
  refuse(sent: unknown, name: string): ApiError;
}

/** A text with a limit, which is checked before the schema and published with it. */
const limitedText = ({ limit, schema, refuse }: LimitedText) => {
  // The patterns are about the first two characters alone.
  const value = judged({ schema, anyLength: true, refuse });
  return {
    type: 'string',
    accepts: { ...schema, maxLength: limit.characters },
    validate(sent: unknown, request: ArgRequest, name: string): true {
      if (typeof sent === 'string' && limit.isOver(sent)) throw errors.invalidValue(limit.refusal);
      return value.validate(sent, request, name);
    },
  } as const;
};

/** A text of a query that is neither empty nor `0`, which nothing stores; `why` says no to an empty one. */
export const searchedText = (why: Text = NOT_EMPTY) =>
  ({ type: 'string', ...judged({ schema: FILLED, anyLength: true, refuse: () => errors.invalidValue(why) }) }) as const;
const CLEARABLE: Schema = { type: 'string', pattern: '^(?:$|[^0]|0[\\s\\S])', patternText: { en: 'not 0', fr: 'différent de 0' } };

const NOT_NOUGHT: Text = {
  en: 'Send a text other than 0; an empty one is allowed.',
  fr: 'Envoyez un texte autre que 0 ; il peut être vide.',
};

/** A text that is neither empty nor `0`, of at most so many characters; `why` says no to an empty one. */
export const filledText = (longest: number, why: Text = NOT_EMPTY) =>
  limitedText({ limit: limitOf(longest), schema: FILLED, refuse: () => errors.invalidValue(why) });

/** A text other than `0`, within a limit; the empty one, which answers show of nothing, clears it. */
export const clearableText = (limit: Limit) => limitedText({ limit, schema: CLEARABLE, refuse: () => errors.invalidValue(NOT_NOUGHT) });

/** Any text within a limit; the empty one is none. */
export const anyText = (limit: Limit) =>
  limitedText({
    limit,
    schema: TEXT,
    refuse: (sent, name) => (isEmptyOtherwise(sent) ? errors.invalidType(name, ['string']) : errors.invalidValue(ANY)),
  });

const EXCERPT_BYTES = 64 * 1024;

/** The limits of texts of one line, of descriptions and of excerpts. */
export const LIMITS = {
  line: limitOf(LONGEST.line),
  description: limitOf(LONGEST.description),
  excerpt: {
    characters: EXCERPT_BYTES,
    isOver: (text) => Buffer.byteLength(countable(text)) > EXCERPT_BYTES,
    refusal: { en: 'Send at most 64 KiB of text.', fr: 'Envoyez au plus 64 Kio de texte.' },
  },
} as const satisfies Record<string, Limit>;

/** Refuses a text that is shown longer than its limit, as tags and attributes may become: what is answered can be sent back. */
export const refuseOverLimit = (shown: string, { isOver, refusal }: Limit, name: string): void => {
  if (isOver(shown)) throw invalidParam(name, refusal);
};

const BLANKS = '\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
// Characters without a shape. `isVisible` knows those beyond U+FFFF and the marks of all scripts too; a pattern with them would need the flag `u`.
const SHAPELESS =
  '\\xad\\u0300-\\u036f\\u0483-\\u0489\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20ff\\u2800\\u3164\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\uffa0\\ufff0-\\ufffb';
const UNSEEN = BLANKS + SHAPELESS;
const TAG = '<[A-Za-z/!?][^<>]*>';

/** A text of which something is seen without its tags, and that is not `0`. Tags that are no elements of HTML are taken besides, for their words. */
export const visible = (maxLength: number): Schema => ({
  type: 'string',
  maxLength,
  patternText: {
    en: 'a text of which something is seen without tags, and that is not 0',
    fr: 'un texte dont on voit quelque chose sans balises, et qui n’est pas 0',
  },
  pattern: `^(?:0[\\s\\S]|(?:[${UNSEEN}]|${TAG})+0|(?:[${UNSEEN}]|${TAG})*(?:[^0${UNSEEN}<]|<(?:$|[^${UNSEEN}A-Za-z/!?]|[A-Za-z/!?][^>]*$)))`,
});

/** A name: a filled text of which something is left without its tags, which is judged where it is stored. */
export const nameText = (longest: number, refuse?: () => ApiError) =>
  ({
    type: 'string',
    ...judged({
      read: (sent) => (typeof sent === 'string' && isTooLong(sent, longest) ? null : sent),
      schema: FILLED,
      sent: visible(longest),
      anyLength: true,
      refuse: (sent) => (isFilled(sent) ? (refuse?.() ?? errors.invalidValue(atMost(longest))) : errors.invalidValue(NOT_EMPTY)),
    }),
  }) as const;
