import { type ApiError, errors } from '../errors';
import type { Text } from '../language';
import type { ArgRequest, Schema } from '../registry/args';
import { isEmptyOtherwise } from './emptiness';
import { judged } from './value';

/** Longest texts, in characters; all others are as long as the body may be. */
export const LONGEST = { title: 1000, term: 200 } as const;

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
const atMost = (longest: number): Text => ({ en: `Send at most ${longest} characters.`, fr: `Envoyez au plus ${longest} caractères.` });

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '' && value !== '0';

/** A text that is neither empty nor `0`, of at most so many characters; `why` says no to those that are. */
export const filledText = (longest?: number, why: Text = NOT_EMPTY) =>
  ({
    type: 'string',
    ...judged({
      schema: longest === undefined ? FILLED : { ...FILLED, maxLength: longest },
      // The pattern is about the first two characters alone.
      anyLength: true,
      refuse: (sent) => errors.invalidValue(isFilled(sent) && longest !== undefined ? atMost(longest) : why),
    }),
  }) as const;

const CLEARABLE: Schema = { type: 'string', pattern: '^(?:$|[^0]|0[\\s\\S])', patternText: { en: 'not 0', fr: 'différent de 0' } };

const NOT_NOUGHT: Text = {
  en: 'Send a text other than 0; an empty one is allowed.',
  fr: 'Envoyez un texte autre que 0 ; il peut être vide.',
};

/** A text other than `0`; the empty one, which answers show of nothing, clears it. */
export const clearableText = {
  type: 'string',
  ...judged({ schema: CLEARABLE, anyLength: true, refuse: () => errors.invalidValue(NOT_NOUGHT) }),
} as const;

/** Any text; the empty one is none. */
export const anyText = {
  type: 'string',
  ...judged({
    schema: TEXT,
    refuse: (sent, name) => (isEmptyOtherwise(sent) ? errors.invalidType(name, ['string']) : errors.invalidValue(ANY)),
  }),
} as const;

const EXCERPT_BYTES = 64 * 1024;

/** A clearable text of at most 64 KiB. */
export const excerptText = {
  ...clearableText,
  validate(value: unknown, request: ArgRequest, name: string): true {
    clearableText.validate(value, request, name);
    if (Buffer.byteLength(String(value)) <= EXCERPT_BYTES) return true;
    throw errors.invalidValue({ en: 'Send at most 64 KiB of text.', fr: 'Envoyez au plus 64 Kio de texte.' });
  },
  accepts: { ...CLEARABLE, maxLength: EXCERPT_BYTES },
} as const;

const BLANK = '\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const TAG = '<[A-Za-z/!?][^<>]*>';

/** A text of which something is left without tags and blanks around it, and that is not `0`. */
export const visible = (maxLength: number): Schema => ({
  type: 'string',
  maxLength,
  patternText: {
    en: 'a text of which something is left without tags and blanks, and that is not 0',
    fr: 'un texte dont il reste quelque chose sans balises ni espaces, et qui n’est pas 0',
  },
  pattern: `^(?:0[\\s\\S]|(?:[${BLANK}]|${TAG})+0|(?:[${BLANK}]|${TAG})*(?:[^0${BLANK}<]|<(?:$|[^${BLANK}A-Za-z/!?]|[A-Za-z/!?][^>]*$)))`,
});

/** A name: a filled text of which something is left without its tags, which is judged where it is stored. */
export const nameText = (longest: number, refuse?: () => ApiError) =>
  ({
    type: 'string',
    ...judged({
      schema: { ...FILLED, maxLength: longest },
      sent: visible(longest),
      anyLength: true,
      refuse: (sent) => (isFilled(sent) ? (refuse?.() ?? errors.invalidValue(atMost(longest))) : errors.invalidValue(NOT_EMPTY)),
    }),
  }) as const;
