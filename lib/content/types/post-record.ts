import type { PostStatus } from '../../access';
import type { Post } from '../../database';

/** A stored post-like record. Its status is one that clients can set. */
export interface PostRecord extends Post {
  readonly status: PostStatus;
  readonly trashed?: { readonly status: PostStatus; readonly slug: string } | undefined;
}

/** Returns the properties that permissions depend on. */
export const ownedBy = (record: PostRecord) => ({ author: record.author, status: record.status, was: record.trashed?.status });
