/** The arg by which a record becomes a translation of another one. */
export const TRANSLATION_OF = 'translation_of';
