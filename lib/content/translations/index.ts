export { refuseCircle } from './circles';
export { fallbackArg, languagesFilter, listedLanguages, listLanguages, showsStandIns } from './languages';
export type { TranslatedType } from './original';
export { TRANSLATION_OF } from './original';
export { createOtherLanguages, slugFallbackArg } from './other-languages';
export { originalIn, regrouped, type SentTranslation } from './regrouping';
export { claimLinks, copyShared, inheritedFrom, inheriting, judgeTranslation, share, sharedChanges } from './sharing-fields';
export { translationArg } from './translation-arg';
