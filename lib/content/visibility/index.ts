/**
 * Visibility: who may see which records, terms and parts of them. It covers status, author, password, proposed terms, served
 * languages, and the publication that decides most of this.
 */

// Images, which only readers of a record with them may name.
export { imageArg, imageOf, presentImage, type SentImage } from './images';
// Visibility of linked records and their names.
export {
  assignedTermIds,
  type NamedRecords,
  namesIn,
  postOfLanguage,
  READERS,
  readableBy,
  readableTo,
  type ShownName,
  servedRecord,
  servedRecords,
  shownNames,
  visiblePost,
} from './linked-records';
// Passwords, and limits for guesses at them.
export { limitGuesses, passwordArg, passwordOfList, singleArgs, unlockingArg } from './passwords';
// Publication: status, dates, and drafts that are published with another record.
export {
  presentPublication,
  publicationArgs,
  publicationOf,
  publicationWithin,
  publishCompanions,
  publishDue,
  publishesWith,
  type SentPublication,
  toTrash,
  trashedSlug,
} from './publication';
// Clauses and checks for posts.
export {
  assertReadable,
  canReadWhole,
  hidesNothing,
  hidesProtected,
  isUnprotectedFor,
  type ListVisibility,
  listVisibility,
  protectedFrom,
  statusFilter,
  translatedFor,
  unprotectedFor,
  unreadable,
  visibleTo,
} from './visibility';
// Visibility of terms.
export {
  hiddenParents,
  isVisibleTerm,
  managesTerms,
  NOT_PROPOSED,
  proposedAlsoBy,
  termsVisibleTo,
  visibleTerm,
  visibleTermConditions,
  withVisibleParents,
} from './visible-terms';
