import type { ClientSession } from 'mongodb';
import type { Connection } from './connection';

/** Where records name those of another kind: one ID (null for none) or a list of them; an index begins with the field. */
export interface Link {
  readonly collection: string;
  readonly field: string;
  readonly many: boolean;
}

/** Takes an ID away from every record that names it, as what it means is removed for good. */
export async function unlink(connection: Connection, links: readonly Link[], id: number, session: ClientSession): Promise<void> {
  for (const { collection, field, many } of links) {
    const change = many ? { $pull: { [field]: id } } : { $set: { [field]: null } };
    await connection
      .collection<Record<string, unknown>>(collection)
      .updateMany({ [field]: id }, { ...change, $inc: { revision: 1 } } as never, { session });
  }
}
