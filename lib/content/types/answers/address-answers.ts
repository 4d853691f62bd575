import { inEach, LANGUAGES, type Served } from '../../../language';
import type { Answers } from '../../../registry';

/** Schemas of the ID of a record and of its IDs across sites. */
export const idAnswers = {
  id: { type: 'integer', required: true, description: { en: 'The ID', fr: 'L’identifiant' } },
  global_id: {
    type: 'string',
    required: true,
    description: { en: 'The ID across sites: host and ID', fr: 'L’identifiant entre sites : hôte et identifiant' },
  },
  global_id_lineage: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    required: true,
    description: { en: 'All global IDs that it ever had', fr: 'Tous les identifiants entre sites qu’il a eus' },
  },
} as const satisfies Answers['properties'];

/** The schema of the address of a record's page. */
export const urlAnswer = {
  type: 'string',
  format: 'uri',
  required: true,
  description: { en: 'The address of its page for people', fr: 'L’adresse de sa page pour les personnes' },
} as const satisfies Answers;

/** The schema of the address of a record's route. */
export const restUrlAnswer = {
  type: 'string',
  format: 'uri',
  required: true,
  description: { en: 'Its address in this API', fr: 'Son adresse dans cette API' },
} as const satisfies Answers;

/** The schema of a translation, as its siblings show it. */
export const translationAnswer = {
  type: 'object',
  title: 'Translation',
  properties: {
    id: idAnswers.id,
    slug: { type: 'string', required: true },
    rest_url: restUrlAnswer,
    url: urlAnswer,
  },
} as const satisfies Answers;

/** Schemas of a record's language and translations. */
export const languageAnswers = {
  language: {
    type: 'string',
    enum: LANGUAGES,
    required: true,
    description: { en: 'The language of its texts', fr: 'La langue de ses textes' },
  },
  translations: {
    type: 'object',
    properties: inEach(() => translationAnswer),
    required: true,
    description: {
      en: 'Its translations by language, as far as they may be seen',
      fr: 'Ses traductions par langue, dans la mesure où elles sont visibles',
    },
  },
} as const satisfies Answers['properties'];

/** Makes the same schemas for the languages that are served. */
export const languageAnswersIn = ({ languages }: Served) =>
  ({
    language: { ...languageAnswers.language, enum: languages },
    translations: {
      ...languageAnswers.translations,
      properties: Object.fromEntries(languages.map((language) => [language, translationAnswer])),
    },
  }) satisfies Answers['properties'];
