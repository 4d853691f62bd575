import { errors } from '../../errors';
import { inEach, type Text } from '../../language';
import { type ArgRequest, sentForms } from '../../registry';
import { FILLED } from './texts';
import { judged } from './value';

/** The texts that mean true in the CMS' forms, in any case. */
const TRUE_TEXTS: readonly string[] = ['true', '1', 'yes', 'y', 'on', 'enable', 'enabled'];

const OR: Text = { en: ', or', fr: ' ou' };

/** The same in a sentence. */
export const TRUE_WORDS: Text = inEach((language) => `${TRUE_TEXTS.slice(0, -1).join(', ')}${OR[language]} ${TRUE_TEXTS.at(-1)}`);

/** The boolean that a text of the CMS' forms means; a validator has seen it. */
export const isTrue = (value: unknown): boolean => value === true || value === 1 || TRUE_TEXTS.includes(String(value).toLowerCase());

/** A boolean that links repeat as it was sent. */
export const repeatedBoolean = {
  type: 'boolean',
  ...judged({ schema: sentForms({ type: 'boolean' }), refuse: (_, name) => errors.invalidType(name, ['boolean']) }),
  sanitize: (value: unknown): unknown => value,
} as const;

/** A boolean of which nothing is declared: any text but none says something. */
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
    refuse: () => errors.invalidValue({ en: 'Send true or false.', fr: 'Envoyez true ou false.' }),
  }),
  sanitize: isTrue,
} as const;

/** A boolean that is declared as a text; what answers show, a boolean, is taken too. */
export const textSwitch = {
  type: 'string',
  ...judged({ schema: { type: ['string', 'boolean'] }, refuse: (_, name) => errors.invalidType(name, ['string']) }),
  sanitize(value: unknown, _request: ArgRequest, name: string): boolean {
    if (value === null) throw errors.invalidType(name, ['string']);
    return isTrue(value);
  },
} as const;
