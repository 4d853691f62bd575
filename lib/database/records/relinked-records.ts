import type { ClientSession } from 'mongodb';
import type { Language } from '../../language';
import { type Connection, keyOf } from '../driver/connection';
import type { RawRecord } from '../driver/driver';
import { fieldAt, withValue } from '../driver/paths';
import { keysRelinked } from './link-keys';
import { idsOfLink, type Link, noteUnlinked } from './links';
import type { Stored } from './record';
import type { Relinked } from './relinking';

/** The most records in one update. */
const BATCH = 10_000;

/** Replaces links in the records of a collection, in few round trips. Returns the languages of the changed records. */
export type Relink = (link: Link, relinked: Relinked, session: ClientSession) => Promise<ReadonlySet<Language>>;

type Read = Pick<Stored, '_id' | 'language' | 'translations' | 'revision'>;

/** Creates `relink` for a collection. */
export function createRelink({ collection, changeEvents, lock }: Connection, plural: string): Relink {
  const find = (filter: object, fields: readonly string[], session: ClientSession): Promise<Read[]> =>
    collection<Read>(plural)
      // Listeners need whole records.
      .find(filter, { session, ...(!changeEvents.hasListeners() && { projection: Object.fromEntries(fields.map((field) => [field, 1])) }) })
      .toArray() as Promise<Read[]>;

  return async ({ field, none }, { from, to, language, beside, removed }, session) => {
    const naming = { [field]: { $in: from }, ...(language !== undefined && { language }) };
    const found = await find(naming, ['language', 'translations', field], session);
    const siblings = beside && new Set((await find(siblingsNaming(found, field, beside), ['_id'], session)).map(({ _id }) => _id));
    const records = found.filter(({ translations }) => siblings === undefined || idsIn(translations).some((id) => siblings.has(id)));
    if (records.length === 0) return new Set();
    lock(
      records.map(({ _id }) => keyOf(plural, _id)),
      session,
    );
    const alike = new Map<string, { readonly value: unknown; readonly ids: number[] }>();
    for (const record of records) {
      const named = idsOfLink(fieldAt(record, field)).map((id) => (from.includes(id) ? to : id));
      const value = Array.isArray(none) ? [...new Set(named)] : named[0];
      const group: { readonly value: unknown; readonly ids: number[] } = alike.get(String(value)) ?? { value, ids: [] };
      alike.set(String(value), group);
      group.ids.push(record._id);
      changeEvents.note(session, {
        plural,
        before: record as Stored,
        after: { ...withValue(record, field, value), ...(removed && { unlinked: removed }), revision: record.revision + 1 } as Stored,
      });
    }
    const updates = [...alike.values()].flatMap(({ value, ids }) =>
      batchesOf(ids).flatMap((some) => [
        {
          updateMany: {
            filter: { _id: { $in: some } },
            update: { $set: { [field]: value }, ...(removed && noteUnlinked(removed)), $inc: { revision: 1 } },
          },
        },
        ...keysRelinked({ _id: { $in: some } }, field, from, to),
      ]),
    );
    await collection<RawRecord>(plural).bulkWrite(updates, { session });
    return new Set(records.map((record) => record.language));
  };
}

const idsIn = (translations: Stored['translations']): number[] => Object.values(translations).map(({ id }) => id);

const siblingsNaming = (records: readonly Read[], field: string, named: readonly number[]): object => ({
  _id: { $in: records.flatMap(({ translations }) => idsIn(translations)) },
  [field]: { $in: named },
});

const batchesOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => ids.slice(index * BATCH, (index + 1) * BATCH));
