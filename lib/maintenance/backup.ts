import { createHash } from 'node:crypto';
import { BSON, type Db, type Document, type IndexDescriptionInfo } from 'mongodb';
import { LAYOUT } from './layout';

/** The first line of a backup file. */
export interface BackupHead {
  readonly backup: 'calendar-events';
  readonly version: 1;
  /** The time of the backup, in ISO 8601 and UTC. */
  readonly at: string;
  /** The layout version of the records. */
  readonly layout: number;
}

/** A content line of a backup file: a document of a collection, or the indexes of a collection. */
export interface BackupLine {
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

/** The version of the backup file format. */
export const BACKUP_VERSION = 1;

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

/** A listener for the progress of a backup or restore: the documents so far, and the approximate total. */
export type BackupProgress = (done: number, total: number) => void;

/**
 * Reads a snapshot of all collections as the lines of a backup (newline-delimited Extended JSON). Writes may continue during it. Passes
 * errors of the driver, such as `SnapshotTooOld` (239) if the backup takes too long.
 */
export async function* backupLines(db: Db, at: Date, progress: BackupProgress = () => undefined): AsyncGenerator<string, BackupEnd> {
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
export const collectionNames = async (db: Db, filter: object = {}): Promise<string[]> => {
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
