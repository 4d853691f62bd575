import type { ClientSession } from 'mongodb';
import type { Connection } from '../driver/connection';
import type { RawRecord } from '../driver/driver';
import { fieldAt } from '../driver/paths';
import { linkKeys, WORDS_FIELD } from './link-keys';
import type { Stored } from './record';

/** A field that links records to others: one ID or a list of IDs. An index begins with the field. */
export interface Link {
  readonly collection: string;
  readonly field: string;
  /** The value without a link. An empty list means that the field may hold several IDs. */
  readonly none: null | 0 | readonly never[];
  /** True if a link is stored as the target's translation into the language of the record, if there is one. */
  readonly translated?: boolean;
  /** True if all translations of a record have the same value. */
  readonly shared?: boolean;
  /** True if it is the parent in a tree of one type. When a record is deleted for good, its children move up. */
  readonly isTree?: true;
}

/** The IDs of a stored link: one, several or none. */
export const idsOfLink = (named: unknown): readonly number[] => (Array.isArray(named) ? named : typeof named === 'number' ? [named] : []);

/** The IDs in a field of a record; none without a record. The field is a path, as for `fieldAt`. */
export const linkedIds = (record: Stored | undefined, field: string): readonly number[] => idsOfLink(record && fieldAt(record, field));

/** A record that is deleted for good, and when. */
export interface Removal {
  readonly id: number;
  readonly at: Date;
}

/** The update that notes when a link was removed from a record. */
export const noteUnlinked = (at: Date) => ({ $max: { unlinked: at } });

/** Removes the ID of a deleted record from every record that links to it. */
export async function unlink(connection: Connection, links: readonly Link[], { id, at }: Removal, session: ClientSession): Promise<void> {
  for (const { collection, field, none } of links) {
    const records = connection.collection<RawRecord>(collection);
    const change = async (naming: object, update: object) =>
      void (await records.updateMany(naming, { ...update, ...noteUnlinked(at), $inc: { revision: 1 } }, { session }));
    // A field that is a list today may have held one ID in an older version.
    const keys = { [WORDS_FIELD]: { $in: linkKeys(field, [id]) } };
    await change({ $and: [{ [field]: id }, { [field]: { $type: 'array' } }] }, { $pull: { [field]: id, ...keys } });
    await change({ [field]: id }, { $set: { [field]: none }, $pull: keys });
  }
}
