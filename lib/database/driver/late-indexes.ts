import { type Db, type IndexDescription, MongoServerError } from 'mongodb';
import { WORDS_INDEX } from '../records/link-keys';
import type { RecordTypes } from '../records/types';
import type { Connection } from './connection';
import { ensureIndexes, lackingIndexes } from './indexes';

type Indexes = Readonly<Record<string, readonly IndexDescription[]>>;

/** How many indexes of a collection are made side by side: each half reads all records, on a processor of its own. */
const HALVES = 2;

/** What was made of the indexes of a collection, and in which time; of those of words, each by itself, how many bytes they take on the disk. */
export interface BuiltIndexes {
  readonly collection: string;
  readonly isOfWords: boolean;
  readonly seconds: number;
  /** Unknown where the database does not tell. */
  readonly bytes: number | undefined;
}

/** Indexes that are made when the records are there already: entry by entry, as records come, they cost several times as much. */
export interface LateIndexes {
  /** Whether any lacks yet: then nothing may be asked that needs it. */
  areLacking(): Promise<boolean>;
  /**
   * Makes those that lack, those of words last, and tells of each collection; again where it was broken off. Waits for those that are being made,
   * which are told as if they were there. Errors of the driver pass through.
   */
  make(tell: (made: BuiltIndexes) => void): Promise<void>;
}

/** The indexes without which records could be stored twice; those of collections that belong to no kind are few, and all kept. */
export const indexesForWriting = (indexes: Indexes, plurals: readonly string[]): Indexes =>
  Object.fromEntries(
    Object.entries(indexes).map(([collection, all]) => [
      collection,
      plurals.includes(collection) ? all.filter(({ unique }) => unique) : all,
    ]),
  );

/** Makes the late indexes of a database whose collections are to have these in the end. */
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
      await connection.patiently(async (db) => {
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

/** The collections that lack an index by which it is looked, as records change, when the last of those is that link to another. */
export async function uncountableCollections(db: Db, kinds: RecordTypes): Promise<string[]> {
  const lacking = await lackingIndexes(db, kinds.indexes);
  const isLacking = (plural: string, name: string) => (lacking[plural] ?? []).some((one) => one.name === name);
  return kinds.known
    .filter(({ plural, counted }) => counted.some(({ latest }) => latest !== undefined && isLacking(plural, latest.index)))
    .map(({ plural }) => plural);
}

async function makeTogether(
  db: Db,
  collection: string,
  indexes: readonly IndexDescription[],
): Promise<Pick<BuiltIndexes, 'seconds' | 'bytes'>> {
  const began = performance.now();
  const halves = Array.from({ length: HALVES }, (_, half) => indexes.filter((__, place) => place % HALVES === half));
  await Promise.all(halves.map((half) => half.length > 0 && ensureIndexes(db, { [collection]: half })));
  const seconds = (performance.now() - began) / 1000;
  const sizes = await sizesOf(db, collection);
  return { seconds, bytes: sizes && indexes.reduce((sum, { name = '' }) => sum + (sizes[name] ?? 0), 0) };
}

/** What the indexes of a collection take on the disk, in bytes, by their names; undefined where the database does not tell. */
async function sizesOf(db: Db, collection: string): Promise<Readonly<Record<string, number>> | undefined> {
  try {
    const told = db.collection(collection).aggregate([{ $collStats: { storageStats: {} } }]);
    return (await told.toArray())[0]?.['storageStats']?.indexSizes;
  } catch (error) {
    if (error instanceof MongoServerError) return undefined;
    throw error;
  }
}
