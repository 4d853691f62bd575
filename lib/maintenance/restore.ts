import { createHash } from 'node:crypto';
import { BSON, type Db, type Document, MongoServerError } from 'mongodb';
import { BACKUP_VERSION, type BackupEnd, type BackupHead, type BackupLine, type BackupProgress } from './backup';
import { LAYOUT } from './layout';
import { RESTORING, type Restoring } from './restore-marker';

/** What cannot be restored, or where; in a sentence that says what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}

/** Reads the lines of a backup, from the first one, without the signs at their ends. */
export type ReadLines = () => AsyncIterable<string>;

const BATCH_DOCUMENTS = 500;
const BATCH_CHARACTERS = 4_000_000;
/** How often a restore that runs says so, and after how long of silence it counts as broken off, in ms. */
const HEARTBEAT_MILLISECONDS = 2000;
const SILENCE_MILLISECONDS = 30_000;

const DAMAGED = 'it is damaged or cut off. Take another backup.';

/** Checks that a backup is whole, and of a program that is no newer. Throws a `RestoreError`. */
export async function checkBackup(lines: ReadLines): Promise<BackupEnd> {
  const hash = createHash('sha256');
  let first: string | undefined;
  let last: string | undefined;
  for await (const line of lines()) {
    if (first === undefined) assertHead(line);
    first ??= line;
    if (last !== undefined) hash.update(`${last}\n`);
    last = line;
  }
  if (first === undefined) throw new RestoreError('it is empty.');
  const end = parsed<Partial<BackupEnd>>(last ?? '');
  if (end?.counts === undefined || end.sha256 !== hash.digest('hex')) throw new RestoreError(DAMAGED);
  return { counts: end.counts, sha256: end.sha256 };
}

const parsed = <T extends object>(line: string): T | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
};

const assertHead = (line: string): void => {
  const head = parsed<Partial<BackupHead>>(line);
  if (head?.backup !== 'calendar-events') throw new RestoreError('it is no backup of this program.');
  if ((head.version ?? 0) > BACKUP_VERSION || (head.layout ?? 0) > LAYOUT) {
    throw new RestoreError('a newer version of this program made it. Restore it with that one.');
  }
};

/**
 * Stores what is in a backup, which was checked, in a database that holds nothing. Throws a `RestoreError` for one that holds something, and in
 * which another restore is under way. Where anything fails nothing stays; where even that fails, the database is marked so that no service starts.
 */
export async function restoreBackup(db: Db, lines: ReadLines, end: BackupEnd, progress: BackupProgress = () => undefined): Promise<void> {
  await claim(db);
  const total = Object.values(end.counts).reduce((sum, count) => sum + count, 0);
  const counts = new Map<string, number>();
  let done = 0;
  let batch: Document[] = [];
  let characters = 0;
  let into = '';
  const flush = async () => {
    if (batch.length > 0) await db.collection(into).insertMany(batch, { ordered: false });
    done += batch.length;
    counts.set(into, (counts.get(into) ?? 0) + batch.length);
    batch = [];
    characters = 0;
    progress(done, total);
  };
  // By itself, since one index can take longer than silence may last.
  const beating = setInterval(() => mark(db).catch(() => undefined), HEARTBEAT_MILLISECONDS);
  try {
    let isHead = true;
    for await (const text of lines()) {
      if (isHead) {
        isHead = false;
        continue;
      }
      const line = BSON.EJSON.parse(text, { relaxed: false }) as Partial<BackupLine>;
      if (line.in === undefined) continue;
      if (line.in !== into || batch.length === BATCH_DOCUMENTS || characters > BATCH_CHARACTERS) await flush();
      into = line.in;
      characters += text.length;
      const { document = line.bson && BSON.deserialize(Buffer.from(line.bson, 'base64'), { promoteValues: false, bsonRegExp: true }) } =
        line;
      if (document) batch.push(document);
      else {
        await flush();
        await makeIndexes(db, into, (BSON.EJSON.parse(text) as BackupLine).indexes ?? []);
      }
    }
    for (const [collection, count] of Object.entries(end.counts)) {
      if ((counts.get(collection) ?? 0) !== count) throw new RestoreError(DAMAGED);
    }
    await markerOf(db).deleteOne({ _id: RESTORING });
  } catch (error) {
    await clear(db)
      .then(() => db.dropCollection('counters'))
      .catch(() => undefined);
    throw error;
  } finally {
    clearInterval(beating);
  }
}

const makeIndexes = async (db: Db, collection: string, indexes: readonly Document[]): Promise<void> => {
  if (indexes.length > 0) await db.collection(collection).createIndexes(indexes.map(({ v, ns, ...index }) => index) as never);
  // Without documents and without indexes it is not there yet.
  else if (!(await db.listCollections({ name: collection }).hasNext())) await db.createCollection(collection);
};

const markerOf = (db: Db) => db.collection<Restoring>('counters');

/** Says that the restore goes on. */
const mark = (db: Db) => markerOf(db).updateOne({ _id: RESTORING }, { $set: { at: new Date() } });

/** Takes an empty database, or one in which an earlier restore was broken off: of several at once, one. */
const claim = async (db: Db): Promise<void> => {
  const isFirst = await markerOf(db)
    .insertOne({ _id: RESTORING, at: new Date() })
    .then(() => true, ignoreTaken);
  if (!isFirst) {
    const before = await markerOf(db).findOne({ _id: RESTORING });
    const isOver = before !== null && Date.now() - Number(before.at) >= SILENCE_MILLISECONDS;
    const taken = isOver && (await markerOf(db).findOneAndUpdate({ _id: RESTORING, at: before.at }, { $set: { at: new Date() } }));
    if (!taken) throw new RestoreError(UNDER_WAY(db.databaseName));
    await clear(db);
    return;
  }
  for (const name of await collectionsIn(db)) {
    const other = name === 'counters' ? { _id: { $ne: RESTORING as never } } : {};
    if ((await db.collection(name).findOne(other, { projection: { _id: 1 } })) === null) continue;
    await markerOf(db).deleteOne({ _id: RESTORING });
    throw new RestoreError(
      `the database ${db.databaseName} holds something already (${name}): set MONGODB_DB or DATA_DIR to an empty one.`,
    );
  }
};

const UNDER_WAY = (database: string): string =>
  `a restore into the database ${database} is under way, or was broken off a moment ago: wait half a minute, and try again.`;

const ignoreTaken = (error: unknown): false => {
  if (error instanceof MongoServerError && error.code === 11000) return false;
  throw error;
};

const collectionsIn = async (db: Db): Promise<string[]> =>
  (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).filter((name) => !name.startsWith('system.'));

/** Removes everything but what says that a restore is under way. */
const clear = async (db: Db): Promise<void> => {
  for (const name of await collectionsIn(db)) if (name !== 'counters') await db.dropCollection(name);
  await markerOf(db).deleteMany({ _id: { $ne: RESTORING } });
};
