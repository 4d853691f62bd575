import { createHash } from 'node:crypto';
import { BSON, type Db, type Document, type IndexDescription, type IndexDescriptionInfo } from 'mongodb';
import { isDuplicateKey } from '../database';
import { LAYOUT, RESTORING, type Restoring } from './layout';

interface BackupHead {
  readonly backup: 'calendar-events';
  readonly version: 1;
  /** The time of the backup, in ISO 8601 and UTC. */
  readonly at: string;
  /** The layout version of the records. */
  readonly layout: number;
}

/** A content line of a backup file: a document of a collection, or the indexes of a collection. */
interface BackupLine {
  readonly in: string;
  readonly document?: Document;
  /** The document as BSON in base64, if its field names have a special meaning in Extended JSON. */
  readonly bson?: string;
  readonly indexes?: readonly IndexDescriptionInfo[];
}

/** The last line of a backup: the documents per collection, and the hexadecimal SHA-256 of all previous lines. */
export interface BackupEnd {
  readonly counts: Readonly<Record<string, number>>;
  readonly sha256: string;
}

const BACKUP_VERSION = 1;

/** The approximate size of a chunk of the backup file, in characters. */
const CHUNK_CHARACTERS = 65_536;
const BATCH_DOCUMENTS = 500;

/** Formats a line as canonical MongoDB Extended JSON, which keeps all types. */
const written = (value: BackupLine): string => `${BSON.EJSON.stringify(value, { relaxed: false })}\n`;

/** True if a document contains field names that Extended JSON would parse as types. */
const hasTellingNames = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasTellingNames);
  if (typeof value !== 'object' || value === null || '_bsontype' in value || value instanceof Date) return false;
  return Object.entries(value).some(([name, member]) => name.startsWith('$') || name === '__proto__' || hasTellingNames(member));
};

const lineOf = (name: string, document: Document): string =>
  hasTellingNames(document)
    ? written({ in: name, bson: Buffer.from(BSON.serialize(document)).toString('base64') })
    : written({ in: name, document });

/** True if the server no longer has the snapshot of `backupLines` (SnapshotTooOld, SnapshotUnavailable). Codes may be BSON numbers. */
export const isMomentLost = (error: unknown): boolean => [239, 246].includes(Number((error as { code?: unknown } | undefined)?.code));

/** A listener for the progress of long work. It gets the number of records or documents that are done, and the approximate total. */
export type Progress = (done: number, total: number) => void;

/** Reads a snapshot of all collections as the lines of a backup. Writes may continue. Passes errors such as `SnapshotTooOld` (239). */
export async function* backupLines(db: Db, at: Date, progress: Progress = () => undefined): AsyncGenerator<string, BackupEnd> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  const session = db.client.startSession({ snapshot: true });
  // Without this option the client's own read concern would replace the snapshot.
  const read = (name: string) => db.collection(name, { readConcern: { level: 'snapshot' } });
  try {
    const names = await collectionsOf(db, () => read('counters').findOne({}, { session, projection: { _id: 1 } }));
    const sizes = await Promise.all(names.map((name) => db.collection(name).estimatedDocumentCount()));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const head: BackupHead = { backup: 'calendar-events', version: BACKUP_VERSION, at: at.toISOString(), layout: LAYOUT };
    yield hashed(`${JSON.stringify(head)}\n`);
    const counts: Record<string, number> = {};
    let done = 0;
    for (const name of names) {
      let chunk = '';
      let count = 0;
      const all = read(name).find({}, { session, promoteValues: false, bsonRegExp: true, batchSize: BATCH_DOCUMENTS });
      for await (const document of all) {
        chunk += lineOf(name, document);
        count += 1;
        if (chunk.length < CHUNK_CHARACTERS) continue;
        yield hashed(chunk);
        progress(done + count, total);
        chunk = '';
      }
      const indexes = (await db.collection(name).indexes()).filter((index) => index['name'] !== '_id_');
      yield hashed(chunk + written({ in: name, indexes }));
      counts[name] = count;
      done += count;
      progress(done, total);
    }
    const end: BackupEnd = { counts, sha256: hash.digest('hex') };
    yield `${JSON.stringify(end)}\n`;
    return end;
  } finally {
    await session.endSession();
  }
}

/** Returns the names of a database's collections in order, without those of the server itself. */
const collectionNames = async (db: Db, filter: object = {}): Promise<string[]> => {
  const names = (await db.listCollections(filter, { nameOnly: true }).toArray()).map(({ name }) => name);
  return names.filter((name) => !name.startsWith('system.')).sort();
};

