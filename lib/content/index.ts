/**
 * The engine of content types. Turns declarations of post-like and term-like types into routes, storage, lists and permissions. The
 * calendar and plugins declare their types with these exports.
 */

// Declarations of types and fields, their compilation, and fields that link to other records and may create them.

export type { AddedTo, CheckedAddition, DeclaredCheck, DeclaredRecord, DeclaredTerm, PluginPostLike, PluginTermLike } from './compile';
export { compileTypes, completePostLike, completeTermLike, declareTypeRoutes, filterArgs } from './compile';
export { assignedTerms, inlineLink, type PluginField } from './fields';
export type { Field, Fields, NamedType, OwnField, OwnRecord, PostLikeDeclaration, TermDeclaration, TermFields } from './types';

// Ready-made fields for declarations.

export { excerpt, htmlText, imageAlt, inlineName, line, shownWhereGiven, slug, title, websiteLine } from './fields';

// Services, the texts by which the service describes itself, and schemas of common members of answers.

export type { About, CalendarRegistry, CompiledTypes, Section, Services, Site, TitledAnswer, User } from './types';
export { aroundAnswers, trackedClock, wallAnswer } from './types';

// Compiled types, their records, and the contexts of reads and writes.

export type { RecordCheck } from './types';
export { ownedBy, type PostLike, type PostRecord, type Query, type Sent, type TermLike, type View, type WriteContext } from './types';

// Filters, facets and formats of lists.

export { changedFilters, filterBy, includeFilter, lineSearchFilter, linkedFromFilter, passedToFields, searchFilter } from './list';
export type { Clause, Facet, FacetCount, LinkedFacet, ListFilter, ListFormat, ListRequest } from './types';

// Pages of lists, and search suggestions.

export { firstFew, firstOf, isLongerThan, type Listing, listingOf, pageOfTerms, pagesOf } from './list';
export { createSuggestions, LONGEST_QUERY } from './search';

// Filters by terms, and the records and terms that a user may see.

export { byTermsArg, matchingTerms, repeatedTerms, termsInLinks } from './list';
export { NOT_PROPOSED, partialReads, readableTo, servedRecord, servedRecords, shownNames, visibleInLinks, visibleTerm } from './visibility';

// Stored records with their translations, the posts that a user may see, and publication at their dates.

export { ALL_VISIBLE, cachedReads, groupMembers, groupOf, linkedMembers, lockRecord, oncePer } from './records';
export { fallbackArg, hasFallback, inheritedFrom, TRANSLATION_OF } from './translations';
export { publishDue, visiblePost, visibleTo } from './visibility';

// Collections and URLs of records, records in the form of answers, and the functions on records that plugins get.

export { collectionUrl, postUrl, recordsOfType, restUrl, revisionOf, shownMembers, siteUrl, toQuery, translationsOf } from './records';
export { presentTerm } from './show';
export { singleArgs } from './visibility';
export { type Records, recordsOf, type TermRecords, termRecordsOf } from './write';

// A queue of long tasks, such as calendars of thousands of events.

export { createTaskQueue } from './records';

// Values of args: booleans, words and dates.

export { anyBoolean, choicesIn, date, dateIn, defaultPerPage, isTrue, repeatedBoolean, TRUE_WORDS, textSwitch } from './values';

// Values of args: addresses and IDs of records.

export { HOLLOW, idIn, idOrNone, idsIn, linkedData, undeclaredWebsite, website } from './values';

// Makers of values of args.

export { checkedArg, convertingArg, either, isEmptyNonText, listOf } from './values';

// Rules that decide who may read which records.

export { assertReadable, hidesProtected, isUnprotectedFor, limitGuesses, orProtected, unreadable } from './visibility';

// Creation and update of records, also for plugins and commands.

export { draftRecord, draftTerm, pluginFieldValues, termNameOf, updateRecord, updateTerm, withoutParent } from './write';
