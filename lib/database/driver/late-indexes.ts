import type { Db, Document, IndexDescription } from 'mongodb';
import { WORDS_INDEX } from '../records/record';
import type { RecordTypes } from '../records/types';
import type { Connection } from './connection';
import { driver } from './driver';
import { ensureIndexes, type Indexes, lackingIndexes } from './indexes';

/** Selects the indexes that writes need: the unique ones, and all of collections without a content type. */
export const indexesForWriting = (indexes: Indexes, plurals: readonly string[]): Indexes =>
  Object.fromEntries(
    Object.entries(indexes).map(([collection, all]) => [
      collection,
      plurals.includes(collection) ? all.filter(({ unique }) => unique) : all,
    ]),
  );

/** The report on a collection's built indexes. `bytes` is their size on disk, undefined if unknown. */
interface BuiltIndexes {
  readonly collection: string;
  readonly isOfWords: boolean;
  readonly seconds: number;
  readonly bytes: number | undefined;
}

/**
 * Builds all missing indexes of a database that already has its records, word indexes last. This costs a fraction of indexing each write.
 * Reports each collection, resumes after an interruption and waits for running builds. `indexes` are the final indexes of each collection.
 * Passes errors of the driver.
 */
export async function completeIndexes(connection: Connection, indexes: Indexes, report: (built: BuiltIndexes) => void): Promise<void> {
  const lacking = Object.entries(await lackingIndexes(connection.db(), indexes));
  await connection.unlimited(async (db) => {
    for (const isOfWords of [false, true])
      for (const [collection, all] of lacking) {
        const some = all.filter(({ name }) => (name === WORDS_INDEX) === isOfWords);
        if (some.length === 0) continue;
        const began = performance.now();
        // Two builds run in parallel, since each uses one processor to read all records.
        const halves = [0, 1].map((half) => some.filter((_, position) => position % 2 === half));
        await Promise.all(halves.map((half) => half.length > 0 && ensureIndexes(db, { [collection]: half })));
        const seconds = (performance.now() - began) / 1000;
        report({ collection, isOfWords, seconds, bytes: await sizeOf(db, collection, some) });
      }
    await ensureIndexes(db, indexes);
  });
}

async function sizeOf(db: Db, collection: string, indexes: readonly IndexDescription[]): Promise<number | undefined> {
  const stats = db.collection(collection).aggregate([{ $collStats: { storageStats: {} } }]);
  const [size] = await stats.toArray().catch((error: unknown): Document[] => {
    if (error instanceof driver().MongoServerError) return [];
    throw error;
  });
  const sizes: Readonly<Record<string, number>> | undefined = size?.['storageStats']?.indexSizes;
  return sizes && indexes.reduce((sum, { name = '' }) => sum + (sizes[name] ?? 0), 0);
}

/** Finds the collections without an index that counting needs to find the latest linking record. */
export async function uncountableCollections(db: Db, types: RecordTypes): Promise<string[]> {
  const lacking = await lackingIndexes(db, types.indexes);
  const isLacking = (plural: string, name: string) => (lacking[plural] ?? []).some((one) => one.name === name);
  return types.all
    .filter(({ plural, counted }) => counted.some(({ latest }) => latest !== undefined && isLacking(plural, latest.index)))
    .map(({ plural }) => plural);
}
