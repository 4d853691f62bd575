/** Groups of records with the same content in different languages: joining and leaving, shared values, and multilingual lists. */

// Translation groups: join, leave, the original of a record, and parents.
export { originalIn, refuseCircle, regrouped, type SentTranslation, TRANSLATION_OF, type TranslatedType, translationArg } from './groups';
// Languages of a list.
export { fallbackArg, hasFallback, languageClauses, languagesFilter, listedLanguages } from './languages';
// Values that all translations share.
export { inheritedFrom, inheriting, lockLinks, share } from './sharing-fields';

// Slugs of other languages.

export { createOtherLanguages, slugFallbackArg } from './languages';
