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
export { type Counted, countField, createCounting, latestField, nothingCounted, usedBy } from './counting';
// Errors of the configuration of the database.
export { assertUri, UnusableDatabaseError } from './driver/client';
// The test whether a change may affect some fields.
export { mayChange } from './driver/command-changes';
// The connection, its transactions and its locks.
export { type Connection, createConnection, keyOf } from './driver/connection';
export { incrementIn } from './driver/count-increments';
// Errors of the driver, and their meaning to clients.
export { isUnreadable, refusalOf, refusedWhy, translateTrouble } from './driver/database-errors';
// The driver itself, loaded on first use, and hashes of queries.
export { driver, queryKey } from './driver/driver';
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
// Values of records by their paths.
export { type FieldValues, fieldAt, withValue, withValues } from './driver/paths';
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
// Search keys of links.
export { CLOSED, linkKey, WORDS_FIELD, WORDS_INDEX } from './records/link-keys';
// Links from records to records.
export { idsOfLink, type Link, linkedIds } from './records/links';
// Lists that are ordered by nested filters before they are sorted.
export type { NestedTiers } from './records/nested-page';
// The stores of posts.
export type { Posts, StoredPostType } from './records/posts';
// The stored records and their changes.
export type { Change, Media, Post, Sibling, Stored, Term } from './records/record';
// Values that translations share.
export { type Sharing, translatedLink } from './records/sharing';
// Free slugs, and notes on the numbers that are used.
export { createSlugs, LONGEST_SLUG, SLUG_NOTES, slugNoteOf, withSuffix } from './records/slugs';
// The store that posts and terms have in common, and its queries.
export type { Store } from './records/store';
export type { CountedQuery, Draft, PageQuery, RecordPage } from './records/store-types';
// The stores of terms.
export type { StoredTermType, TermName, Terms } from './records/terms';
// Lists that are ordered by tiers of linked records before they are sorted.
export type { LinkedTiers } from './records/tiered-page';
// The content types as the database layer knows them.
export { createRecordTypes, type DeclaredLink, type Extension, type NamingLink, type RecordType, type RecordTypes } from './records/types';
// Counters of IDs.
export type { Counter } from './sequences';
// Users.
export { createUsers, type StoredUser, type Users } from './users';
