import type { Text } from '../language';
import { counted, explained, refusing, repeatable, tooFew, tooMany } from './refusal';

/** Error codes about single parameter values, and about lists and objects in them, with explanations. */
export const VALUE_CODES = explained({
  rest_invalid_type: {
    title: { en: 'Wrong type', fr: 'Type incorrect' },
    meaning: {
      en: 'The value of a parameter does not have the type that the route declares.',
      fr: 'La valeur d’un paramètre n’a pas le type que déclare la route.',
    },
    remedy: { en: 'Send a value of the type that the message names.', fr: 'Envoyez une valeur du type que nomme le message.' },
  },
  rest_not_in_enum: {
    title: { en: 'Not one of the allowed values', fr: 'Valeur absente de la liste' },
    meaning: {
      en: 'A parameter accepts only certain values, and this is not one of them.',
      fr: 'Un paramètre n’accepte que certaines valeurs, et celle-ci n’en est pas une.',
    },
    remedy: {
      en: 'Send one of the values that the message lists, with the same spelling.',
      fr: 'Envoyez l’une des valeurs qu’énumère le message, écrite de la même façon.',
    },
  },
  rest_out_of_bounds: {
    title: { en: 'Number out of bounds', fr: 'Nombre hors limites' },
    meaning: { en: 'A number is too small or too large.', fr: 'Un nombre est trop petit ou trop grand.' },
    remedy: {
      en: 'Send a number within the bounds in the message.',
      fr: 'Envoyez un nombre dans les limites indiquées dans le message.',
    },
  },
  rest_invalid_multiple: {
    title: { en: 'Not a multiple', fr: 'Multiple attendu' },
    meaning: { en: 'A number is not a multiple of the declared step.', fr: 'Un nombre n’est pas un multiple du pas déclaré.' },
    remedy: {
      en: 'Round it to a multiple of the number in the message.',
      fr: 'Arrondissez-le à un multiple du nombre indiqué dans le message.',
    },
  },
  rest_too_short: {
    title: { en: 'Text too short', fr: 'Texte trop court' },
    meaning: { en: 'A text has fewer characters than the minimum.', fr: 'Un texte compte moins de caractères que le minimum.' },
    remedy: { en: 'Send a longer text, or leave the parameter out.', fr: 'Envoyez un texte plus long, ou omettez le paramètre.' },
  },
  rest_too_long: {
    title: { en: 'Text too long', fr: 'Texte trop long' },
    meaning: { en: 'A text has more characters than the maximum.', fr: 'Un texte compte plus de caractères que le maximum.' },
    remedy: { en: 'Shorten it to the length in the message.', fr: 'Raccourcissez-le à la longueur indiquée dans le message.' },
  },
  rest_invalid_pattern: {
    title: { en: 'Pattern not matched', fr: 'Motif non respecté' },
    meaning: {
      en: 'A text does not match the declared regular expression.',
      fr: 'Un texte ne correspond pas à l’expression régulière déclarée.',
    },
    remedy: { en: 'Write it as the pattern in the message says.', fr: 'Écrivez-le comme le demande le motif cité dans le message.' },
  },
  rest_invalid_date: {
    title: { en: 'Invalid date and time', fr: 'Date et heure non valides' },
    meaning: {
      en: 'A text is not a date and time of RFC 3339, or the day does not exist.',
      fr: 'Un texte n’est pas une date et une heure selon la RFC 3339, ou le jour n’existe pas.',
    },
    remedy: { en: 'Send a date and time such as 2030-01-31T18:00:00Z.', fr: 'Envoyez une date et une heure comme 2030-01-31T18:00:00Z.' },
  },
  rest_invalid_email: {
    title: { en: 'Invalid e-mail address', fr: 'Adresse électronique non valide' },
    meaning: {
      en: 'The value of a parameter is not an e-mail address.',
      fr: 'La valeur d’un paramètre n’est pas une adresse électronique.',
    },
    remedy: { en: 'Send an address such as name@example.org.', fr: 'Envoyez une adresse comme nom@example.org.' },
  },
  rest_invalid_hex_color: {
    title: { en: 'Invalid colour', fr: 'Couleur non valide' },
    meaning: {
      en: 'The value of a parameter is not a hexadecimal colour.',
      fr: 'La valeur d’un paramètre n’est pas une couleur hexadécimale.',
    },
    remedy: { en: 'Send a colour such as #a1b2c3.', fr: 'Envoyez une couleur comme #a1b2c3.' },
  },
  rest_invalid_ip: {
    title: { en: 'Invalid IP address', fr: 'Adresse IP non valide' },
    meaning: { en: 'The value of a parameter is not an IP address.', fr: 'La valeur d’un paramètre n’est pas une adresse IP.' },
    remedy: { en: 'Send an IPv4 or IPv6 address.', fr: 'Envoyez une adresse IPv4 ou IPv6.' },
  },
  rest_invalid_uuid: {
    title: { en: 'Invalid UUID', fr: 'UUID non valide' },
    meaning: { en: 'The value of a parameter is not a UUID.', fr: 'La valeur d’un paramètre n’est pas un UUID.' },
    remedy: {
      en: 'Send 32 hexadecimal digits, with hyphens after the 8th, 12th, 16th and 20th.',
      fr: 'Envoyez 32 chiffres hexadécimaux, avec un trait d’union après le 8e, le 12e, le 16e et le 20e.',
    },
  },
  rest_invalid_format: {
    title: { en: 'Wrong format', fr: 'Format incorrect' },
    meaning: {
      en: 'A text does not have the declared format, such as “date” or “hostname”, or the day does not exist.',
      fr: 'Un texte n’a pas le format déclaré, par exemple « date » ou « hostname », ou le jour n’existe pas.',
    },
    remedy: {
      en: 'Send a value like the example in the message.',
      fr: 'Envoyez une valeur semblable à l’exemple du message.',
    },
  },
  rest_too_few_items: {
    title: { en: 'List too short', fr: 'Liste trop courte' },
    meaning: { en: 'A list has fewer items than the minimum.', fr: 'Une liste compte moins d’éléments que le minimum.' },
    remedy: {
      en: 'Send at least the number of items in the message.',
      fr: 'Envoyez au moins le nombre d’éléments indiqué dans le message.',
    },
  },
  rest_too_many_items: {
    title: { en: 'List too long', fr: 'Liste trop longue' },
    meaning: { en: 'A list has more items than the maximum.', fr: 'Une liste compte plus d’éléments que le maximum.' },
    remedy: {
      en: 'Send fewer items, or spread them over several requests.',
      fr: 'Envoyez moins d’éléments, ou répartissez-les sur plusieurs requêtes.',
    },
  },
  rest_duplicate_items: {
    title: { en: 'Duplicate items', fr: 'Éléments en double' },
    meaning: {
      en: 'Two items of a list are equal, but each item may occur only once.',
      fr: 'Deux éléments d’une liste sont égaux, alors que chacun ne peut y figurer qu’une fois.',
    },
    remedy: { en: 'Send each item only once.', fr: 'N’envoyez chaque élément qu’une fois.' },
  },
  rest_additional_properties_forbidden: {
    title: { en: 'Unknown property', fr: 'Propriété inconnue' },
    meaning: { en: 'An object has an unknown property.', fr: 'Un objet a une propriété inconnue.' },
    remedy: { en: 'Leave it out, or check its spelling.', fr: 'Retirez-la, ou vérifiez son orthographe.' },
  },
  rest_property_required: {
    title: { en: 'Property missing', fr: 'Propriété manquante' },
    meaning: { en: 'An object lacks a required property.', fr: 'Il manque à un objet une propriété obligatoire.' },
    remedy: { en: 'Add the property that the message names.', fr: 'Ajoutez la propriété que nomme le message.' },
  },
  rest_too_few_properties: {
    title: { en: 'Too few properties', fr: 'Trop peu de propriétés' },
    meaning: { en: 'An object has fewer properties than the minimum.', fr: 'Un objet compte moins de propriétés que le minimum.' },
    remedy: {
      en: 'Send at least the number of properties in the message.',
      fr: 'Envoyez au moins le nombre de propriétés indiqué dans le message.',
    },
  },
  rest_too_many_properties: {
    title: { en: 'Too many properties', fr: 'Trop de propriétés' },
    meaning: { en: 'An object has more properties than the maximum.', fr: 'Un objet compte plus de propriétés que le maximum.' },
    remedy: {
      en: 'Send at most the number of properties in the message.',
      fr: 'Envoyez au plus le nombre de propriétés indiqué dans le message.',
    },
  },
  rest_no_matching_schema: {
    title: { en: 'None of the allowed forms', fr: 'Aucune des formes admises' },
    meaning: {
      en: 'A parameter may have one of several forms, and its value has none of them.',
      fr: 'Un paramètre peut avoir plusieurs formes, et sa valeur n’en a aucune.',
    },
    remedy: {
      en: 'Compare the value with the forms that OPTIONS at the same address describes.',
      fr: 'Comparez la valeur avec les formes que décrit OPTIONS à la même adresse.',
    },
  },
  rest_one_of_multiple_matches: {
    title: { en: 'Several of the allowed forms', fr: 'Plusieurs des formes admises' },
    meaning: {
      en: 'A parameter must have exactly one of several forms, and its value has more than one. “positions” names them.',
      fr: 'Un paramètre doit avoir exactement une forme parmi plusieurs, et sa valeur en a plus d’une. « positions » les indique.',
    },
    remedy: { en: 'Send a value that has only one of them.', fr: 'Envoyez une valeur qui n’en a qu’une.' },
  },
});

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

