import type { ClientSession } from 'mongodb';
import { type Connection, keyOf } from '../driver/connection';
import type { RawRecord } from '../driver/driver';
import type { Post, Sibling, Stored, Translations } from './record';

/** Joins and splits translation groups, inside a transaction. The records must be read again afterwards. */
export interface Groups {
  /** Joins two groups into that of `original`. They must have no language in common. */
  join(record: Stored, original: Stored, session: ClientSession): Promise<void>;
  /** Removes a record from its group and makes it a group of its own. */
  part(record: Stored, session: ClientSession): Promise<void>;
}

type Member = readonly [language: string, sibling: Sibling];

/** All members of a record's group by language, including the record itself. */
export const membersByLanguage = (record: Stored): Translations => ({ ...record.translations, [record.language]: siblingOf(record) });

/** Creates the groups of a collection. */
export function createGroups(connection: Connection, plural: string): Groups {
  /** Writes a group into each of its members. */
  const write = async (group: number, members: readonly Member[], session: ClientSession): Promise<void> => {
    connection.lock(
      members.map(([, { id }]) => keyOf(plural, id)),
      session,
    );
    const changes = members.map(([own, { id }]) => ({
      updateOne: {
        filter: { _id: id },
        update: {
          $set: { group, translations: Object.fromEntries(members.filter(([language]) => language !== own)) },
          $inc: { revision: 1 },
        },
      },
    }));
    await connection.collection<RawRecord>(plural).bulkWrite(changes, { session });
  };

  return {
    join: (record, original, session) =>
      write(original.group, Object.entries({ ...membersByLanguage(record), ...membersByLanguage(original) }), session),
    async part(record, session) {
      const rest = Object.entries(record.translations);
      // The ID of a group is the ID of one of its members.
      const group = record.group === record._id ? Math.min(...rest.map(([, { id }]) => id)) : record.group;
      if (rest.length > 0) await write(group, rest, session);
      await write(record._id, [[record.language, siblingOf(record)]], session);
    },
  };
}

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
