import type { Post, Sibling, Stored } from './record';

/** The ID of a record's translation into a language, or the record's own ID if there is none. */
export const memberId = ({ _id, language, translations }: Pick<Stored, '_id' | 'language' | 'translations'>, spoken: string): number =>
  language === spoken ? _id : (translations[spoken as Stored['language']]?.id ?? _id);

/** A record as its translations store it. */
export const siblingOf = (record: Pick<Stored, '_id' | 'slug'> & Partial<Pick<Post, 'status' | 'author' | 'trashed'>>): Sibling => ({
  id: record._id,
  slug: record.slug,
  ...(record.status !== undefined && { status: record.status }),
  ...(record.author !== undefined && { author: record.author }),
  ...(record.trashed !== undefined && { was: record.trashed.status }),
});
