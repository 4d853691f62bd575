/**
 * Visibility: who may see which records, terms and parts of them. It covers status, author, password, proposed terms, served
 * languages, and the publication that decides most of this.
 */

// Images, which only readers of a record with them may name.
export { imageArg, imageOf, presentImage, type SentImage } from './images';
// Visibility of linked records.
export { assignedTermIds, postOfLanguage, readableBy, readableTo, servedRecord, servedRecords, visiblePost } from './linked-records';
// Passwords, and limits for guesses at them.
export { limitGuesses, passwordArg, passwordOfList, singleArgs, unlockingArg } from './passwords';
// Publication: author, status and dates.
export { presentPublication, publicationOf } from './publication';
export { publicationArgs, type SentPublication } from './publication-args';
export { publishDue } from './scheduled';
export { toTrash, trashedSlug } from './trash';
// Clauses for posts.
export { type ListVisibility, listVisibility, protectedFrom, statusFilter, translatedFor, unprotectedFor, visibleTo } from './visibility';

// Names of linked records.

export { type NamedRecords, namesIn, READERS, type ShownName, shownNames } from './linked-records';

// Visibility of terms.

export { isVisibleTerm, managesTerms, NOT_PROPOSED, proposedAlsoBy, termsVisibleTo, visibleTerm } from './linked-records';

// Clauses and parents of terms.

export { hiddenParents, visibleTermConditions, withVisibleParents } from './linked-records';

// Drafts that are published with another record.

export { publishCompanions } from './companions';

// Checks of posts.

export { assertReadable, canReadWhole, hidesNothing, hidesProtected, isUnprotectedFor, unreadable } from './visibility';
