/** Groups of records with the same content in different languages: joining and leaving, shared values, and multilingual lists. */

// Checks that no record is a descendant of itself or its translation.
export { refuseCircle } from './circles';
// Languages of a list.
export { fallbackArg, languagesFilter, listedLanguages, listLanguages, showsStandIns } from './languages';
// Translation groups: join, leave, and the original of a record.
export { originalIn, regrouped, type SentTranslation, TRANSLATION_OF, type TranslatedType, translationArg } from './original';
// Slugs of other languages.
export { createOtherLanguages, slugFallbackArg } from './other-languages';
// Values that all translations share.
export {
  copyShared,
  inheritedFrom,
  inheriting,
  judgeTranslation,
  lockLinks,
  share,
  sharedChanges,
  translationsForUpdate,
} from './sharing-fields';
