import type { Text } from '../language';
import { counted, tooFew, tooMany } from './counted';
import { explained, refusing, refusingParam } from './refusal';
import type { Samples } from './sample';

/** Codes of refusals of strings, numbers and booleans. */
export const VALUE_CODES = explained({
  rest_invalid_type: {
    status: [400],
    title: { en: 'Wrong type', fr: 'Type incorrect' },
    meaning: {
      en: 'The value of a parameter is of another type than the route declares.',
      fr: 'La valeur d’un paramètre est d’un autre type que celui que déclare la route.',
    },
    remedy: { en: 'Send a value of the type that the message names.', fr: 'Envoyez une valeur du type que nomme le message.' },
  },
  rest_not_in_enum: {
    status: [400],
    title: { en: 'Not one of the allowed values', fr: 'Valeur absente de la liste' },
    meaning: {
      en: 'A parameter takes only certain values, and this is none of them.',
      fr: 'Un paramètre n’accepte que certaines valeurs, et celle-ci n’en est pas une.',
    },
    remedy: {
      en: 'Send one of the values that the message lists, spelt alike.',
      fr: 'Envoyez l’une des valeurs que le message énumère, à l’identique.',
    },
  },
  rest_out_of_bounds: {
    status: [400],
    title: { en: 'Number out of bounds', fr: 'Nombre hors limites' },
    meaning: { en: 'A number is smaller or larger than is allowed.', fr: 'Un nombre est plus petit ou plus grand que ce qui est admis.' },
    remedy: {
      en: 'Send a number within the bounds that the message gives.',
      fr: 'Envoyez un nombre dans les limites que donne le message.',
    },
  },
  rest_invalid_multiple: {
    status: [400],
    title: { en: 'Not a multiple', fr: 'Multiple attendu' },
    meaning: { en: 'A number is no multiple of the step that is declared.', fr: 'Un nombre n’est pas un multiple du pas déclaré.' },
    remedy: {
      en: 'Round it to a multiple of the number in the message.',
      fr: 'Arrondissez-le à un multiple du nombre indiqué dans le message.',
    },
  },
  rest_too_short: {
    status: [400],
    title: { en: 'Text too short', fr: 'Texte trop court' },
    meaning: { en: 'A text has fewer characters than is allowed.', fr: 'Un texte compte moins de caractères que le minimum admis.' },
    remedy: { en: 'Send a longer one, or leave the parameter out.', fr: 'Envoyez-en un plus long, ou omettez le paramètre.' },
  },
  rest_too_long: {
    status: [400],
    title: { en: 'Text too long', fr: 'Texte trop long' },
    meaning: { en: 'A text has more characters than is allowed.', fr: 'Un texte compte plus de caractères que le maximum admis.' },
    remedy: { en: 'Shorten it to the length that the message gives.', fr: 'Raccourcissez-le à la longueur que donne le message.' },
  },
  rest_invalid_pattern: {
    status: [400],
    title: { en: 'Pattern not matched', fr: 'Motif non respecté' },
    meaning: {
      en: 'A text does not match the regular expression that is declared.',
      fr: 'Un texte ne correspond pas à l’expression rationnelle déclarée.',
    },
    remedy: { en: 'Write it as the pattern in the message asks.', fr: 'Écrivez-le comme le demande le motif cité dans le message.' },
  },
});

const spelt = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');

const TYPE_NAMES = {
  string: { en: 'a string', fr: 'une chaîne de caractères' },
  integer: { en: 'an integer', fr: 'un nombre entier' },
  number: { en: 'a number', fr: 'un nombre' },
  boolean: { en: 'true or false', fr: 'true ou false' },
  array: { en: 'a list', fr: 'une liste' },
  object: { en: 'an object', fr: 'un objet' },
  null: { en: 'null', fr: 'null' },
} as const satisfies Record<string, Text>;

/** The types of a parameter, as sentences name them. */
type SchemaType = keyof typeof TYPE_NAMES;

const ofTypes = (name: string, types: readonly SchemaType[]): Text => ({
  en: `\`${name}\` must be ${types.map((type) => TYPE_NAMES[type].en).join(', or ')}.`,
  fr: `\`${name}\` doit être ${types.map((type) => TYPE_NAMES[type].fr).join(', ou ')}.`,
});

const refusal = refusing(VALUE_CODES);
const badParam = refusingParam(VALUE_CODES);

/** Refusals of strings, numbers and booleans. */
export const valueErrors = {
  invalidType: (name: string, types: readonly SchemaType[]) => refusal('rest_invalid_type', 400, ofTypes(name, types), { param: name }),
  notInEnum: (name: string, values: readonly unknown[]) =>
    badParam('rest_not_in_enum', {
      en: `\`${name}\` must be one of: ${spelt(values)}.`,
      fr: `\`${name}\` doit être l’une de ces valeurs : ${spelt(values)}.`,
    }),
  outOfBounds: (name: string, bounds: Text) =>
    badParam('rest_out_of_bounds', { en: `\`${name}\` must be ${bounds.en}.`, fr: `\`${name}\` doit être ${bounds.fr}.` }),
  invalidMultiple: (name: string, step: number) =>
    badParam('rest_invalid_multiple', {
      en: `\`${name}\` must be a multiple of ${step}.`,
      fr: `\`${name}\` doit être un multiple de ${step}.`,
    }),
  tooShort: (name: string, least: number) => badParam('rest_too_short', tooFew(name, least, 'character')),
  tooLong: (name: string, most: number) => badParam('rest_too_long', tooMany(name, most, 'character')),
  /** `words` says what the pattern accepts. */
  invalidPattern: (name: string, pattern: string, words?: Text) =>
    badParam('rest_invalid_pattern', {
      en: `\`${name}\` must match the pattern ${pattern}${words ? `: ${words.en}` : ''}.`,
      fr: `\`${name}\` doit correspondre au motif ${pattern}${words ? ` : ${words.fr}` : ''}.`,
    }),
  tooLongToMatch: (name: string, most: number) =>
    badParam('rest_too_long', {
      en: `\`${name}\` is too long to be matched with a pattern: send ${most} or fewer characters.`,
      fr: `\`${name}\` est trop long pour être comparé à un motif : envoyez au plus ${counted(most, 'character').fr}.`,
    }),
};

/** Arguments of the example refusals in documents. */
export const VALUE_SAMPLES: Samples<typeof valueErrors> = {
  invalidType: [['page', ['integer']]],
  notInEnum: [['order', ['asc', 'desc']]],
  outOfBounds: [['page', { en: 'Send less.', fr: 'Envoyez moins.' }]],
  invalidPattern: [['title', '^a']],
};
