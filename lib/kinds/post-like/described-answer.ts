import type { Answers } from '../../registry/answers';
import { idAnswers, languageAnswers, restUrlAnswer, urlAnswer } from '../answers/address-answers';
import { featuredAnswer } from '../answers/image-answer';
import { publicationAnswers } from '../answers/publication-answers';

/** The texts of a record, by which it is found and read. */
export const textAnswers = {
  title: { type: 'string', required: true, description: { en: 'The title, as plain text', fr: 'Le titre, en texte brut' } },
  description: { type: 'string', required: true, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
  excerpt: { type: 'string', required: true, description: { en: 'The excerpt, as HTML', fr: 'L’extrait, en HTML' } },
  slug: {
    type: 'string',
    required: true,
    description: { en: 'The slug; empty while a draft has none', fr: 'Le slug ; vide tant qu’un brouillon n’en a pas' },
  },
  image: featuredAnswer,
} as const satisfies Answers['properties'];

/** A record of a kind that a plugin describes, without the plugin's fields. */
export const describedAnswer = {
  type: 'object',
  properties: { ...idAnswers, ...publicationAnswers, url: urlAnswer, rest_url: restUrlAnswer, ...textAnswers, ...languageAnswers },
} as const satisfies Answers;
