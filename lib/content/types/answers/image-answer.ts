import { inEach, type Text } from '../../../language';
import type { Answers } from '../../../registry';
import { idAnswers } from './address-answers';

/** Sentences about members that translations share always, and about those that they share initially. */
const ALWAYS: Text = { en: 'All translations share it.', fr: 'Toutes les traductions le partagent.' };
const INITIALLY: Text = { en: 'A new translation begins with it.', fr: 'Une nouvelle traduction commence avec.' };

/** Adds to a description that translations share the member. */
export const sharedText = (text: Text, by: true | 'initially' = true): Text =>
  inEach((language) => `${text[language]}. ${(by === true ? ALWAYS : INITIALLY)[language]}`);

/** The schema of an image. */
export const imageAnswer = {
  type: 'object',
  title: 'Image',
  properties: {
    url: { type: 'string', required: true, description: { en: 'The address of the image', fr: 'L’adresse de l’image' } },
    id: idAnswers.id,
    extension: {
      type: 'string',
      description: { en: 'What the address ends with, such as jpg', fr: 'Ce par quoi l’adresse se termine, comme jpg' },
    },
  },
} as const satisfies Answers;

/** The schema of the featured image of a record; `false` means none. */
export const featuredAnswer = {
  anyOf: [imageAnswer, { type: 'boolean', enum: [false] }],
  required: true,
  description: sharedText({ en: 'The featured image, or false', fr: 'L’image mise en avant, ou false' }),
} as const satisfies Answers;
