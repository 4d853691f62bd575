/** Functions on stored records. They make URLs and links, read through the cache, lock records, and choose the translation to show. */

// URLs of records.

export { alternateLinks, amongTranslations, collectionUrl, globalId, postUrl, type Routed, restUrl, translationsOf } from './addresses';

// Links to lists, clauses for text searches, and locks, which protect transactions from concurrent changes.

export { type LinkBase, languageParameter, siteUrl, toQuery } from './addresses';
export { lockRecord, lockTree } from './locks';
export { containing, inOneLine, LONGEST_PATTERN, matching, nameKey, withLine } from './text-search';

// Revisions and collections of records, and reads that record dependencies for the cache.

export { cachedReads, countedReads, editOf, oncePer, recordsOfType, revisionOf, shownReads } from './stored-records';

// Translation groups, and the members that a reader may see.

export { ALL_VISIBLE, groupMembers, groupOf, type LinkedIds, linkedMembers, ownedAs, shownMembers } from './linked-members';

// Links of a record by visibility.

export { type Visibility, visibleToWriter } from './linked-members';

// A queue of long tasks.

export { createTaskQueue } from './task-queue';
