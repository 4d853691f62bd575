import type { Db, Document, IndexDescription } from 'mongodb';
import { WORDS_INDEX } from '../records/links';
import type { RecordTypes } from '../records/types';
import type { Connection } from './connection';
import { driver } from './driver';
import { ensureIndexes, type Indexes, lackingIndexes } from './indexes';

/** The indexes that writing needs: the unique ones, and all of collections that belong to no content type. */
export const indexesForWriting = (indexes: Indexes, plurals: readonly string[]): Indexes =>
  Object.fromEntries(
    Object.entries(indexes).map(([collection, all]) => [
      collection,
      plurals.includes(collection) ? all.filter(({ unique }) => unique) : all,
    ]),
  );

/** The report on the built indexes of a collection. `bytes` is their size on disk, undefined if the database does not tell. */
interface BuiltIndexes {
  readonly collection: string;
  readonly isOfWords: boolean;
  readonly seconds: number;
  readonly bytes: number | undefined;
}

/**
 * Builds the missing indexes of a database that already has its records. This costs a fraction of building them record by
 * record. Those of words come last. It reports each collection, resumes after an interruption and waits for builds that
 * already run. `indexes` holds the indexes that each collection has in the end. Passes errors of the driver.
 */
export async function completeIndexes(connection: Connection, indexes: Indexes, report: (built: BuiltIndexes) => void): Promise<void> {
  const lacking = Object.entries(await lackingIndexes(connection.db(), indexes));
  await connection.unlimited(async (db) => {
    for (const isOfWords of [false, true])
      for (const [collection, all] of lacking) {
        const some = all.filter(({ name }) => (name === WORDS_INDEX) === isOfWords);
        if (some.length === 0) continue;
        const began = performance.now();
        // Two builds run in parallel, since each reads all records on its own processor.
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

/** The collections that lack an index which counting needs to find the latest linking record. */
export async function uncountableCollections(db: Db, types: RecordTypes): Promise<string[]> {
  const lacking = await lackingIndexes(db, types.indexes);
  const isLacking = (plural: string, name: string) => (lacking[plural] ?? []).some((one) => one.name === name);
  return types.all
    .filter(({ plural, counted }) => counted.some(({ latest }) => latest !== undefined && isLacking(plural, latest.index)))
    .map(({ plural }) => plural);
}
