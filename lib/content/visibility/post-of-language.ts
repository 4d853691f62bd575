import type { Posts } from '../../database';
import { ALL_LANGUAGES } from '../../language';
import { shownMembers } from '../records';
import type { PostRecord, View } from '../types';
import { readableBy } from './link-visibility';

/** The record that an ID means in a list: its translation in the language of the list where the user sees that whole, else itself, which he was found to see. */
export async function postOfLanguage(
  posts: Pick<Posts<PostRecord>, 'many'>,
  plural: string,
  id: number,
  { user, language }: Pick<View, 'user' | 'language'>,
): Promise<PostRecord | undefined> {
  const sight = readableBy(user, plural);
  const seen = (one: PostRecord) => one._id === id || sight.seen(one);
  const [[record] = []] = await shownMembers<PostRecord>(posts, [{ ids: [id], language }], { ...sight, seen }, ALL_LANGUAGES);
  return record;
}
