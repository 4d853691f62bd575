import type { Post, Sibling, Stored } from './record';

/** A record as its translations store it. */
export const siblingOf = (record: Pick<Stored, '_id' | 'slug'> & Partial<Pick<Post, 'status' | 'author' | 'trashed'>>): Sibling => ({
  id: record._id,
  slug: record.slug,
  ...(record.status !== undefined && { status: record.status }),
  ...(record.author !== undefined && { author: record.author }),
  ...(record.trashed !== undefined && { was: record.trashed.status }),
});