/** Returns the collections in the snapshot. `begin` is the first read, which fixes the snapshot. */
async function collectionsOf(db: Db, begin: () => Promise<unknown>): Promise<string[]> {
  const before = await collectionNames(db, { type: 'collection' });
  await begin();
  const after = await collectionNames(db, { type: 'collection' });
  // A collection created in between is empty or unreadable in the snapshot.
  return after.filter((name) => before.includes(name));
}

/** The error for a backup that cannot be restored. The message says what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}

/** A function that reads a backup from the start, as lines without line ends. */
type ReadLines = () => AsyncIterable<string>;

const BATCH_CHARACTERS = 4_000_000;
/** The interval of a restore's heartbeats, and the silence after which the restore counts as interrupted, in ms. */
const HEARTBEAT_MILLISECONDS = 2000;
const SILENCE_MILLISECONDS = 30_000;

const DAMAGED = 'it is damaged or incomplete. Use another backup.';

/** Checks that a backup is complete and not from a newer program. Throws a `RestoreError` otherwise. */
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
  if (head?.backup !== 'calendar-events') throw new RestoreError('it is not a backup of this program.');
  if ((head.version ?? 0) > BACKUP_VERSION || (head.layout ?? 0) > LAYOUT) {
    throw new RestoreError('it comes from a newer version of this program. Restore it with that version.');
  }
};

/**
 * Restores a checked backup into an empty database. Throws a `RestoreError` if the database is not empty, or another restore runs. After a
 * failure it deletes everything. If the deletion fails too, the marker prevents services from starting.
 */
export async function restoreBackup(db: Db, lines: ReadLines, end: BackupEnd, progress: Progress = () => undefined): Promise<void> {
  await markDatabase(db);
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
  // A timer sends heartbeats, because building one index can take longer than the allowed silence.
  const beating = setInterval(() => mark(db).catch(() => undefined), HEARTBEAT_MILLISECONDS);
  try {
    for await (const text of lines()) {
      const line = BSON.EJSON.parse(text, { relaxed: false }) as Partial<BackupLine>;
      // The first line and the last line hold no content.
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
  if (indexes.length > 0) await db.collection(collection).createIndexes(indexes.map(({ v, ns, ...index }) => index as IndexDescription));
  // A collection without documents and indexes does not exist yet.
  else if (!(await db.listCollections({ name: collection }).hasNext())) await db.createCollection(collection);
};

const markerOf = (db: Db) => db.collection<Restoring>('counters');

/** Renews the heartbeat of the restore. */
const mark = (db: Db) => markerOf(db).updateOne({ _id: RESTORING }, { $set: { at: new Date() } });

/** Marks a database that is empty, or whose restore was interrupted, for this restore. Only one of several processes succeeds. */
const markDatabase = async (db: Db): Promise<void> => {
  const isFirst = await markerOf(db)
    .insertOne({ _id: RESTORING, at: new Date() })
    .then(() => true)
    .catch((error: unknown) => {
      if (isDuplicateKey(error)) return false;
      throw error;
    });
  if (!isFirst) {
    const before = await markerOf(db).findOne({ _id: RESTORING });
    const isOver = before !== null && Date.now() - Number(before.at) >= SILENCE_MILLISECONDS;
    const taken = isOver && (await markerOf(db).findOneAndUpdate({ _id: RESTORING, at: before.at }, { $set: { at: new Date() } }));
    if (!taken)
      throw new RestoreError(
        `another restore into the database ${db.databaseName} is running, or was interrupted a moment ago: wait half a minute and try again.`,
      );
    await clear(db);
    return;
  }
  for (const name of await collectionNames(db)) {
    const other = name === 'counters' ? { _id: { $ne: RESTORING } } : {};
    if ((await db.collection<{ readonly _id: string }>(name).findOne(other, { projection: { _id: 1 } })) === null) continue;
    await markerOf(db).deleteOne({ _id: RESTORING });
    throw new RestoreError(`the database ${db.databaseName} is not empty (${name}): set MONGODB_DB or DATA_DIR to an empty database.`);
  }
};

const clear = async (db: Db): Promise<void> => {
  for (const name of await collectionNames(db)) if (name !== 'counters') await db.dropCollection(name);
  await markerOf(db).deleteMany({ _id: { $ne: RESTORING } });
};
