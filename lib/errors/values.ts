import type { Text } from '../language';
import { counted, explained, refusing, repeatable, tooFew, tooMany } from './refusal';

/** Error codes about single parameter values, and about lists and objects in them, with explanations. */
export const VALUE_CODES = explained({
  rest_invalid_type: {
    title: { en: 'Wrong type', fr: 'Type incorrect' },
    meaning: {
      en: 'The value of a parameter is of another type than the route declares.',
      fr: 'La valeur d’un paramètre est d’un autre type que celui que déclare la route.',
    },
    remedy: { en: 'Send a value of the type that the message names.', fr: 'Envoyez une valeur du type que nomme le message.' },
  },
  rest_not_in_enum: {
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
    title: { en: 'Number out of bounds', fr: 'Nombre hors limites' },
    meaning: { en: 'A number is smaller or larger than is allowed.', fr: 'Un nombre est plus petit ou plus grand que ce qui est admis.' },
    remedy: {
      en: 'Send a number within the bounds that the message gives.',
      fr: 'Envoyez un nombre dans les limites que donne le message.',
    },
  },
  rest_invalid_multiple: {
    title: { en: 'Not a multiple', fr: 'Multiple attendu' },
    meaning: { en: 'A number is no multiple of the step that is declared.', fr: 'Un nombre n’est pas un multiple du pas déclaré.' },
    remedy: {
      en: 'Round it to a multiple of the number in the message.',
      fr: 'Arrondissez-le à un multiple du nombre indiqué dans le message.',
    },
  },
  rest_too_short: {
    title: { en: 'Text too short', fr: 'Texte trop court' },
    meaning: { en: 'A text has fewer characters than is allowed.', fr: 'Un texte compte moins de caractères que le minimum admis.' },
    remedy: { en: 'Send a longer one, or leave the parameter out.', fr: 'Envoyez-en un plus long, ou omettez le paramètre.' },
  },
  rest_too_long: {
    title: { en: 'Text too long', fr: 'Texte trop long' },
    meaning: { en: 'A text has more characters than is allowed.', fr: 'Un texte compte plus de caractères que le maximum admis.' },
    remedy: { en: 'Shorten it to the length that the message gives.', fr: 'Raccourcissez-le à la longueur que donne le message.' },
  },
  rest_invalid_pattern: {
    title: { en: 'Pattern not matched', fr: 'Motif non respecté' },
    meaning: {
      en: 'A text does not match the regular expression that is declared.',
      fr: 'Un texte ne correspond pas à l’expression rationnelle déclarée.',
    },
    remedy: { en: 'Write it as the pattern in the message asks.', fr: 'Écrivez-le comme le demande le motif cité dans le message.' },
  },
  rest_invalid_date: {
    title: { en: 'No date and time', fr: 'Date et heure non valides' },
    meaning: {
      en: 'A text is no date and time of RFC 3339, or names a day that does not exist.',
      fr: 'Un texte n’est pas une date et une heure selon la RFC 3339, ou désigne un jour qui n’existe pas.',
    },
    remedy: { en: 'Send one such as 2030-01-31T18:00:00Z.', fr: 'Envoyez-en une comme 2030-01-31T18:00:00Z.' },
  },
  rest_invalid_email: {
    title: { en: 'No e-mail address', fr: 'Adresse électronique non valide' },
    meaning: { en: 'The value of a parameter is no e-mail address.', fr: 'La valeur d’un paramètre n’est pas une adresse électronique.' },
    remedy: { en: 'Send one such as name@example.org.', fr: 'Envoyez-en une comme nom@example.org.' },
  },
  rest_invalid_hex_color: {
    title: { en: 'No colour', fr: 'Couleur non valide' },
    meaning: {
      en: 'The value of a parameter is no hexadecimal colour.',
      fr: 'La valeur d’un paramètre n’est pas une couleur hexadécimale.',
    },
    remedy: { en: 'Send one such as #a1b2c3.', fr: 'Envoyez-en une comme #a1b2c3.' },
  },
  rest_invalid_ip: {
    title: { en: 'No IP address', fr: 'Adresse IP non valide' },
    meaning: { en: 'The value of a parameter is no IP address.', fr: 'La valeur d’un paramètre n’est pas une adresse IP.' },
    remedy: { en: 'Send an IPv4 or IPv6 address.', fr: 'Envoyez une adresse IPv4 ou IPv6.' },
  },
  rest_invalid_uuid: {
    title: { en: 'No UUID', fr: 'UUID non valide' },
    meaning: { en: 'The value of a parameter is no UUID.', fr: 'La valeur d’un paramètre n’est pas un UUID.' },
    remedy: {
      en: 'Send 32 hexadecimal digits, with hyphens after the 8th, 12th, 16th and 20th.',
      fr: 'Envoyez 32 chiffres hexadécimaux, avec un trait d’union après le 8e, le 12e, le 16e et le 20e.',
    },
  },
  rest_invalid_format: {
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
  rest_too_few_items: {
    title: { en: 'List too short', fr: 'Liste trop courte' },
    meaning: { en: 'A list has fewer items than is allowed.', fr: 'Une liste compte moins d’éléments que le minimum admis.' },
    remedy: {
      en: 'Add items, up to the number in the message at least.',
      fr: 'Ajoutez des éléments, jusqu’au nombre indiqué dans le message au moins.',
    },
  },
  rest_too_many_items: {
    title: { en: 'List too long', fr: 'Liste trop longue' },
    meaning: { en: 'A list has more items than is allowed.', fr: 'Une liste compte plus d’éléments que le maximum admis.' },
    remedy: {
      en: 'Send fewer items, or spread them over several requests.',
      fr: 'Envoyez moins d’éléments, ou répartissez-les sur plusieurs requêtes.',
    },
  },
  rest_duplicate_items: {
    title: { en: 'Equal items', fr: 'Éléments en double' },
    meaning: {
      en: 'Two items of a list are equal, where each may stand only once.',
      fr: 'Deux éléments d’une liste sont égaux, alors que chacun ne peut y figurer qu’une fois.',
    },
    remedy: { en: 'Send each item only once.', fr: 'N’envoyez chaque élément qu’une fois.' },
  },
  rest_additional_properties_forbidden: {
    title: { en: 'Unknown property', fr: 'Propriété inconnue' },
    meaning: { en: 'An object has a property that is not declared.', fr: 'Un objet a une propriété qui n’est pas déclarée.' },
    remedy: { en: 'Leave it out, or check its spelling.', fr: 'Retirez-la, ou vérifiez son orthographe.' },
  },
  rest_property_required: {
    title: { en: 'Property missing', fr: 'Propriété manquante' },
    meaning: { en: 'An object lacks a property that it must have.', fr: 'Il manque à un objet une propriété obligatoire.' },
    remedy: { en: 'Add the property that the message names.', fr: 'Ajoutez la propriété que nomme le message.' },
  },
  rest_too_few_properties: {
    title: { en: 'Too few properties', fr: 'Trop peu de propriétés' },
    meaning: { en: 'An object has fewer properties than is allowed.', fr: 'Un objet compte moins de propriétés que le minimum admis.' },
    remedy: {
      en: 'Add properties, up to the number in the message at least.',
      fr: 'Ajoutez des propriétés, jusqu’au nombre indiqué dans le message au moins.',
    },
  },
  rest_too_many_properties: {
    title: { en: 'Too many properties', fr: 'Trop de propriétés' },
    meaning: { en: 'An object has more properties than is allowed.', fr: 'Un objet compte plus de propriétés que le maximum admis.' },
    remedy: {
      en: 'Remove properties, down to the number in the message.',
      fr: 'Retirez des propriétés, jusqu’au nombre indiqué dans le message.',
    },
  },
  rest_no_matching_schema: {
    title: { en: 'None of the allowed forms', fr: 'Aucune des formes admises' },
    meaning: {
      en: 'A parameter may have one of several forms, and its value has none of them.',
      fr: 'Un paramètre peut avoir plusieurs formes, et sa valeur n’en a aucune.',
    },
    remedy: {
      en: 'Compare the value with the forms that OPTIONS on the same address describes.',
      fr: 'Comparez la valeur avec les formes que décrit OPTIONS sur la même adresse.',
    },
  },
  rest_one_of_multiple_matches: {
    title: { en: 'Several of the allowed forms', fr: 'Plusieurs des formes admises' },
    meaning: {
      en: 'A parameter must have exactly one of several forms, and its value has more than one; “positions” tells which.',
      fr: 'Un paramètre doit avoir exactement une forme parmi plusieurs, et sa valeur en a plus d’une ; « positions » dit lesquelles.',
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
      en: `\`${name}\` is too long to be matched with a pattern: send ${most} or fewer characters.`,
      fr: `\`${name}\` est trop long pour être comparé à un motif : envoyez au plus ${counted(most, 'character').fr}.`,
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
      en: `\`${name}\` has items that are equal: send each only once.`,
      fr: `\`${name}\` a des éléments égaux : n’envoyez chacun qu’une fois.`,
    }),
  additionalPropertiesForbidden: (name: string, property: string) => {
    const shown = repeatable(property);
    if (shown === undefined)
      return refusal('rest_additional_properties_forbidden', {
        en: `\`${name}\` has a property that is not among those it may have: leave it out.`,
        fr: `\`${name}\` a une propriété qui ne fait pas partie de celles admises : retirez-la.`,
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
      en: `\`${name}\` ${reason ? `does not have the form that is allowed. ${reason.en}` : 'has none of the forms that are allowed.'}`,
      fr: `\`${name}\` ${reason ? `n’a pas la forme admise. ${reason.fr}` : 'n’a aucune des formes admises.'}`,
    };
    return refusal('rest_no_matching_schema', text, position === undefined ? {} : { data: { position } });
  },
  oneOfMultipleMatches: (name: string, positions: readonly number[]) => {
    const text = {
      en: `\`${name}\` has several of the forms that are allowed: send a value that has only one.`,
      fr: `\`${name}\` a plusieurs des formes admises : envoyez une valeur qui n’en a qu’une.`,
    };
    return refusal('rest_one_of_multiple_matches', text, { data: { positions } });
  },
};
