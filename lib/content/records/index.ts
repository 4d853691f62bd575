/** Functions on stored records. They make URLs and links, read through the cache, lock records, and choose the translation to show. */

// URLs and links of records.
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
// Locks, which protect transactions from concurrent changes.
export { lockPost, lockRecord, lockTerm, lockTree } from './locks';
// Translation groups, and the members that a reader may see.
// Revisions and collections of records, and reads that record dependencies for the cache.
export {
  ALL_VISIBLE,
  cachedReads,
  countedReads,
  editOf,
  groupMembers,
  groupOf,
  type LinkedIds,
  linkedMembers,
  oncePer,
  ownedAs,
  recordsOfType,
  revisionOf,
  shownMembers,
  shownReads,
  type Visibility,
  visibleLinks,
  visibleToWriter,
} from './stored-records';
// Clauses for text searches, and keys of names.
export { containing, inOneLine, LONGEST_SEARCH, matching, nameKey, withLine } from './text-search';
