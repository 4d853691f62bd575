/**
 * The database layer: records in MongoDB, or in the embedded database, which speaks the same protocol. It holds the
 * connection, transactions with their locks, and the stores of posts, terms, users and images. It knows nothing of the
 * fields that content types declare.
 */

// Events of the system: listeners hear of each committed change.
export type { ChangeEvents } from './changes/change-events';
// Changes for caches: which records changed since a state.
export { addedBy, type ChangedRecord, contentKey, countsKey } from './changes/change-log';
// Stored counts: how many public records link to a record.
export { type Counted, countField, latestField, lockCounted, nothingCounted, recount, usedBy } from './counting';
// Tests of changes: which fields they may affect, and how they raise counts.
export { incrementIn, mayChange } from './driver/command-changes';
// The connection, its transactions and its locks.
export { type Connection, createConnection } from './driver/connection';
// Errors of the driver, and their meaning to clients.
export { isUnreadable, refusalOf, refusedWhy, translateTrouble } from './driver/database-errors';
// The driver itself, loaded on first use, errors of its configuration, and hashes of queries.
export { assertUri, driver, queryKey, UnusableDatabaseError } from './driver/driver';
// Several creations in one transaction.
export { createGroupCommit } from './driver/group-commit';
// The indexes of all types, and how they are built.
export {
  byIndex,
  COMMON_INDEXES,
  DUE,
  ensureIndexes,
  index,
  type NamedIndex,
  NEWEST,
  POST_INDEXES,
  PROPOSED,
  TERM_INDEXES,
  TERM_NAME,
} from './driver/indexes';
export { createLateIndexes, indexesForWriting, uncountableCollections } from './driver/late-indexes';
// The keys of records, for locks and changes.
export { keyOf } from './driver/locks';
// Measurements of the database.
export type { RetryReason, Watch } from './driver/pool-watch';
// Keys of repeated creations.
export { createIdempotencyKeys, type IdempotencyKeys, type KeyUse, type UsedKey } from './idempotency';
// The UUID of the database.
export { createInstallation } from './installation';
// Images.
export { createMedia, type MediaStore } from './media';
// Translation groups.
export { memberId, membersByLanguage, siblingOf } from './records/groups';
// Links from records to records, and their search keys.
export { CLOSED, idsOfLink, type Link, linkedIds, linkKey, WORDS_FIELD, WORDS_INDEX } from './records/links';
// The stored records, their changes, and their values by paths.
export {
  type Change,
  type FieldValues,
  fieldAt,
  type Media,
  type Post,
  type Sibling,
  type Stored,
  type Term,
  withValue,
  withValues,
} from './records/record';
// Values that translations share.
export { type Sharing, translatedLink } from './records/sharing';
// Free slugs, and notes on the numbers that are used.
export { freeSlugs, LONGEST_SLUG, SLUG_NOTES, slugNoteOf, withSuffix } from './records/slugs';
// The store that posts and terms have in common, and its queries.
export type { Store } from './records/store';
export type { CountedQuery, Draft, PageQuery, RecordPage, StoredType } from './records/store-types';
// The stores of terms.
export type { TermName, Terms } from './records/terms';
// Lists that are ordered by tiers before they are sorted.
export type { LinkedTiers, NestedTiers } from './records/tiers';
// The content types as the database layer knows them.
export {
  createRecordTypes,
  type DeclaredLink,
  type Extension,
  type NamingLink,
  type Posts,
  type RecordType,
  type RecordTypes,
} from './records/types';
// Counters of IDs.
export type { Counter } from './sequences';
// Users.
export { createUsers, type StoredUser, type Users } from './users';
