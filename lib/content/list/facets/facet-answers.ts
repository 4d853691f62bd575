import type { Answers, Arg } from '../../../registry';
import { MOST_VALUES, type PostLike } from '../../types';
import { choicesIn } from '../../values';

type Faceted = NonNullable<PostLike['facets']>;

const COUNT: Answers = {
  type: 'object',
  title: 'FacetCount',
  properties: {
    value: {
      type: ['string', 'integer', 'boolean'],
      required: true,
      description: {
        en: 'What to send for it, where there is a filter by it',
        fr: 'Ce qu’il faut envoyer pour l’obtenir, s’il existe un tel filtre',
      },
    },
    name: { type: 'string', description: { en: 'The name, of a record', fr: 'Le nom, pour un enregistrement' } },
    count: { type: 'integer', minimum: 1, required: true, description: { en: 'How many there are', fr: 'Leur nombre' } },
  },
};

/** The arg `facets`, which asks for counts by value. */
export const facetsArg = (facets: Faceted): Arg => ({
  ...choicesIn(Object.keys(facets)),
  description: {
    en: `How many there are of each value, under all other filters, of: ${Object.keys(facets).join(', ')}; at most ${MOST_VALUES} values, those with the most`,
    fr: `Le nombre pour chaque valeur, sous tous les autres filtres, de : ${Object.keys(facets).join(', ')} ; ${MOST_VALUES} valeurs au plus, les plus fréquentes`,
  },
});

/** The schema of the member `facets` in the answer of a list. */
export const facetsAnswer = (facets: Faceted): Answers => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(facets).map(([name, { description }]) => [name, { type: 'array', items: COUNT, maxItems: MOST_VALUES, description }]),
  ),
  description: {
    en: 'How many there are of each value; only where they are asked for',
    fr: 'Le nombre pour chaque valeur ; seulement sur demande',
  },
});
