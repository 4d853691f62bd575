import { type CalendarRegistry, checkedArg, choicesIn, createSuggestions, fallbackArg, LONGEST_QUERY, type Services } from '../lib/content';
import { errors } from '../lib/errors';
import type { Text } from '../lib/language';
import { type Answers, READABLE, reply } from '../lib/registry';
import { NAMESPACE } from './shared/about';

/** The seconds for which clients may cache public suggestions. */
const FRESH_SECONDS = 60;
const MOST = 20;

const TYPED = {
  type: 'string',
  ...checkedArg({
    schema: { type: 'string', maxLength: LONGEST_QUERY },
    refuse: () =>
      errors.invalidValue({ en: `Send at most ${LONGEST_QUERY} characters.`, fr: `Envoyez au plus ${LONGEST_QUERY} caractères.` }),
  }),
} as const;

const text = (description: Text) => ({ type: 'string', required: true, description }) as const;
const address = (description: Text) => ({ type: 'string', format: 'uri', required: true, description }) as const;

const ANSWERS = {
  type: 'object',
  title: 'Suggestions',
  properties: {
    suggestions: {
      type: 'array',
      required: true,
      description: {
        en: 'The records, grouped by type in the requested order. Names that begin with the typed text come first',
        fr: 'Les enregistrements, groupés par type dans l’ordre demandé. Les noms qui commencent par la saisie viennent d’abord',
      },
      items: {
        type: 'object',
        title: 'Suggestion',
        properties: {
          kind: text({ en: 'The type of the record, in the plural', fr: 'Le type de l’enregistrement, au pluriel' }),
          id: { type: 'integer', required: true, description: { en: 'The ID of the record', fr: 'L’identifiant de l’enregistrement' } },
          name: text({ en: 'The title or name', fr: 'Le titre ou le nom' }),
          rest_url: address({ en: 'The address of the record', fr: 'L’adresse de l’enregistrement' }),
          url: address({ en: 'The address of its page for visitors', fr: 'L’adresse de sa page pour les visiteurs' }),
        },
      },
    },
  },
} as const satisfies Answers;

export function declareSuggestions(registry: CalendarRegistry, services: Services): void {
  const suggest = createSuggestions(services);
  const plurals = [...new Set(['events', ...services.postLikes.keys(), ...services.termLikes.keys()])];
  registry.registerRoute(NAMESPACE, '/suggest', {
    methods: READABLE,
    permission: 'public',
    summary: { en: 'Suggest names to search for', fr: 'Suggérer des noms à chercher' },
    description: {
      en: 'Names of records that contain the typed words. The last word may be the beginning of a longer one. Only records of public default lists are suggested, and each name once.',
      fr: 'Les noms d’enregistrements qui contiennent les mots saisis. Le dernier mot peut être le début d’un mot plus long. Seuls sont suggérés les enregistrements des listes publiques par défaut, et chaque nom une seule fois.',
    },
    args: {
      q: { ...TYPED, default: '', description: { en: 'The text that was typed so far', fr: 'Le texte saisi jusqu’ici' } },
      kinds: {
        ...choicesIn(plurals),
        description: {
          en: 'The types of records to suggest. By default all',
          fr: 'Les types d’enregistrements à suggérer. Tous par défaut',
        },
      },
      per_kind: {
        type: 'integer',
        minimum: 1,
        maximum: MOST,
        default: 5,
        description: { en: 'The maximum number of suggestions of each type', fr: 'Le nombre maximal de suggestions de chaque type' },
      },
      ml_fallback: fallbackArg,
    },
    answers: ANSWERS,
    cache: true,
    async handle({ params, language, baseUrl, user }) {
      const { q, kinds = plurals, per_kind: most, ml_fallback: hasFallback } = params;
      const suggestions = await suggest({ q, kinds, most, language, hasFallback, baseUrl });
      const headers = user ? {} : { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` };
      return reply({ suggestions: [...suggestions] }, { headers });
    },
  });
}
