export { publicationWithin, publishCompanions, publishesWith } from './companions';
export { limitGuesses, passwordOfList } from './guesses';
export { imageArg, imageOf, presentImage, type SentImage } from './images';
export { READERS, readableBy, readableTo } from './link-visibility';
export { assignedTermIds, postOfLanguage, visiblePost } from './named-posts';
export { passwordArg, unlockingArg } from './password';
export { presentPublication, publicationArgs, publicationOf, type SentPublication, toTrash, trashedSlug } from './publication';
export { publishDue } from './publish-due';
export { servedRecord, servedRecords } from './served-record';
export { type NamedRecords, namesIn, type ShownName, shownNames } from './shown-names';
export {
  assertReadable,
  canReadWhole,
  hidesNothing,
  hidesProtected,
  isUnprotectedFor,
  type ListVisibility,
  listVisibility,
  type Protection,
  protectedFrom,
  protectionFor,
  statusFilter,
  translatedFor,
  UNPROTECTED,
  unprotectedFor,
  unreadable,
  visibleTo,
} from './visibility';
export { hiddenParents, withVisibleParents } from './visible-parents';
export {
  isVisibleTerm,
  knowsTerm,
  managesTerms,
  NO_LONGER_PROPOSED,
  NOT_PROPOSED,
  proposedAlsoBy,
  termsVisibleTo,
  visibleTermConditions,
} from './visible-terms';
