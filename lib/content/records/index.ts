/**
 * Stored records: functions about them that all rooms of content need.
 * They make addresses and links, read by way of the cache, lock, and choose the translation that a reader sees.
 */

// Addresses and links of records.
export {
  alternateLinks,
  amongTranslations,
  collectionUrl,
  globalId,
  postUrl,
  type Routed,
  restUrl,
  siteUrl,
  translationsOf,
} from './addresses';
// Reads, with their dependencies for the cache.
export { cachedReads, countedReads, shownReads } from './cached-reads';
// Translation groups, and the members that a reader sees.
export { groupMembers, groupOf } from './group-members';
export { linkedMembers, visibleToWriter } from './linked-members';
// Locks, which keep transactions from missing each other’s changes.
export { lockPost, lockRecord, lockTerm, lockTree } from './locks';
export { type LinkBase, languageParameter, toQuery } from './query-strings';
export { ALL_VISIBLE, type LinkedIds, shownMembers, type Visibility, visibleLinks } from './shown-members';
// Helpers.
// Versions and stores of records.
export { editOf, oncePer, REMOVED, recordsOfType, revisionOf } from './stored-records';
// Clauses for texts, and keys of names.
export { containing, inOneLine, LONGEST_SEARCH, matching, nameKey, withLine } from './text-search';
