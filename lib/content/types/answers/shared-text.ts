import { inEach, type Text } from '../../../language';

/** Sentences about members that translations share always, and about those that they share initially. */
const ALWAYS: Text = { en: 'All translations share it.', fr: 'Toutes les traductions le partagent.' };
const INITIALLY: Text = { en: 'A new translation begins with it.', fr: 'Une nouvelle traduction commence avec.' };

/** Adds to a description that translations share the member. */
export const sharedText = (text: Text, by: true | 'initially' = true): Text =>
  inEach((language) => `${text[language]}. ${(by === true ? ALWAYS : INITIALLY)[language]}`);
