import type { Text } from '../language';
import { counted, tooFew, tooMany } from './counted';
import { explained, refusing } from './refusal';

/** Error codes about single parameter values (type, range, pattern, format), with explanations. */
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
  rest_invalid_date: {
    status: [400],
    title: { en: 'No date and time', fr: 'Date et heure non valides' },
    meaning: {
      en: 'A text is no date and time of RFC 3339, or names a day that does not exist.',
      fr: 'Un texte n’est pas une date et une heure selon la RFC 3339, ou désigne un jour qui n’existe pas.',
    },
    remedy: { en: 'Send one such as 2030-01-31T18:00:00Z.', fr: 'Envoyez-en une comme 2030-01-31T18:00:00Z.' },
  },
  rest_invalid_email: {
    status: [400],
    title: { en: 'No e-mail address', fr: 'Adresse électronique non valide' },
    meaning: { en: 'The value of a parameter is no e-mail address.', fr: 'La valeur d’un paramètre n’est pas une adresse électronique.' },
    remedy: { en: 'Send one such as name@example.org.', fr: 'Envoyez-en une comme nom@example.org.' },
  },
  rest_invalid_hex_color: {
    status: [400],
    title: { en: 'No colour', fr: 'Couleur non valide' },
    meaning: {
      en: 'The value of a parameter is no hexadecimal colour.',
      fr: 'La valeur d’un paramètre n’est pas une couleur hexadécimale.',
    },
    remedy: { en: 'Send one such as #a1b2c3.', fr: 'Envoyez-en une comme #a1b2c3.' },
  },
  rest_invalid_ip: {
    status: [400],
    title: { en: 'No IP address', fr: 'Adresse IP non valide' },
    meaning: { en: 'The value of a parameter is no IP address.', fr: 'La valeur d’un paramètre n’est pas une adresse IP.' },
    remedy: { en: 'Send an IPv4 or IPv6 address.', fr: 'Envoyez une adresse IPv4 ou IPv6.' },
  },
  rest_invalid_uuid: {
    status: [400],
    title: { en: 'No UUID', fr: 'UUID non valide' },
    meaning: { en: 'The value of a parameter is no UUID.', fr: 'La valeur d’un paramètre n’est pas un UUID.' },
    remedy: {
      en: 'Send 32 hexadecimal digits, with hyphens after the 8th, 12th, 16th and 20th.',
      fr: 'Envoyez 32 chiffres hexadécimaux, avec un trait d’union après le 8e, le 12e, le 16e et le 20e.',
    },
  },
  rest_invalid_format: {
    status: [400],
    title: { en: 'Wrong format', fr: 'Format incorrect' },
    meaning: {
      en: 'A text does not have the format that its parameter declares, such as “date” or “hostname”, or names a day that does not exist.',
      fr: 'Un texte n’a pas le format que déclare son paramètre, par exemple « date » ou « hostname », ou désigne un jour qui n’existe pas.',
    },
    remedy: {
      en: 'Send one like the example that the message gives.',
      fr: 'Envoyez-en un semblable à l’exemple que donne le message.',
    },
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

type SchemaType = keyof typeof TYPE_NAMES;

const ofTypes = (name: string, types: readonly SchemaType[]): Text => ({
  en: `\`${name}\` must be ${types.map((type) => TYPE_NAMES[type].en).join(', or ')}.`,
  fr: `\`${name}\` doit être ${types.map((type) => TYPE_NAMES[type].fr).join(', ou ')}.`,
});

const refusal = refusing(VALUE_CODES);

export const valueErrors = {
  invalidType: (name: string, types: readonly SchemaType[]) => refusal('rest_invalid_type', 400, ofTypes(name, types), { param: name }),
  notInEnum: (name: string, values: readonly unknown[]) =>
    refusal('rest_not_in_enum', 400, {
      en: `\`${name}\` must be one of: ${spelt(values)}.`,
      fr: `\`${name}\` doit être l’une de ces valeurs : ${spelt(values)}.`,
    }),
  outOfBounds: (name: string, bounds: Text) =>
    refusal('rest_out_of_bounds', 400, { en: `\`${name}\` must be ${bounds.en}.`, fr: `\`${name}\` doit être ${bounds.fr}.` }),
  invalidMultiple: (name: string, step: number) =>
    refusal('rest_invalid_multiple', 400, {
      en: `\`${name}\` must be a multiple of ${step}.`,
      fr: `\`${name}\` doit être un multiple de ${step}.`,
    }),
  tooShort: (name: string, least: number) => refusal('rest_too_short', 400, tooFew(name, least, 'character')),
  tooLong: (name: string, most: number) => refusal('rest_too_long', 400, tooMany(name, most, 'character')),
  /** Makes the 400 for a text that does not match a pattern. `words` says in words which texts match. */
  invalidPattern: (name: string, pattern: string, words?: Text) =>
    refusal('rest_invalid_pattern', 400, {
      en: `\`${name}\` must match the pattern ${pattern}${words ? `: ${words.en}` : ''}.`,
      fr: `\`${name}\` doit correspondre au motif ${pattern}${words ? ` : ${words.fr}` : ''}.`,
    }),
  tooLongToMatch: (name: string, most: number) =>
    refusal('rest_too_long', 400, {
      en: `\`${name}\` is too long to be matched with a pattern: send ${most} or fewer characters.`,
      fr: `\`${name}\` est trop long pour être comparé à un motif : envoyez au plus ${counted(most, 'character').fr}.`,
    }),
  invalidDate: (name: string) =>
    refusal('rest_invalid_date', 400, {
      en: `\`${name}\` must be a date and time such as 2030-01-31T18:00:00Z.`,
      fr: `\`${name}\` doit être une date et une heure, par exemple 2030-01-31T18:00:00Z.`,
    }),
  invalidEmail: (name: string) =>
    refusal('rest_invalid_email', 400, {
      en: `\`${name}\` must be an e-mail address such as name@example.org.`,
      fr: `\`${name}\` doit être une adresse électronique, par exemple nom@example.org.`,
    }),
  invalidHexColor: (name: string) =>
    refusal('rest_invalid_hex_color', 400, {
      en: `\`${name}\` must be a colour such as #a1b2c3.`,
      fr: `\`${name}\` doit être une couleur, par exemple #a1b2c3.`,
    }),
  invalidIp: (name: string) =>
    refusal('rest_invalid_ip', 400, {
      en: `\`${name}\` must be an IPv4 or IPv6 address.`,
      fr: `\`${name}\` doit être une adresse IPv4 ou IPv6.`,
    }),
  invalidFormat: (name: string, format: string, sample: string) =>
    refusal('rest_invalid_format', 400, {
      en: `\`${name}\` must be of the format ${format}, such as ${sample}.`,
      fr: `\`${name}\` doit être du format ${format}, par exemple ${sample}.`,
    }),
  invalidUuid: (name: string) =>
    refusal('rest_invalid_uuid', 400, { en: `\`${name}\` must be a UUID.`, fr: `\`${name}\` doit être un UUID.` }),
};
