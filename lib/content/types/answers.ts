import { POST_STATUSES } from '../../access';
import { inEach, LANGUAGES, type Served, type Text } from '../../language';
import type { Answers } from '../../registry';

const URI = { type: 'string', format: 'uri' } as const;

/** Schemas of the ID of a record and of its global ID across sites. */
export const idAnswers = {
  id: { type: 'integer', required: true, description: { en: 'The ID', fr: 'L’identifiant' } },
  global_id: {
    type: 'string',
    required: true,
    description: {
      en: 'The ID that is unique across sites: host and ID',
      fr: 'L’identifiant unique entre tous les sites : hôte et identifiant',
    },
  },
  global_id_lineage: {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    required: true,
    description: { en: 'All global IDs that the record has had', fr: 'Tous les identifiants uniques qu’il a eus' },
  },
} as const satisfies Answers['properties'];

/** The schema of the URL of a record's page. */
export const urlAnswer = {
  ...URI,
  required: true,
  description: { en: 'The address of its page for visitors', fr: 'L’adresse de sa page pour les visiteurs' },
} as const satisfies Answers;

/** The schema of the URL of a record's REST route. */
export const restUrlAnswer = {
  ...URI,
  required: true,
  description: { en: 'Its address in this API', fr: 'Son adresse dans cette API' },
} as const satisfies Answers;

/** The schema of a translation, as the other records of the translation group show it. */
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
      en: 'Its visible translations by language',
      fr: 'Ses traductions visibles, par langue',
    },
  },
} as const satisfies Answers['properties'];

/** Makes the schemas of a record's language and translations for the served languages. */
export const languageAnswersIn = ({ languages }: Served) =>
  ({
    language: { ...languageAnswers.language, enum: languages },
    translations: {
      ...languageAnswers.translations,
      properties: Object.fromEntries(languages.map((language) => [language, translationAnswer])),
    },
  }) satisfies Answers['properties'];

const ALWAYS: Text = { en: 'All translations share it.', fr: 'Valeur commune à toutes les traductions.' };
const INITIALLY: Text = { en: 'A new translation gets a copy of it.', fr: 'Une nouvelle traduction en reçoit une copie.' };

/** Appends to a description that translations share the value. */
export const sharedText = (text: Text, by: true | 'initially' = true): Text =>
  inEach((language) => `${text[language]}. ${(by === true ? ALWAYS : INITIALLY)[language]}`);

export const imageAnswer = {
  type: 'object',
  title: 'Image',
  properties: {
    url: { type: 'string', required: true, description: { en: 'The address of the image', fr: 'L’adresse de l’image' } },
    id: idAnswers.id,
    extension: {
      type: 'string',
      description: { en: 'The file extension, such as jpg', fr: 'L’extension du fichier, comme jpg' },
    },
  },
} as const satisfies Answers;

/** The schema of the featured image of a record; `false` means no image. */
export const featuredAnswer = {
  anyOf: [imageAnswer, { type: 'boolean', enum: [false] }],
  required: true,
  description: sharedText({ en: 'The featured image, or false', fr: 'L’image mise en avant, ou false' }),
} as const satisfies Answers;

/** The schema of the URLs of a list page and of the next and previous pages. */
export const linksAnswer = {
  type: 'object',
  properties: {
    rest_url: { ...URI, required: true, description: { en: 'The address of this list', fr: 'L’adresse de cette liste' } },
    next_rest_url: { ...URI, description: { en: 'The next page, if there is one', fr: 'La page suivante, s’il y en a une' } },
    previous_rest_url: { ...URI, description: { en: 'The previous page, if there is one', fr: 'La page précédente, s’il y en a une' } },
  },
} as const satisfies Answers;

/** Schemas of the members of a list page besides the records: URLs and totals. */
export const aroundAnswers = {
  ...linksAnswer.properties,
  total: {
    type: 'integer',
    minimum: 0,
    required: true,
    description: { en: 'The number of records on all pages', fr: 'Le nombre d’enregistrements, toutes pages confondues' },
  },
  total_pages: { type: 'integer', minimum: 0, required: true, description: { en: 'The number of pages', fr: 'Le nombre de pages' } },
} as const satisfies Answers['properties'];

/** The suffix of the schema title of a list: `Event` gives `EventList`. */
export const LIST_TITLE = 'List';

/** The schema of an answer with a title, which is equal in all languages. */
export interface TitledAnswer extends Answers {
  readonly title: string;
  readonly properties: NonNullable<Answers['properties']>;
}

/** Makes the schema of a list page. `plural` names the member with the records; `beside` has further members. */
export const pageAnswer = (plural: string, answer: TitledAnswer, beside: NonNullable<Answers['properties']> = {}): TitledAnswer => ({
  type: 'object',
  title: `${answer.title}${LIST_TITLE}`,
  properties: { [plural]: { type: 'array', items: answer, required: true }, ...aroundAnswers, ...beside },
});

/** The schema of a local date and time, `2030-05-06 07:08:09`. RFC 3339 has no format without an offset. */
export const wallAnswer = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
  patternText: { en: 'a date and a time, such as 2030-05-06 07:08:09', fr: 'une date et une heure, comme 2030-05-06 07:08:09' },
  required: true,
} as const satisfies Answers;

/** A description of who sees records of each status. */
export const STATUS_MEANINGS: Text = {
  en: 'everybody sees publish, and future from its date on; the author and editors see draft, pending and private; users who may change it see trash',
  fr: 'publish est visible de tous, future à partir de sa date ; draft, pending et private de l’auteur et des éditeurs ; trash de ceux qui peuvent le modifier',
};

/** The schemas of a record's author, status and dates. */
export const publicationAnswer = {
  type: 'object',
  properties: {
    author: {
      type: 'integer',
      required: true,
      description: { en: 'The ID of the author', fr: 'L’identifiant de l’auteur' },
    },
    status: {
      type: 'string',
      enum: POST_STATUSES,
      required: true,
      description: { en: `The status: ${STATUS_MEANINGS.en}`, fr: `Le statut : ${STATUS_MEANINGS.fr}` },
    },
    date: {
      ...wallAnswer,
      description: { en: 'The publication date, in the zone of the site', fr: 'La date de publication, dans le fuseau du site' },
    },
    date_utc: {
      ...wallAnswer,
      description: {
        en: 'The publication date in UTC; 0000-00-00 00:00:00 for drafts without one',
        fr: 'La date de publication en UTC ; 0000-00-00 00:00:00 pour un brouillon qui n’en a pas',
      },
    },
    modified: {
      ...wallAnswer,
      description: {
        en: 'The date of the last change, in the zone of the site',
        fr: 'La date du dernier changement, dans le fuseau du site',
      },
    },
    modified_utc: {
      ...wallAnswer,
      description: { en: 'The date of the last change, in UTC', fr: 'La date du dernier changement, en UTC' },
    },
  },
} as const satisfies Answers;
