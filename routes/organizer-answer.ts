import type { Answers } from '../lib/registry/answers';
import { personAnswer } from './events/json-ld-answers';
import { bodyAnswers, filledAnswer, footAnswers, headAnswers } from './events/linked-answers';

/** An organizer; what is empty is left out (REFERENCE 6). */
export const organizerAnswer = {
  type: 'object',
  title: 'Organizer',
  properties: {
    ...headAnswers,
    organizer: { type: 'string', required: true, description: { en: 'The name', fr: 'Le nom' } },
    ...bodyAnswers,
    phone: filledAnswer,
    website: filledAnswer,
    email: { ...filledAnswer, description: { en: 'The e-mail address, as it was typed', fr: 'L’adresse électronique, telle que saisie' } },
    json_ld: personAnswer,
    ...footAnswers,
  },
  description: { en: 'An organizer. What is empty is left out.', fr: 'Un organisateur. Ce qui est vide est omis.' },
} as const satisfies Answers;
