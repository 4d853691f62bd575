import { linkedIds, type Posts } from '../../database';
import { ALL_LANGUAGES } from '../../language';
import type { ArgRequest } from '../../registry';
import { shownMembers } from '../records';
import type { PostRecord, Services, User, View } from '../types';
import { readableBy } from './link-visibility';
import { servedRecord } from './served-record';
import { canReadWhole } from './visibility';

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

/** Reads the IDs of the terms that a record has. Post-like types share their IDs, so the record may be of any type with such terms. */
export async function assignedTermIds({ kinds }: Services, plural: string, id: number, view: View): Promise<readonly number[]> {
  for (const { collection, field } of kinds.linksTo(plural)) {
    const record = await postOfLanguage(kinds.posts<PostRecord>(collection), collection, id, view);
    if (record) return linkedIds(record, field);
  }
  return [];
}

type IdCheck = (id: number, request: Pick<ArgRequest, 'user'>) => Promise<boolean>;

/** Makes the check that an ID names a record that the user may read with its protected parts. Hidden records count as unknown. */
export const visiblePost =
  (services: Services, types: readonly { readonly collection: string }[]): IdCheck =>
  async (id, { user }) => {
    const asker = user as User | undefined;
    for (const { collection } of types) {
      const record = servedRecord(await services.kinds.posts<PostRecord>(collection).byId(id), services.site);
      if (record) return canReadWhole(asker, collection, record);
    }
    return false;
  };
