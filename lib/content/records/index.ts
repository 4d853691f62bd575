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
  type LinkBase,
  languageParameter,
  postUrl,
  type Routed,
  restUrl,
  siteUrl,
  toQuery,
  translationsOf,
} from './addresses';
// Translation groups, and the members that a reader sees.
export {
  ALL_VISIBLE,
  groupMembers,
  groupOf,
  type LinkedIds,
  linkedMembers,
  ownedAs,
  shownMembers,
  type Visibility,
  visibleLinks,
  visibleToWriter,
} from './linked-records';
// Locks, which keep transactions from missing each other’s changes.
export { lockPost, lockRecord, lockTerm, lockTree } from './locks';
// Versions and stores of records, and reads with their dependencies for the cache.
export { cachedReads, countedReads, editOf, oncePer, recordsOfType, revisionOf, shownReads } from './stored-records';
// Clauses for texts, and keys of names.
export { containing, inOneLine, LONGEST_SEARCH, matching, nameKey, withLine } from './text-search';
