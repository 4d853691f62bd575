import { createHash } from 'node:crypto';
import { BSON, type Db, type Document, type IndexDescriptionInfo } from 'mongodb';
import { LAYOUT } from './layout';

/** The first line of a backup. */
export interface BackupHead {
  readonly backup: 'calendar-events';
  /** The version of the form of the file. */
  readonly version: 1;
  /** When it was made, ISO 8601 in UTC. */
  readonly at: string;
  /** The newest version of the layout of records that may be in it. */
  readonly layout: number;
}

/** A line in the middle: a document of a collection, or its indexes. */
export interface BackupLine {
  readonly in: string;
  readonly document?: Document;
  /** In its place, in base64, the bytes of one that has names which mean something in Extended JSON. */
  readonly bson?: string;
  readonly indexes?: readonly IndexDescriptionInfo[];
}

/** The last line: how many documents each collection has, and the SHA-256 of all lines before, hexadecimal. */
export interface BackupEnd {
  readonly counts: Readonly<Record<string, number>>;
  readonly sha256: string;
}

/** The version of the form of the file. */
export const BACKUP_VERSION = 1;

/** About how many characters are handed on at once. */
const CHUNK_CHARACTERS = 65_536;
const BATCH_DOCUMENTS = 500;

/** Writes a line in canonical MongoDB Extended JSON, so that no type is lost. */
const written = (value: BackupLine): string => `${BSON.EJSON.stringify(value, { relaxed: false })}\n`;

/** Whether something in a document has a name that Extended JSON would read as a type of its own. */
const hasTellingNames = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasTellingNames);
  if (typeof value !== 'object' || value === null || '_bsontype' in value || value instanceof Date) return false;
  return Object.entries(value).some(([name, member]) => name.startsWith('$') || name === '__proto__' || hasTellingNames(member));
};

const lineOf = (name: string, document: Document): string =>
  hasTellingNames(document)
    ? written({ in: name, bson: Buffer.from(BSON.serialize(document)).toString('base64') })
    : written({ in: name, document });

/** SnapshotTooOld, SnapshotUnavailable */
const MOMENT_LOST: readonly number[] = [239, 246];

/** Tells whether `backupLines` failed because its moment could not be read any more; what is read with its types has codes with theirs. */
export const isMomentLost = (error: unknown): boolean => MOMENT_LOST.includes(Number((error as { code?: unknown } | undefined)?.code));

/** Where a backup stands: how many documents are read, and about how many there are. */
export type BackupProgress = (done: number, total: number) => void;

/**
 * Reads everything in a database as it is at one moment, whatever is written meanwhile, as the lines of a backup: newline-delimited Extended JSON.
 * Errors of the driver pass through; `SnapshotTooOld` (239) where the server kept that moment not long enough.
 */
export async function* backupLines(db: Db, at: Date, progress: BackupProgress = () => undefined): AsyncGenerator<string, BackupEnd> {
  const hash = createHash('sha256');
  const noted = (text: string): string => {
    hash.update(text);
    return text;
  };
  const session = db.client.startSession({ snapshot: true });
  // A client that has a read concern of its own would read by that, each time at another moment.
  const read = (name: string) => db.collection(name, { readConcern: { level: 'snapshot' } });
  try {
    const names = await collectionsOf(db, () => read('counters').findOne({}, { session, projection: { _id: 1 } }));
    const sizes = await Promise.all(names.map((name) => db.collection(name).estimatedDocumentCount()));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const head: BackupHead = { backup: 'calendar-events', version: BACKUP_VERSION, at: at.toISOString(), layout: LAYOUT };
    yield noted(`${JSON.stringify(head)}\n`);
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
        yield noted(chunk);
        progress(done + count, total);
        chunk = '';
      }
      const indexes = (await db.collection(name).indexes()).filter((index) => index['name'] !== '_id_');
      yield noted(chunk + written({ in: name, indexes }));
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

/** The collections at the moment that is read at from now on; `begin` is the first read. */
async function collectionsOf(db: Db, begin: () => Promise<unknown>): Promise<string[]> {
  const list = async () => {
    const all = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    return all
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('system.'))
      .sort();
  };
  const before = await list();
  await begin();
  const after = await list();
  // What was made in between is no part of it, or all of it: it is empty in the one case, and cannot be read in the other.
  return after.filter((name) => before.includes(name));
}
