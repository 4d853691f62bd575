import { POST_STATUSES } from '../../access/posts';
import type { Answers } from '../../registry/answers';
import { wallAnswer } from './wall-answer';

/** The publication of a record. */
export const publicationAnswers = {
  author: { type: 'integer', required: true, description: { en: 'The ID of the author', fr: 'L’identifiant de l’auteur' } },
  status: { type: 'string', enum: POST_STATUSES, required: true, description: { en: 'The post status', fr: 'Le statut de publication' } },
  date: {
    ...wallAnswer,
    description: { en: 'The publication date, in the zone of the site', fr: 'La date de publication, dans le fuseau du site' },
  },
  date_utc: {
    ...wallAnswer,
    description: {
      en: 'The publication date in UTC; of drafts without one 0000-00-00 00:00:00',
      fr: 'La date de publication en UTC ; 0000-00-00 00:00:00 pour un brouillon qui n’en a pas',
    },
  },
  modified: {
    ...wallAnswer,
    description: { en: 'When it was last changed, in the zone of the site', fr: 'La date du dernier changement, dans le fuseau du site' },
  },
  modified_utc: {
    ...wallAnswer,
    description: { en: 'When it was last changed, in UTC', fr: 'La date du dernier changement, en UTC' },
  },
} as const satisfies Answers['properties'];

/** The publication of a record as a thing of its own, for what shows it. */
export const publicationAnswer = { type: 'object', properties: publicationAnswers } as const satisfies Answers;
