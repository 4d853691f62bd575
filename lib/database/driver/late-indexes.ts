import type { Db } from 'mongodb';
import type { RecordTypes } from '../records/types';
import type { Connection } from './connection';
import { ensureIndexes, type Indexes, lackingIndexes } from './indexes';

/** Selects the indexes that writes need: the unique ones, and all of collections without a content type. */
export const indexesForWriting = (indexes: Indexes, plurals: readonly string[]): Indexes =>
  Object.fromEntries(
    Object.entries(indexes).map(([collection, all]) => [
      collection,
      plurals.includes(collection) ? all.filter(({ unique }) => unique) : all,
    ]),
  );

/**
 * Builds all missing indexes of a database that already has its records. This costs a fraction of indexing each write. Reports each
 * collection with the duration in seconds. Waits for running builds, and can be repeated after an interruption. `indexes` are the final
 * indexes of each collection. Passes errors of the driver.
 */
export async function completeIndexes(
  connection: Connection,
  indexes: Indexes,
  report: (collection: string, seconds: number) => void,
): Promise<void> {
  const lacking = Object.keys(await lackingIndexes(connection.db(), indexes));
  await connection.unlimited(async (db) => {
    for (const [collection, descriptions] of Object.entries(indexes)) {
      const began = performance.now();
      await ensureIndexes(db, { [collection]: descriptions });
      if (lacking.includes(collection)) report(collection, (performance.now() - began) / 1000);
    }
  });
}

/** Finds the collections without an index that counting needs to find the latest linking record. */
export async function uncountableCollections(db: Db, types: RecordTypes): Promise<string[]> {
  const lacking = await lackingIndexes(db, types.indexes);
  const isLacking = (plural: string, name: string) => (lacking[plural] ?? []).some((one) => one.name === name);
  return types.all
    .filter(({ plural, counted }) => counted.some(({ latest }) => latest !== undefined && isLacking(plural, latest.index)))
    .map(({ plural }) => plural);
}
