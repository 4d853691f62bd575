import type { ClientSession } from 'mongodb';
import type { RawRecord } from '../driver/driver';
import { keyOf } from '../driver/locks';
import type { Post, Sibling, Stored, Translations } from './record';
import type { Records } from './store-types';

/** All members of a record's translation group by language, including the record itself. */
export const membersByLanguage = (record: Stored): Translations => ({ ...record.translations, [record.language]: siblingOf(record) });

/** The ID of a record's translation into a language, or the record's own ID if there is none. */
export const memberId = (record: Pick<Stored, '_id' | 'language' | 'translations'>, language: string): number =>
  language === record.language ? record._id : (record.translations[language as Stored['language']]?.id ?? record._id);

/** A record as its translations store it. */
export const siblingOf = (record: Pick<Stored, '_id' | 'slug'> & Partial<Pick<Post, 'status' | 'author' | 'trashed'>>): Sibling => ({
  id: record._id,
  slug: record.slug,
  ...(record.status !== undefined && { status: record.status }),
  ...(record.author !== undefined && { author: record.author }),
  ...(record.trashed !== undefined && { was: record.trashed.status }),
});

/** Joins two groups into that of `original`. They must have no language in common. The records must be read again afterwards. */
export const joinGroups = (records: Records, record: Stored, original: Stored, session: ClientSession): Promise<void> =>
  writeGroup(records, original.group, Object.entries({ ...membersByLanguage(record), ...membersByLanguage(original) }), session);

/** Removes a record from its group and makes it a group of its own. The records must be read again afterwards. */
export async function partGroup(records: Records, record: Stored, session: ClientSession): Promise<void> {
  const rest = Object.entries(record.translations);
  // The ID of a group is the ID of one of its members.
  const group = record.group === record._id ? Math.min(...rest.map(([, { id }]) => id)) : record.group;
  if (rest.length > 0) await writeGroup(records, group, rest, session);
  await writeGroup(records, record._id, [[record.language, siblingOf(record)]], session);
}

/** Writes a group into each of its members. */
async function writeGroup(
  { connection, plural }: Records,
  group: number,
  members: readonly (readonly [language: string, sibling: Sibling])[],
  session: ClientSession,
): Promise<void> {
  connection.lock(
    members.map(([, { id }]) => keyOf(plural, id)),
    session,
  );
  const changes = members.map(([own, { id }]) => {
    const translations = Object.fromEntries(members.filter(([language]) => language !== own));
    return { updateOne: { filter: { _id: id }, update: { $set: { group, translations }, $inc: { revision: 1 } } } };
  });
  await connection.collection<RawRecord>(plural).bulkWrite(changes, { session });
}
