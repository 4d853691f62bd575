import type { Db, IndexDescription } from 'mongodb';
import { ensureIndexes } from '../database';
import { assertPresentLayout, assertReadableLayout } from './layout';
import { assertRestored } from './restore-marker';

/** Throws an `UnusableDatabaseError` if the layout differs from this program's, or a restore is incomplete. */
export async function assertUsable(db: Db): Promise<void> {
  await assertRestored(db);
  await assertPresentLayout(db);
}

/**
 * Prepares a database for use and builds its indexes. Throws an `UnusableDatabaseError` if the layout is newer than the
 * program, or a restore is incomplete.
 */
export async function prepareDatabase(db: Db, indexes: Readonly<Record<string, readonly IndexDescription[]>>): Promise<void> {
  await assertRestored(db);
  await assertReadableLayout(db);
  await ensureIndexes(db, indexes);
}
