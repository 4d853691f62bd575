import type { Posts } from '../../database';
import { ALL_LANGUAGES } from '../../language';
import { shownMembers } from '../records';
import type { PostRecord, View } from '../types';
import { readableBy } from './link-visibility';

/**
 * Resolves an ID for a list to its translation in the list's language. If the user may not read that, the record itself is returned.
 * The caller has checked that the user may read the record.
 */
export async function postOfLanguage(
  posts: Pick<Posts<PostRecord>, 'many'>,
  plural: string,
  id: number,
  { user, language }: Pick<View, 'user' | 'language'>,
): Promise<PostRecord | undefined> {
  const visibility = readableBy(user, plural);
  const recordVisible = (one: PostRecord) => one._id === id || visibility.recordVisible(one);
  const [[record] = []] = await shownMembers<PostRecord>(posts, [{ ids: [id], language }], { ...visibility, recordVisible }, ALL_LANGUAGES);
  return record;
}
