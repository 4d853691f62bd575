import { type Db, type IndexDescription, MongoServerError } from 'mongodb';
import { WORDS_INDEX } from '../records/links';
import type { RecordTypes } from '../records/types';
import type { Connection } from './connection';
import { ensureIndexes, lackingIndexes } from './indexes';

type Indexes = Readonly<Record<string, readonly IndexDescription[]>>;

/** The number of indexes of a collection that are built in parallel. Each build reads all records on its own processor. */
const HALVES = 2;

/** The report on the built indexes of a collection: duration, and size on disk in bytes. */
export interface BuiltIndexes {
  readonly collection: string;
  readonly isOfWords: boolean;
  readonly seconds: number;
  /** Undefined if the database does not tell. */
  readonly bytes: number | undefined;
}

/** Indexes that are built after the records are stored. This costs a fraction of building them record by record. */
export interface LateIndexes {
  /** True while an index is missing. Queries that need it must wait. */
  areLacking(): Promise<boolean>;
  /**
   * Builds the missing indexes, those of words last, and reports each collection. It resumes after an interruption and
   * waits for builds that already run. Passes errors of the driver.
   */
  make(tell: (made: BuiltIndexes) => void): Promise<void>;
}

/** The indexes that writing needs: the unique ones, and all of collections that belong to no content type. */
export const indexesForWriting = (indexes: Indexes, plurals: readonly string[]): Indexes =>
  Object.fromEntries(
    Object.entries(indexes).map(([collection, all]) => [
      collection,
      plurals.includes(collection) ? all.filter(({ unique }) => unique) : all,
    ]),
  );

/** Creates the late indexes of a database. `indexes` holds the indexes that each collection has in the end. */
export function createLateIndexes(connection: Connection, indexes: Indexes): LateIndexes {
  let lacking: Promise<Indexes> | undefined;
  const find = (): Promise<Indexes> => {
    lacking ??= lackingIndexes(connection.db(), indexes);
    return lacking;
  };
  return {
    areLacking: async () => Object.keys(await find()).length > 0,
    async make(tell) {
      const found = Object.entries(await find());
      await connection.unlimited(async (db) => {
        for (const isOfWords of [false, true])
          for (const [collection, all] of found) {
            const some = all.filter(({ name }) => (name === WORDS_INDEX) === isOfWords);
            if (some.length > 0) tell({ collection, isOfWords, ...(await makeTogether(db, collection, some)) });
          }
        await ensureIndexes(db, indexes);
      });
      lacking = Promise.resolve({});
    },
  };
}

/** The collections that lack an index which counting needs to find the latest linking record. */
export async function uncountableCollections(db: Db, types: RecordTypes): Promise<string[]> {
  const lacking = await lackingIndexes(db, types.indexes);
  const isLacking = (plural: string, name: string) => (lacking[plural] ?? []).some((one) => one.name === name);
  return types.all
    .filter(({ plural, counted }) => counted.some(({ latest }) => latest !== undefined && isLacking(plural, latest.index)))
    .map(({ plural }) => plural);
}

async function makeTogether(
  db: Db,
  collection: string,
  indexes: readonly IndexDescription[],
): Promise<Pick<BuiltIndexes, 'seconds' | 'bytes'>> {
  const began = performance.now();
  const halves = Array.from({ length: HALVES }, (_, half) => indexes.filter((__, position) => position % HALVES === half));
  await Promise.all(halves.map((half) => half.length > 0 && ensureIndexes(db, { [collection]: half })));
  const seconds = (performance.now() - began) / 1000;
  const sizes = await sizesOf(db, collection);
  return { seconds, bytes: sizes && indexes.reduce((sum, { name = '' }) => sum + (sizes[name] ?? 0), 0) };
}

/** The size of each index of a collection in bytes, by name; undefined if the database does not tell. */
async function sizesOf(db: Db, collection: string): Promise<Readonly<Record<string, number>> | undefined> {
  try {
    const stats = db.collection(collection).aggregate([{ $collStats: { storageStats: {} } }]);
    return (await stats.toArray())[0]?.['storageStats']?.indexSizes;
  } catch (error) {
    if (error instanceof MongoServerError) return undefined;
    throw error;
  }
}
