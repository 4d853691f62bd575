/** The name of the arg for translations. */
export const TRANSLATION_OF = 'translation_of';
