import type { Text } from '../language';
import { tooFew, tooMany } from './counted';
import { explained, refusing, repeatable } from './refusal';

/** Error codes about lists and objects in parameters, with explanations. */
export const NESTED_CODES = explained({
  rest_too_few_items: {
    status: [400],
    title: { en: 'List too short', fr: 'Liste trop courte' },
    meaning: { en: 'A list has fewer items than is allowed.', fr: 'Une liste compte moins d’éléments que le minimum admis.' },
    remedy: {
      en: 'Add items, up to the number in the message at least.',
      fr: 'Ajoutez des éléments, jusqu’au nombre indiqué dans le message au moins.',
    },
  },
  rest_too_many_items: {
    status: [400],
    title: { en: 'List too long', fr: 'Liste trop longue' },
    meaning: { en: 'A list has more items than is allowed.', fr: 'Une liste compte plus d’éléments que le maximum admis.' },
    remedy: {
      en: 'Send fewer items, or spread them over several requests.',
      fr: 'Envoyez moins d’éléments, ou répartissez-les sur plusieurs requêtes.',
    },
  },
  rest_duplicate_items: {
    status: [400],
    title: { en: 'Equal items', fr: 'Éléments en double' },
    meaning: {
      en: 'Two items of a list are equal, where each may stand only once.',
      fr: 'Deux éléments d’une liste sont égaux, alors que chacun ne peut y figurer qu’une fois.',
    },
    remedy: { en: 'Send each item only once.', fr: 'N’envoyez chaque élément qu’une fois.' },
  },
  rest_additional_properties_forbidden: {
    status: [400],
    title: { en: 'Unknown property', fr: 'Propriété inconnue' },
    meaning: { en: 'An object has a property that is not declared.', fr: 'Un objet a une propriété qui n’est pas déclarée.' },
    remedy: { en: 'Leave it out, or check its spelling.', fr: 'Retirez-la, ou vérifiez son orthographe.' },
  },
  rest_property_required: {
    status: [400],
    title: { en: 'Property missing', fr: 'Propriété manquante' },
    meaning: { en: 'An object lacks a property that it must have.', fr: 'Il manque à un objet une propriété obligatoire.' },
    remedy: { en: 'Add the property that the message names.', fr: 'Ajoutez la propriété que nomme le message.' },
  },
  rest_too_few_properties: {
    status: [400],
    title: { en: 'Too few properties', fr: 'Trop peu de propriétés' },
    meaning: { en: 'An object has fewer properties than is allowed.', fr: 'Un objet compte moins de propriétés que le minimum admis.' },
    remedy: {
      en: 'Add properties, up to the number in the message at least.',
      fr: 'Ajoutez des propriétés, jusqu’au nombre indiqué dans le message au moins.',
    },
  },
  rest_too_many_properties: {
    status: [400],
    title: { en: 'Too many properties', fr: 'Trop de propriétés' },
    meaning: { en: 'An object has more properties than is allowed.', fr: 'Un objet compte plus de propriétés que le maximum admis.' },
    remedy: {
      en: 'Remove properties, down to the number in the message.',
      fr: 'Retirez des propriétés, jusqu’au nombre indiqué dans le message.',
    },
  },
  rest_no_matching_schema: {
    status: [400],
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
    status: [400],
    title: { en: 'Several of the allowed forms', fr: 'Plusieurs des formes admises' },
    meaning: {
      en: 'A parameter must have exactly one of several forms, and its value has more than one; “positions” tells which.',
      fr: 'Un paramètre doit avoir exactement une forme parmi plusieurs, et sa valeur en a plus d’une ; « positions » dit lesquelles.',
    },
    remedy: { en: 'Send a value that has only one of them.', fr: 'Envoyez une valeur qui n’en a qu’une.' },
  },
});

const refusal = refusing(NESTED_CODES);

export const nestedErrors = {
  tooFewItems: (name: string, least: number) => refusal('rest_too_few_items', 400, tooFew(name, least, 'item')),
  tooManyItems: (name: string, most: number) => refusal('rest_too_many_items', 400, tooMany(name, most, 'item')),
  duplicateItems: (name: string) =>
    refusal('rest_duplicate_items', 400, {
      en: `\`${name}\` has items that are equal: send each only once.`,
      fr: `\`${name}\` a des éléments égaux : n’envoyez chacun qu’une fois.`,
    }),
  additionalPropertiesForbidden: (name: string, property: string) => {
    const shown = repeatable(property);
    const text = shown
      ? {
          en: `\`${shown}\` is not a property of \`${name}\`: leave it out.`,
          fr: `\`${shown}\` n’est pas une propriété de \`${name}\` : retirez-la.`,
        }
      : {
          en: `\`${name}\` has a property that is not among those it may have: leave it out.`,
          fr: `\`${name}\` a une propriété qui ne fait pas partie de celles admises : retirez-la.`,
        };
    return refusal('rest_additional_properties_forbidden', 400, text);
  },
  propertyRequired: (name: string, property: string) =>
    refusal('rest_property_required', 400, {
      en: `\`${name}\` must have the property \`${property}\`.`,
      fr: `\`${name}\` doit avoir la propriété \`${property}\`.`,
    }),
  tooFewProperties: (name: string, least: number) => refusal('rest_too_few_properties', 400, tooFew(name, least, 'property')),
  tooManyProperties: (name: string, most: number) => refusal('rest_too_many_properties', 400, tooMany(name, most, 'property')),
  noMatchingSchema: (name: string, reason?: Text, position?: number) =>
    refusal(
      'rest_no_matching_schema',
      400,
      {
        en:
          reason === undefined
            ? `\`${name}\` has none of the forms that are allowed.`
            : `\`${name}\` does not have the form that is allowed. ${reason.en}`,
        fr: reason === undefined ? `\`${name}\` n’a aucune des formes admises.` : `\`${name}\` n’a pas la forme admise. ${reason.fr}`,
      },
      position === undefined ? {} : { position },
    ),
  oneOfMultipleMatches: (name: string, positions: readonly number[]) =>
    refusal(
      'rest_one_of_multiple_matches',
      400,
      {
        en: `\`${name}\` has several of the forms that are allowed: send a value that has only one.`,
        fr: `\`${name}\` a plusieurs des formes admises : envoyez une valeur qui n’en a qu’une.`,
      },
      { positions },
    ),
};
