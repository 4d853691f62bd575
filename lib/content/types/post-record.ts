import type { PostStatus } from '../../access';
import type { Post } from '../../database';

/** A stored post-like record as the routes know it: its status is one of those that clients may set. */
export interface PostRecord extends Post {
  readonly status: PostStatus;
  readonly trashed?: { readonly status: PostStatus; readonly slug: string };
}

/** What of a record decides who may do what to it. */
export const ownedBy = (record: PostRecord) => ({ author: record.author, status: record.status, was: record.trashed?.status });
