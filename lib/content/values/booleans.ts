import { errors } from '../../errors';
import { inEach, type Text } from '../../language';
import { type ArgRequest, sentForms } from '../../registry';
import { FILLED } from './texts';
import { judged } from './value';

/** Texts that mean true in WordPress, in upper or lower case. */
const TRUE_TEXTS: readonly string[] = ['true', '1', 'yes', 'y', 'on', 'enable', 'enabled'];

const OR: Text = { en: ', or', fr: ' ou' };

/** The texts that mean true, joined for a sentence in each language. */
export const TRUE_WORDS: Text = inEach((language) => `${TRUE_TEXTS.slice(0, -1).join(', ')}${OR[language]} ${TRUE_TEXTS.at(-1)}`);

/** Converts a validated boolean, number or text to a boolean. Texts follow WordPress, such as `yes` for true. */
export const isTrue = (value: unknown): boolean => value === true || value === 1 || TRUE_TEXTS.includes(String(value).toLowerCase());

/** A boolean arg of a query. Page links repeat the value as sent. */
export const repeatedBoolean = {
  type: 'boolean',
  ...judged({ schema: sentForms({ type: 'boolean' }), refuse: (_, name) => errors.invalidType(name, ['boolean']) }),
  sanitize: (value: unknown): unknown => value,
} as const;

/** A boolean arg without a declared type, as in WordPress. Accepts any text except an empty one and `0`. */
export const anyBoolean = {
  ...judged({
    schema: {
      ...FILLED,
      type: ['boolean', 'string'],
      patternText: {
        en: `${TRUE_WORDS.en} for true; any other text that is neither empty nor 0 for false`,
        fr: `${TRUE_WORDS.fr} pour true ; tout autre texte, ni vide ni 0, pour false`,
      },
    },
    anyLength: true,
    refuse: { en: 'Send true or false.', fr: 'Envoyez true ou false.' },
  }),
  sanitize: isTrue,
} as const;

/** A boolean arg with the declared type text. Also accepts the boolean that answers show. */
export const textSwitch = {
  type: 'string',
  ...judged({ schema: { type: ['string', 'boolean'] }, refuse: (_, name) => errors.invalidType(name, ['string']) }),
  sanitize(value: unknown, _request: ArgRequest, name: string): boolean {
    if (value === null) throw errors.invalidType(name, ['string']);
    return isTrue(value);
  },
} as const;
