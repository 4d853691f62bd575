import { inEach, type Text } from '../../../language';

/** What is said of what translations have in common always, and of what a new one begins with. */
const ALWAYS: Text = { en: 'All translations share it.', fr: 'Toutes les traductions le partagent.' };
const INITIALLY: Text = { en: 'A new translation begins with it.', fr: 'Une nouvelle traduction commence avec.' };

/** Says of what an answer shows that translations have it in common. */
export const sharedText = (text: Text, by: true | 'initially' = true): Text =>
  inEach((language) => `${text[language]}. ${(by === true ? ALWAYS : INITIALLY)[language]}`);
