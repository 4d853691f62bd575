export type { ChangeEvents } from './changes/change-events';
export { addedBy, type ChangedRecord, contentKey, countsKey } from './changes/change-log';
export { type Counted, countField, createCounting, latestField, nothingCounted, usedBy } from './counting';
export { assertUri, UnusableDatabaseError } from './driver/client';
export { mayChange } from './driver/command-changes';
export { type Connection, createConnection, keyOf } from './driver/connection';
export { isUnreadable, refusalOf, refusedWhy, translateTrouble } from './driver/database-errors';
export { driver, queryKey } from './driver/driver';
export { createGroupCommit } from './driver/group-commit';
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
export { type FieldValues, fieldAt, withValue, withValues } from './driver/paths';
export type { RetryReason, Watch } from './driver/pool-watch';
export { raisedIn } from './driver/raises';
export { createIdempotencyKeys, type IdempotencyKeys, type KeyUse, type UsedKey } from './idempotency';
export { createInstallation } from './installation';
export { createMedia, type MediaStore } from './media';
export { memberId, membersByLanguage, siblingOf } from './records/groups';
export { CLOSED, linkKey, WORDS_FIELD, WORDS_INDEX } from './records/link-keys';
export { idsOfLink, type Link, linkedIds } from './records/links';
export type { NestedRanks } from './records/nested-page';
export type { Posts, StoredPostType } from './records/posts';
export type { RankedBy } from './records/ranked-page';
export type { Change, Media, Post, Sibling, Stored, Term } from './records/record';
export { type Sharing, translatedLink } from './records/sharing';
export { createSlugs, LONGEST_SLUG, SLUG_NOTES, slugNoteOf, withSuffix } from './records/slugs';
export type { Store } from './records/store';
export type { CountedQuery, Draft, PageQuery, RecordPage } from './records/store-types';
export type { StoredTermType, TermName, Terms } from './records/terms';
export { createRecordTypes, type DeclaredLink, type Extension, type NamingLink, type RecordType, type RecordTypes } from './records/types';
export type { Counter } from './sequences';
export { createUsers, type StoredUser, type Users } from './users';
