import type { Answers } from '../../../registry';

const url = { type: 'string', format: 'uri' } as const;

/** Schemas of the addresses of a page and of its neighbours. */
const linksAnswers = {
  rest_url: { ...url, required: true, description: { en: 'The address of this list', fr: 'L’adresse de cette liste' } },
  next_rest_url: { ...url, description: { en: 'The next page, if there is one', fr: 'La page suivante, s’il y en a une' } },
  previous_rest_url: { ...url, description: { en: 'The previous page, if there is one', fr: 'La page précédente, s’il y en a une' } },
} as const satisfies Answers['properties'];

const totalsAnswers = {
  total: {
    type: 'integer',
    minimum: 0,
    required: true,
    description: { en: 'How many there are on all pages', fr: 'Le nombre sur toutes les pages' },
  },
  total_pages: { type: 'integer', minimum: 0, required: true, description: { en: 'How many pages there are', fr: 'Le nombre de pages' } },
} as const satisfies Answers['properties'];

/** The ending of the schema title of a list: `Event` gives `EventList`. */
export const LIST_TITLE = 'List';

/** Schemas of the members of a page beside its records: addresses and totals. */
export const aroundAnswers = { ...linksAnswers, ...totalsAnswers } as const;

/** The schema of the addresses as an object. */
export const linksAnswer = { type: 'object', properties: linksAnswers } as const satisfies Answers;

/** A schema with a title, which is the same in every language. */
export interface TitledAnswer extends Answers {
  readonly title: string;
  readonly properties: NonNullable<Answers['properties']>;
}

/** Makes the schema of a page. `plural` names the member with the records, and `beside` holds further members. */
export const pageAnswer = (plural: string, answer: TitledAnswer, beside: NonNullable<Answers['properties']> = {}): TitledAnswer => ({
  type: 'object',
  title: `${answer.title}${LIST_TITLE}`,
  properties: { [plural]: { type: 'array', items: answer, required: true }, ...aroundAnswers, ...beside },
});
