import { POST_STATUSES, type PostStatus } from '../../access';
import { errors } from '../../errors';
import { inEach, type Text } from '../../language';
import { type ArgRequest, sentForms } from '../../registry';
import { listOf, nonEmpty } from './ids';
import { FILLED } from './texts';
import { checkedArg, convertingArg, isEmpty } from './value';

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
  ...checkedArg({ schema: sentForms({ type: 'boolean' }), refuse: (_, name) => errors.invalidType(name, ['boolean']) }),
  sanitize: (value: unknown): unknown => value,
} as const;

/** A boolean arg without a declared type, as in WordPress. Accepts any text except an empty one and `0`. */
export const anyBoolean = {
  ...checkedArg({
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
  ...checkedArg({ schema: { type: ['string', 'boolean'] }, refuse: (_, name) => errors.invalidType(name, ['string']) }),
  sanitize(value: unknown, _request: ArgRequest, name: string): boolean {
    if (value === null) throw errors.invalidType(name, ['string']);
    return isTrue(value);
  },
} as const;

/** Makes the query arg of words from `choices`, separated by commas. */
export const choicesIn = <const C extends string>(choices: readonly C[]) => {
  const items = { type: 'string', enum: choices } as const;
  const isChoice = (word: unknown): word is C => choices.some((choice) => choice === word);
  return {
    type: 'array',
    items,
    ...convertingArg<C[]>({
      read(sent) {
        const words = nonEmpty(listOf(sent));
        return words.length > 0 && words.every(isChoice) ? [...new Set(words)] : undefined;
      },
      none: [],
      refuse: {
        en: `Send one or several of: ${choices.join(', ')}.`,
        fr: `Envoyez une ou plusieurs de ces valeurs : ${choices.join(', ')}.`,
      },
    }),
    accepts: { type: 'array', items, minItems: 1 },
  } as const;
};

export const status = {
  type: 'string',
  ...checkedArg({
    schema: { type: 'string', enum: POST_STATUSES },
    refuse: (sent, name) =>
      sent === true
        ? errors.invalidType(name, ['string'])
        : errors.invalidValue({
            en: `Send one of ${POST_STATUSES.join(', ')}.`,
            fr: `Envoyez l’un de ces statuts : ${POST_STATUSES.join(', ')}.`,
          }),
  }),
} as const;

const ANY_STATUS = `(?:${POST_STATUSES.join('|')})`;

/** The statuses of a list without `status`, as in WordPress. Private records appear only for users who may read them. */
const USUAL: readonly PostStatus[] = ['publish', 'private'];

/** Makes the query arg of statuses with commas. Users without the right to edit may send only `publish`. */
export const statusesIn = (mayEdit: (request: ArgRequest) => boolean) => {
  const allowedTo = (request: ArgRequest): readonly PostStatus[] => (mayEdit(request) ? POST_STATUSES : ['publish']);
  return {
    type: 'string',
    ...convertingArg<readonly PostStatus[]>({
      read(sent, request) {
        const requested = isEmpty(sent) ? [] : nonEmpty(listOf(sent));
        const allowed = allowedTo(request);
        const statuses = requested.flatMap((one) => allowed.find((status) => status === one) ?? []);
        if (statuses.length < requested.length || (requested.length !== 1 && !mayEdit(request))) return undefined;
        return requested.length === 0 ? USUAL : statuses;
      },
      none: USUAL,
      refuse(request) {
        const allowed = allowedTo(request).join(', ');
        return { en: `Send one or several of: ${allowed}.`, fr: `Envoyez un ou plusieurs de ces statuts : ${allowed}.` };
      },
    }),
    accepts: {
      type: 'string',
      pattern: `^(?:0|\\s*(?:${ANY_STATUS}\\s*)?(?:,\\s*(?:${ANY_STATUS}\\s*)?)*)$`,
      patternText: {
        en: `one or several of ${POST_STATUSES.join(', ')}, separated by commas`,
        fr: `un ou plusieurs de ${POST_STATUSES.join(', ')}, séparés par des virgules`,
      },
    },
  } as const;
};
