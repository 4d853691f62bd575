/**
 * Visibility: who may see which records, terms and parts of them. It covers status, author, password, proposed terms, served
 * languages, and the publication that decides most of this.
 */

// Publication: status, dates, and drafts that are published with another record.
export { publicationWithin, publishCompanions, publishesWith } from './companions';
// Passwords, and limits for guesses at them.
export { limitGuesses, passwordOfList } from './guesses';
// Images, which only readers of a record with them may name.
export { imageArg, imageOf, presentImage, type SentImage } from './images';
// Visibility of linked records and their names.
export { READERS, readableBy, readableTo } from './link-visibility';
export { assignedTermIds, postOfLanguage, visiblePost } from './named-posts';
export { passwordArg, unlockingArg } from './password';
export { presentPublication, publicationArgs, publicationOf, type SentPublication, toTrash, trashedSlug } from './publication';
export { publishDue } from './publish-due';
export { servedRecord, servedRecords } from './served-record';
export { type NamedRecords, namesIn, type ShownName, shownNames } from './shown-names';
// Clauses and checks for posts.
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
// Visibility of terms.
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
