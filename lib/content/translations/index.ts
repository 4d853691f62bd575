/** Groups of records with the same content in different languages: joining and leaving, shared values, and multilingual lists. */

// Translation groups: join, leave, the original of a record, and parents.
export { originalIn, refuseCircle, regrouped, type SentTranslation, TRANSLATION_OF, type TranslatedType, translationArg } from './groups';
// Languages of a list, and slugs of other languages.
export {
  createOtherLanguages,
  fallbackArg,
  languagesFilter,
  listedLanguages,
  listLanguages,
  showsStandIns,
  slugFallbackArg,
} from './languages';
// Values that all translations share.
export { inheritedFrom, inheriting, lockLinks, share } from './sharing-fields';
