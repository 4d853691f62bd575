/**
 * Visibility: who may see which records, terms and parts of them. It covers status, author, password, proposed terms, served
 * languages, and the publication that decides most of this.
 */

// Drafts that are published with another record.
export { publishCompanions } from './companions';
// Images, which only readers of a record with them may name.
export { imageArg, imageOf, presentImage, type SentImage } from './images';
// Visibility of linked records, and their names.
export {
  idsLinkedBy,
  partialReads,
  readableTo,
  readableWithoutPassword,
  type ShownName,
  servedRecord,
  servedRecords,
  shownNames,
  VISIBILITY_FIELDS,
  visibleInLinks,
  visiblePost,
} from './linked-records';
// Passwords, and limits for guesses at them.
export { limitGuesses, passwordArg, passwordOfList, singleArgs, unlockingArg } from './passwords';
// Publication: author, status and dates. The trash.
export { presentPublication, publicationOf, toTrash, trashedSlug } from './publication';
export { publicationArgs, type SentPublication } from './publication-args';
export { publishDue } from './scheduled';
// Clauses for posts, and checks of one post.
export {
  assertReadable,
  canReadUnprotected,
  hidesNothing,
  hidesProtected,
  isUnprotectedFor,
  listVisibility,
  orProtected,
  protectedFrom,
  statusFilter,
  translatedFor,
  unprotectedFor,
  unreadable,
  visibleTo,
} from './visibility';
// Visibility of terms, and of their parents.
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
