import type { ClientSession } from 'mongodb';
import type { Connection } from '../driver/connection';
import { fieldAt } from '../driver/paths';
import { linkKeys, WORDS_FIELD } from './link-keys';
import type { Stored } from './record';

/** Where records name those of another kind: one ID (null for none) or a list of them; an index begins with the field. */
export interface Link {
  readonly collection: string;
  readonly field: string;
  /** What is stored where nothing is named: an empty list tells that several may be. */
  readonly none: null | 0 | readonly never[];
  /** Whether records name the translation into their language of what has one, whichever is said; without it they name what was said. */
  readonly translated?: boolean;
  /** Whether the translations of a record have it in common. */
  readonly shared?: boolean;
  /** Whether it names a record of the same kind that others stand below: as that is removed for good, they move up. */
  readonly isTree?: true;
}

/** The IDs that a stored link is: one, several or none. */
export const idsOfLink = (named: unknown): readonly number[] => (Array.isArray(named) ? named : typeof named === 'number' ? [named] : []);

/** The IDs that a record names in a field of its kind or, as `fields.…`, in one that a plugin added: one, several or none; where there is no record, none. */
export const linkedIds = (record: Stored | undefined, field: string): readonly number[] => idsOfLink(record && fieldAt(record, field));

/** A record that is removed for good, and the moment of that. */
export interface Removal {
  readonly id: number;
  readonly at: Date;
}

/** The update that notes in a record when something that it named was removed for good. */
export const noteUnlinked = (at: Date) => ({ $max: { unlinked: at } });

/** Takes the ID of a removed record away from every record that names it. */
export async function unlink(connection: Connection, links: readonly Link[], { id, at }: Removal, session: ClientSession): Promise<void> {
  for (const { collection, field, none } of links) {
    const records = connection.collection<Record<string, unknown>>(collection);
    const change = async (naming: object, update: object) =>
      void (await records.updateMany(naming, { ...update, ...noteUnlinked(at), $inc: { revision: 1 } } as never, { session }));
    // What is declared as a list today may have been one ID before.
    const keys = { [WORDS_FIELD]: { $in: linkKeys(field, [id]) } };
    await change({ $and: [{ [field]: id }, { [field]: { $type: 'array' } }] }, { $pull: { [field]: id, ...keys } });
    await change({ [field]: id }, { $set: { [field]: none }, $pull: keys });
  }
}
