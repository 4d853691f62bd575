/**
 * Translations: groups of records that say the same in different languages.
 * This room joins and parts groups, copies the values that they share, and makes lists in several languages.
 */

// Checks that no record is below itself or its translation.
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
