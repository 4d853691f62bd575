export { assignedTermIds } from './assigned-term-ids';
export { publicationWithin, publishCompanions, publishesWith } from './companions';
export { limitGuesses, passwordOfList } from './guesses';
export { imageArg, imageOf, presentImage, type SentImage } from './images';
export { readableTo, SEEN_BY, wholeTo } from './link-visibility';
export { meantPost } from './meant-post';
export { passwordArg, unlockingArg } from './password';
export {
  conditionsOfKnown,
  knownTerm,
  knowsTerm,
  managesTerms,
  NO_LONGER_PROPOSED,
  NOT_PROPOSED,
  proposedAlsoBy,
  termsKnownTo,
} from './proposed-terms';
export { presentPublication, publicationArgs, publicationOf, type SentPublication, toTrash, trashedSlug } from './publication';
export { publishDue } from './publish-due';
export { servedRecord, servedRecords } from './served-record';
export { type NamedRecords, namesIn, type ShownName, shownNames } from './shown-names';
export {
  ALL_OPEN,
  assertReadable,
  closedTo,
  hidesNothing,
  hidesProtected,
  isOpenTo,
  type Openness,
  opennessTo,
  openTo,
  type Seen,
  seenBy,
  seenIn,
  seesWhole,
  statusFilter,
  unreadable,
  visibleTo,
} from './visibility';
export { unseenParents, withSeenParents } from './visible-parents';
export { seenPost } from './visible-post';
