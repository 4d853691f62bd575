import { type ApiError, errors } from '../errors';
import type { Text } from '../language';
import type { ArgRequest, Schema } from '../registry/args';
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

interface TextValue {
  readonly type: 'string';
  validate(value: unknown, request: ArgRequest, name: string): true;
}

/** Gives a text its limit, which is checked before anything else: patterns do not read texts of any length. */
const limited = <V extends TextValue>(longest: number, value: V) => ({
  ...value,
  validate(sent: unknown, request: ArgRequest, name: string): true {
    if (typeof sent === 'string' && isLonger(sent, longest)) throw errors.invalidValue(atMost(longest));
    return value.validate(sent, request, name);
  },
});

const filled = (schema: Schema, why: Text) =>
  ({
    type: 'string',
    // The pattern is about the first two characters alone.
    ...judged({ schema, anyLength: true, refuse: () => errors.invalidValue(why) }),
  }) as const;

/** A text of a query that is neither empty nor `0`, which nothing stores; `why` says no to an empty one. */
export const searchedText = (why: Text = NOT_EMPTY) => filled(FILLED, why);
const CLEARABLE: Schema = { type: 'string', pattern: '^(?:$|[^0]|0[\\s\\S])', patternText: { en: 'not 0', fr: 'différent de 0' } };

const NOT_NOUGHT: Text = {
  en: 'Send a text other than 0; an empty one is allowed.',
  fr: 'Envoyez un texte autre que 0 ; il peut être vide.',
};

/** A text that is neither empty nor `0`, of at most so many characters; `why` says no to an empty one. */
export const filledText = (longest: number, why: Text = NOT_EMPTY) => limited(longest, filled({ ...FILLED, maxLength: longest }, why));

/** A text other than `0`, of at most so many characters; the empty one, which answers show of nothing, clears it. */
export const clearableText = (longest: number) =>
  limited(longest, {
    type: 'string',
    ...judged({ schema: { ...CLEARABLE, maxLength: longest }, anyLength: true, refuse: () => errors.invalidValue(NOT_NOUGHT) }),
  } as const);

/** Any text of at most so many characters; the empty one is none. */
export const anyText = (longest: number) =>
  limited(longest, {
    type: 'string',
    ...judged({
      schema: { ...TEXT, maxLength: longest },
      refuse: (sent, name) => (isEmptyOtherwise(sent) ? errors.invalidType(name, ['string']) : errors.invalidValue(ANY)),
    }),
  } as const);

const EXCERPT_BYTES = 64 * 1024;
const clearableExcerpt = clearableText(EXCERPT_BYTES);

/** A clearable text of at most 64 KiB. */
export const excerptText = {
  ...clearableExcerpt,
  validate(value: unknown, request: ArgRequest, name: string): true {
    if (typeof value === 'string' && Buffer.byteLength(value) > EXCERPT_BYTES)
      throw errors.invalidValue({ en: 'Send at most 64 KiB of text.', fr: 'Envoyez au plus 64 Kio de texte.' });
    return clearableExcerpt.validate(value, request, name);
  },
} as const;

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
      read: (sent) => (typeof sent === 'string' && isLonger(sent, longest) ? null : sent),
      schema: { ...FILLED, maxLength: longest },
      sent: visible(longest),
      anyLength: true,
      refuse: (sent) => (isFilled(sent) ? (refuse?.() ?? errors.invalidValue(atMost(longest))) : errors.invalidValue(NOT_EMPTY)),
    }),
  }) as const;
