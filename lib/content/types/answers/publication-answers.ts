import { POST_STATUSES } from '../../../access';
import type { Text } from '../../../language';
import type { Answers } from '../../../registry';

/** The schema of a wall time, `2030-05-06 07:08:09`. RFC 3339 has no format for it, since it has no offset. */
export const wallAnswer = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
  patternText: { en: 'a date and a time, such as 2030-05-06 07:08:09', fr: 'une date et une heure, comme 2030-05-06 07:08:09' },
  required: true,
} as const satisfies Answers;

/** A text that says who sees records of each status. */
export const STATUS_MEANINGS: Text = {
  en: 'publish is seen by everybody, future from its date on, draft, pending and private by their author and by editors, trash by who may change it',
  fr: 'publish est visible de tous, future à partir de sa date, draft, pending et private de leur auteur et des éditeurs, trash de qui peut le modifier',
};

/** Schemas of a record's author, status and dates. */
export const publicationAnswers = {
  author: {
    type: 'integer',
    required: true,
    description: { en: 'The ID of the user who is its author', fr: 'L’identifiant de l’utilisateur qui en est l’auteur' },
  },
  status: {
    type: 'string',
    enum: POST_STATUSES,
    required: true,
    description: { en: `Who sees it: ${STATUS_MEANINGS.en}`, fr: `Qui le voit : ${STATUS_MEANINGS.fr}` },
  },
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

/** The schema of the publication as an object. */
export const publicationAnswer = { type: 'object', properties: publicationAnswers } as const satisfies Answers;
