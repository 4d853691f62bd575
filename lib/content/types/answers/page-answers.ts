import type { Answers } from '../../../registry';

const url = { type: 'string', format: 'uri' } as const;

/** The addresses of a list and of the pages beside this one. */
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

/** What the title of a list of records ends in, behind that of a record. */
export const LIST_TITLE = 'List';

/** What stands around the records of a page: where the others are, and how many. */
export const aroundAnswers = { ...linksAnswers, ...totalsAnswers } as const;

/** The addresses of a list as a thing of its own. */
export const linksAnswer = { type: 'object', properties: linksAnswers } as const satisfies Answers;

/** The schema of a thing with a name of its own, which is the same in every language. */
export interface TitledAnswer extends Answers {
  readonly title: string;
  readonly properties: NonNullable<Answers['properties']>;
}

/** Makes the schema of a page of a list: the records below their plural, where the other pages are, and what stands beside. */
export const pageAnswer = (plural: string, answer: TitledAnswer, beside: NonNullable<Answers['properties']> = {}): TitledAnswer => ({
  type: 'object',
  title: `${answer.title}${LIST_TITLE}`,
  properties: { [plural]: { type: 'array', items: answer, required: true }, ...aroundAnswers, ...beside },
});
