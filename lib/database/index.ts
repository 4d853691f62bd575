/**
 * The database layer: records in MongoDB, or in the embedded database, which speaks MongoDB's protocol. It contains the connection,
 * transactions with their locks, and the stores of posts, terms, users and images, but not the fields that content types declare.
 */

// Changes for caches: which records changed since a state, in which fields and counts.
export { addedBy, type ChangedRecord, contentKey, countsKey } from './changes/change-log';
// Stored counts: how many public records link to a record, and how a change affects them.
export { type CountedLink, countField, initialCounts, latestField, lockCounted, PUBLIC_RECORDS, recount, usedBy } from './counting';
export { mayChange } from './driver/command-changes';
// The connection, its transactions and their locks.
export { type Connection, createConnection } from './driver/connection';
// The driver, loaded on first use, hashes of queries, and the meaning of the driver's errors to clients.
export {
  assertUri,
  driver,
  inBatches,
  isDuplicateKey,
  isUnreadable,
  queryKey,
  refusalOf,
  refusedWhy,
  translateError,
  UnusableDatabaseError,
} from './driver/driver';
// Several jobs in one transaction.
export { createGroupCommit } from './driver/group-commit';
// The indexes of all types, and how they are built.
export {
  byIndex,
  COMMON_INDEXES,
  DUE,
  ensureIndexes,
  type Indexes,
  index,
  indexesForWriting,
  lackingIndexes,
  type NamedIndex,
  NEWEST,
  POST_INDEXES,
  PROPOSED,
  TERM_INDEXES,
  TERM_NAME,
} from './driver/indexes';
// Keys of records, for locks and for the change log.
export { keyOf, keysOf } from './driver/locks';
// Events of committed changes, and the observer of measurements.
export type { ChangeEvents, RetryReason, Watch } from './driver/transactions';
// Idempotency keys of creations.
export { createIdempotencyKeys, type IdempotencyKeys, type KeyUse, type UsedKey } from './idempotency';
// The UUID of the database.
export { createInstallation } from './installation';
// Images.
export { createMedia, type MediaStore } from './media';
// Lists that are ordered by tiers before they are sorted.
export { hasMore, type IdTiers, type LinkedTiers, type NestedTiers, pageWithTotal } from './records/pages';
// The stored records, their changes, their links, and their values by paths.
export {
  type Change,
  type FieldValues,
  fieldAt,
  idsOfLink,
  type Link,
  linkedIds,
  linkKey,
  type Media,
  type Post,
  PROTECTED_PREFIX,
  type Sibling,
  type Stored,
  type Term,
  WORDS_FIELD,
  WORDS_INDEX,
  withValue,
  withValues,
} from './records/record';
// Free slugs.
export { freeSlugs, LONGEST_SLUG } from './records/slugs';
// The stores of content types, and their queries.
export type { Store } from './records/store';
export { type CountedQuery, type NewRecord, type PageQuery, type RecordPage, type StoredType, WITHOUT_KEYS } from './records/store-reads';
// The store of a term-like type.
export type { Terms } from './records/terms';
// Translation groups, and the values that translations share.
export { idsOfTranslations, memberId, membersByLanguage, type Sharing, siblingOf, translatedLink } from './records/translations';
// All stored types with their stores and links.
export {
  createRecordTypes,
  type RecordType,
  type RecordTypes,
} from './records/types';
// Counters of IDs.
export type { Counter } from './sequences';
// Users.
export { createUsers, type StoredUser, type Users } from './users';
