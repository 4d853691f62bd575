import type { Db, IndexDescription } from 'mongodb';
import { ensureIndexes } from './indexes';
import { assertKnownLayout } from './layout';

/** Makes a database ready to be used, with the indexes of its collections. Throws an `UnusableDatabaseError` for one that only a newer program can read. */
export async function prepareDatabase(db: Db, indexes: Readonly<Record<string, readonly IndexDescription[]>>): Promise<void> {
  await assertKnownLayout(db);
  await ensureIndexes(db, indexes);
}
