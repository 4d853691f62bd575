import { idAnswers, languageAnswers, urlAnswer } from '../../lib/kinds/answers/address-answers';
import { imageAnswer } from '../../lib/kinds/answers/image-answer';
import { publicationAnswers } from '../../lib/kinds/answers/publication-answers';
import type { Answers } from '../../lib/registry/answers';

/** A text that is left out where it is empty. */
export const filledAnswer = { type: 'string', minLength: 1 } as const;

/** What a venue or organizer shows first. */
export const headAnswers = { id: idAnswers.id, ...publicationAnswers, url: urlAnswer } as const satisfies Answers['properties'];

/** What it shows after its name. */
export const bodyAnswers = {
  description: { ...filledAnswer, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
  excerpt: { ...filledAnswer, description: { en: 'The excerpt, as HTML', fr: 'L’extrait, en HTML' } },
  slug: filledAnswer,
  image: imageAnswer,
} as const satisfies Answers['properties'];

/** What it shows last. */
export const footAnswers = {
  global_id: idAnswers.global_id,
  global_id_lineage: idAnswers.global_id_lineage,
  ...languageAnswers,
} as const satisfies Answers['properties'];

/** The three as things of their own. */
export const headAnswer = { type: 'object', properties: headAnswers } as const satisfies Answers;
export const bodyAnswer = { type: 'object', properties: bodyAnswers } as const satisfies Answers;
export const footAnswer = { type: 'object', properties: footAnswers } as const satisfies Answers;
