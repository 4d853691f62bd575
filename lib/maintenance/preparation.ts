import type { Db, IndexDescription } from 'mongodb';
import { ensureIndexes } from '../database';
import { assertPresentLayout, assertReadableLayout } from './layout';
import { assertRestored } from './restore-marker';

/** Throws an `UnusableDatabaseError` for a database with another layout than that of this program, and for one that is restored in part. */
export async function assertUsable(db: Db): Promise<void> {
  await assertRestored(db);
  await assertPresentLayout(db);
}

/**
 * Makes a database ready to be used, with the indexes of its collections. Throws an `UnusableDatabaseError` for one that only a newer program can
 * read, and for one that is restored in part.
 */
export async function prepareDatabase(db: Db, indexes: Readonly<Record<string, readonly IndexDescription[]>>): Promise<void> {
  await assertRestored(db);
  await assertReadableLayout(db);
  await ensureIndexes(db, indexes);
}
