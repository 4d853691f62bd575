import { countable } from '../../calendar';
import { type ApiError, errors, invalidParam } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, isLonger, type Schema } from '../../registry';
import { checkedArg, isEmptyNonText } from './value';

/** The maximum lengths of texts, in characters. */
export const LONGEST = {
  title: 1000,
  term: 200,
  line: 1000,
  address: 2000,
  slug: 3000,
  nested: 10_000,
  description: 100_000,
} as const;

/** The schema of a text other than `0` and the empty text. */
export const FILLED: Schema = {
  type: 'string',
  pattern: '^(?:[^0]|0[\\s\\S])',
  patternText: { en: 'neither empty nor 0', fr: 'ni vide ni 0' },
};

/** The schema of an empty text, which clears a value. */
export const EMPTY: Schema = { type: 'string', maxLength: 0 };

const NOT_EMPTY: Text = { en: 'Send a text that is not empty.', fr: 'Envoyez un texte non vide.' };

export const atMost = (longest: number): Text => ({
  en: `Send at most ${longest} characters.`,
  fr: `Envoyez au plus ${longest} caractères.`,
});

/** True if a text is too long in the form that answers show. Clients can therefore send back any accepted text. */
export const isTooLong = (text: string, longest: number): boolean => text.length > longest && isLonger(countable(text), longest);

export interface Limit {
  readonly characters: number;
  isOver(text: string): boolean;
  readonly refusal: Text;
}

const limitOf = (characters: number): Limit => ({
  characters,
  isOver: (text) => isTooLong(text, characters),
  refusal: atMost(characters),
});

/** Makes the arg of a text with a length limit, which is checked before the schema. */
const limitedText = (limit: Limit, schema: Schema, refuse: Text | ((sent: unknown, name: string) => ApiError)) => {
  // The patterns read only the first two characters.
  const value = checkedArg({ schema, anyLength: true, refuse });
  return {
    type: 'string',
    accepts: { ...schema, maxLength: limit.characters },
    validate(sent: unknown, request: ArgRequest, name: string): true {
      if (typeof sent === 'string' && limit.isOver(sent)) throw errors.invalidValue(limit.refusal);
      return value.validate(sent, request, name);
    },
  } as const;
};

/** Makes the arg of a query text other than `0` and the empty text. `why` is the refusal. */
export const searchedText = (why: Text = NOT_EMPTY) =>
  ({ type: 'string', ...checkedArg({ schema: FILLED, anyLength: true, refuse: why }) }) as const;

/** Makes the arg of a record's text. Refuses the empty text and `0`. */
export const filledText = (longest: number) => limitedText(limitOf(longest), FILLED, NOT_EMPTY);

/** Makes the arg of a text other than `0`. An empty text clears the value. */
export const clearableText = (limit: Limit) =>
  limitedText(
    limit,
    { type: 'string', pattern: '^(?:$|[^0]|0[\\s\\S])', patternText: { en: 'not 0', fr: 'différent de 0' } },
    { en: 'Send a text other than 0; an empty one is allowed.', fr: 'Envoyez un texte autre que 0 ; il peut être vide.' },
  );

/** Makes the arg of any text within the limit. An empty text means no value. */
export const anyText = (limit: Limit) =>
  limitedText(limit, { type: 'string' }, (sent, name) =>
    isEmptyNonText(sent)
      ? errors.invalidType(name, ['string'])
      : errors.invalidValue({ en: 'Send a text; an empty one is allowed.', fr: 'Envoyez un texte ; il peut être vide.' }),
  );

const EXCERPT_BYTES = 64 * 1024;

export const LIMITS = {
  line: limitOf(LONGEST.line),
  description: limitOf(LONGEST.description),
  excerpt: {
    characters: EXCERPT_BYTES,
    isOver: (text) => Buffer.byteLength(countable(text)) > EXCERPT_BYTES,
    refusal: { en: 'Send at most 64 KiB of text.', fr: 'Envoyez au plus 64 Kio de texte.' },
  },
} as const satisfies Record<string, Limit>;

/** Throws if the shown HTML exceeds the limit. Tags and attributes can be longer than in the sent text. */
export const refuseOverLimit = (shown: string, { isOver, refusal }: Limit, name: string): void => {
  if (isOver(shown)) throw invalidParam(name, refusal);
};

const BLANKS = '\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
// Invisible characters up to U+FFFF. Higher ones, which `isVisible` finds, would need the flag `u` in the pattern.
const SHAPELESS =
  '\\xad\\u0300-\\u036f\\u0483-\\u0489\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20ff\\u2800\\u3164\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\uffa0\\ufff0-\\ufffb';
const UNSEEN = BLANKS + SHAPELESS;
const TAG = '<[A-Za-z/!?][^<>]*>';

/** Makes the schema of a text other than `0` with visible content outside HTML tags. Unknown tags count as text. */
export const visible = (maxLength: number): Schema => ({
  type: 'string',
  maxLength,
  patternText: {
    en: 'a text other than 0 that is not empty without its tags',
    fr: 'un texte autre que 0, qui n’est pas vide sans ses balises',
  },
  pattern: `^(?:0[\\s\\S]|(?:[${UNSEEN}]|${TAG})+0|(?:[${UNSEEN}]|${TAG})*(?:[^0${UNSEEN}<]|<(?:$|[^${UNSEEN}A-Za-z/!?]|[A-Za-z/!?][^>]*$)))`,
});

/**
 * Makes the arg of a name. `why` refuses a long name. The pattern is approximate; storage checks that visible text remains without tags.
 */
export const nameText = (longest: number, why: Text = atMost(longest)) =>
  ({
    type: 'string',
    ...checkedArg({
      read: (sent) => (typeof sent === 'string' && isTooLong(sent, longest) ? null : sent),
      schema: FILLED,
      sent: visible(longest),
      anyLength: true,
      refuse: (sent) => errors.invalidValue(typeof sent === 'string' && sent !== '' && sent !== '0' ? why : NOT_EMPTY),
    }),
  }) as const;