const mustBe = (name: string, { en, fr }: Text): Text => ({ en: `\`${name}\` must be ${en}.`, fr: `\`${name}\` doit être ${fr}.` });

const refusal = refusing(VALUE_CODES);

export const valueErrors = {
  invalidType: (name: string, types: readonly SchemaType[]) => {
    const en = types.map((type) => TYPE_NAMES[type].en).join(', or ');
    const fr = types.map((type) => TYPE_NAMES[type].fr).join(', ou ');
    return refusal('rest_invalid_type', mustBe(name, { en, fr }), { data: { param: name } });
  },
  notInEnum: (name: string, values: readonly unknown[]) => {
    const listed = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
    return refusal('rest_not_in_enum', mustBe(name, { en: `one of: ${listed}`, fr: `l’une de ces valeurs : ${listed}` }));
  },
  outOfBounds: (name: string, bounds: Text) => refusal('rest_out_of_bounds', mustBe(name, bounds)),
  invalidMultiple: (name: string, step: number) =>
    refusal('rest_invalid_multiple', mustBe(name, { en: `a multiple of ${step}`, fr: `un multiple de ${step}` })),
  tooShort: (name: string, least: number) => refusal('rest_too_short', tooFew(name, least, 'character')),
  tooLong: (name: string, most: number) => refusal('rest_too_long', tooMany(name, most, 'character')),
  /** Makes the 400 for a text that does not match a pattern. `words` says in words which texts match. */
  invalidPattern: (name: string, pattern: string, words?: Text) =>
    refusal('rest_invalid_pattern', {
      en: `\`${name}\` must match the pattern ${pattern}${words ? `: ${words.en}` : ''}.`,
      fr: `\`${name}\` doit correspondre au motif ${pattern}${words ? ` : ${words.fr}` : ''}.`,
    }),
  tooLongToMatch: (name: string, most: number) =>
    refusal('rest_too_long', {
      en: `\`${name}\` is too long for its pattern: send at most ${most} characters.`,
      fr: `\`${name}\` est trop long pour son motif : envoyez au plus ${counted(most, 'character').fr}.`,
    }),
  invalidDate: (name: string) => {
    const text = { en: 'a date and time such as 2030-01-31T18:00:00Z', fr: 'une date et une heure, par exemple 2030-01-31T18:00:00Z' };
    return refusal('rest_invalid_date', mustBe(name, text));
  },
  invalidEmail: (name: string) => {
    const text = { en: 'an e-mail address such as name@example.org', fr: 'une adresse électronique, par exemple nom@example.org' };
    return refusal('rest_invalid_email', mustBe(name, text));
  },
  invalidHexColor: (name: string) =>
    refusal('rest_invalid_hex_color', mustBe(name, { en: 'a colour such as #a1b2c3', fr: 'une couleur, par exemple #a1b2c3' })),
  invalidIp: (name: string) => refusal('rest_invalid_ip', mustBe(name, { en: 'an IPv4 or IPv6 address', fr: 'une adresse IPv4 ou IPv6' })),
  invalidFormat: (name: string, format: string, sample: string) => {
    const text = { en: `of the format ${format}, such as ${sample}`, fr: `du format ${format}, par exemple ${sample}` };
    return refusal('rest_invalid_format', mustBe(name, text));
  },
  invalidUuid: (name: string) => refusal('rest_invalid_uuid', mustBe(name, { en: 'a UUID', fr: 'un UUID' })),
  tooFewItems: (name: string, least: number) => refusal('rest_too_few_items', tooFew(name, least, 'item')),
  tooManyItems: (name: string, most: number) => refusal('rest_too_many_items', tooMany(name, most, 'item')),
  duplicateItems: (name: string) =>
    refusal('rest_duplicate_items', {
      en: `\`${name}\` has duplicate items: send each item only once.`,
      fr: `\`${name}\` a des éléments en double : n’envoyez chaque élément qu’une fois.`,
    }),
  additionalPropertiesForbidden: (name: string, property: string) => {
    const shown = repeatable(property);
    if (shown === undefined)
      return refusal('rest_additional_properties_forbidden', {
        en: `\`${name}\` has an unknown property: leave it out.`,
        fr: `\`${name}\` a une propriété inconnue : retirez-la.`,
      });
    return refusal('rest_additional_properties_forbidden', {
      en: `\`${shown}\` is not a property of \`${name}\`: leave it out.`,
      fr: `\`${shown}\` n’est pas une propriété de \`${name}\` : retirez-la.`,
    });
  },
  propertyRequired: (name: string, property: string) =>
    refusal('rest_property_required', {
      en: `\`${name}\` must have the property \`${property}\`.`,
      fr: `\`${name}\` doit avoir la propriété \`${property}\`.`,
    }),
  tooFewProperties: (name: string, least: number) => refusal('rest_too_few_properties', tooFew(name, least, 'property')),
  tooManyProperties: (name: string, most: number) => refusal('rest_too_many_properties', tooMany(name, most, 'property')),
  noMatchingSchema: (name: string, reason?: Text, position?: number) => {
    const text = {
      en: `\`${name}\` ${reason ? `does not have the allowed form. ${reason.en}` : 'has none of the allowed forms.'}`,
      fr: `\`${name}\` ${reason ? `n’a pas la forme admise. ${reason.fr}` : 'n’a aucune des formes admises.'}`,
    };
    return refusal('rest_no_matching_schema', text, position === undefined ? {} : { data: { position } });
  },
  oneOfMultipleMatches: (name: string, positions: readonly number[]) => {
    const text = {
      en: `\`${name}\` has several of the allowed forms: send a value that has only one.`,
      fr: `\`${name}\` a plusieurs des formes admises : envoyez une valeur qui n’en a qu’une.`,
    };
    return refusal('rest_one_of_multiple_matches', text, { data: { positions } });
  },
};
