/**
 * The engine of content types. Turns declarations of post-like and term-like types into routes, storage, lists and permissions. The
 * calendar and plugins declare their types with these exports.
 */

// Types of declarations that plugins write.

export type { AddedTo, CheckedAddition, DeclaredRecord, DeclaredTerm, PluginPostLike, PluginTermLike } from './compile';
export type { Field, Fields, NamedType, OwnField, OwnRecord, PostLikeDeclaration, TermDeclaration, TermFields } from './types';

// Compilation of declarations, and the routes of compiled types.

export { compileTypes, type Declarations, declaredPostLike, declaredTermLike, declareTypeRoutes, filterArgs } from './compile';
export type { DeclaredField } from './fields';

// Ready-made fields for declarations.

export { excerpt, htmlText, imageAlt, inlineName, line, shownWhereGiven, slug, title, websiteLine } from './fields';
export { noParent, termParent, usualTermFields } from './list';

// Ready-made fields that link to other records and may create them.

export { assignedTerms, inlineLink } from './fields';

// Services that content types, routes and pages work with.

export {
  type CalendarRegistry,
  type CompiledTypes,
  recordedClock,
  type Services,
  type Site,
  type User,
  type WrongPasswords,
} from './types';

// Compiled types, their records, and the contexts of reads and writes.

export { ownedBy, type PostLike, type PostRecord, type Query, type Sent, type TermLike, type View, type WriteContext } from './types';

// Texts by which the service describes itself, and schemas of common members of answers.

export { type About, aroundAnswers, type Section, type TitledAnswer, wallAnswer } from './types';

// Filters, facets and formats of lists.

export { changedFilters, createFacets, filterBy, includeFilter, lineSearch, passedToFields, wordSearch } from './list';
export type { Clause, Facet, FacetCount, LinkedFacet, ListFilter, ListFormat } from './types';

// Pages of lists.

export { firstFew, firstOf, type Listing, type ListRequest, listingOf, pageOfTerms, pagesOf } from './list';

// Filters by terms.

export { matchingTerms, repeatedTerms, termsFilter, termsInLinks } from './list';

// Stored records: reading them together with translations.

export { ALL_VISIBLE, amongTranslations, cachedReads, groupMembers, groupOf, linkedMembers, lockPost, oncePer } from './records';
export { fallbackArg, inheritedFrom, showsStandIns, TRANSLATION_OF } from './translations';

// URLs of records, and records in the form of answers.

export { collectionUrl, postUrl, restUrl, revisionOf, shownMembers, siteUrl, toQuery, translationsOf } from './records';
export { presentTerm } from './show';

// Search suggestions.

export { createSuggestions, LONGEST_SEARCHED } from './search';

// Values of args: booleans and words.

export { anyBoolean, choicesIn, either, isTrue, judged, repeatedBoolean, TRUE_WORDS, textSwitch } from './values';

// Values of args: numbers.

export { type BoundingBox, boundingBox, COST_FORM, defaultPerPage, degrees, degreesOrNone, money } from './values';

// Values of args: dates, addresses and IDs of records.

export { date, dateIn, HOLLOW, idIn, idOrNone, idsIn, linkedData, minutesOf, timeOfDay, undeclaredWebsite, website, zone } from './values';

// Rules that decide who may read which records.

export {
  assertReadable,
  hidesNothing,
  hidesProtected,
  isUnprotectedFor,
  limitGuesses,
  protectedFrom,
  singleArgs,
  unreadable,
} from './visibility';

// Records and terms that a user may see.

export { NOT_PROPOSED, namesIn, readableTo, servedRecord, servedRecords, shownNames, termsVisibleTo, visibleTerm } from './visibility';

// Posts that a user may see, and publication at their dates.

export { postOfLanguage, publishDue, visiblePost, visibleTo } from './visibility';

// Creation and update of records, also for plugins and commands.

export { addedFields, draftRecord, draftTerm, termNameOf, updateRecord, updateTerm, withoutParent } from './write';

// Functions on records that plugins get.

export { type Records, recordsOf, type TermRecords, termRecordsOf } from './write';
