import { chmodSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import type { WrittenChange } from '../changes/change-stream';
import { dataFile, lockFile, syncFile } from './folder';

/** A key and its value, both the caller's to keep. */
export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** One state of the database: keys in order, from `low` (inclusive) to `high` (exclusive). */
export interface KeyView {
  get(key: Buffer): Buffer | undefined;
  range(low: Buffer, high: Buffer, reverse?: boolean): Iterable<Entry>;
  /** The keys of a range, without their values. */
  keys(low: Buffer, high: Buffer, reverse?: boolean): Iterable<Buffer>;
  count(low: Buffer, high: Buffer): number;
}

/** A view that can be written to. */
export interface WriteView extends KeyView {
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
  /** Notes what is written, to be told when it is on disk. */
  note(change: WrittenChange): void;
  /** Takes a key for this writer before it writes. Throws WriteConflict, or `Locked` where waiting helps. */
  claim(key: Buffer): void;
}

/** A view held still; `release` lets the file reuse what it holds. */
export interface Snapshot extends KeyView {
  release(): void;
}

/** The ordered keys and values of a folder. */
export interface EmbeddedStore {
  /** What is committed; inside a write, what that write sees. */
  readonly current: KeyView &
    Pick<WriteView, 'remove'> & {
      /** `isBehindAll`: the key may come behind all that are there; where it does, it is put where it leaves no room on its page. */
      put(key: Buffer, value: Buffer, isBehindAll?: boolean): void;
    };
  snapshot(): Snapshot;
  /** Runs the writes and resolves when they are on disk. Rejects, with nothing written, when they cannot be put there. */
  write(work: () => void): Promise<void>;
  /** Runs work while no other process writes. */
  exclusively<T>(work: () => T): T;
  close(): Promise<void>;
}

type Transaction = ReturnType<RootDatabase['useReadTransaction']>;

/** What lmdb threw in the middle of a write: nothing of the group may stay. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

const stored = <T>(write: () => T): T => {
  try {
    return write();
  } catch (error) {
    throw new StorageFailure((error as Error).message, { cause: error });
  }
};

/** Who runs the service reads and writes the files, and nobody else. */
const ONLY_OWNER = 0o600;

const APPENDED = { append: true } as const;

/** How many snapshots can be read at once: those of as many cursors and transactions as are kept, and of those who read at the moment. */
const MOST_READERS = 25_000;

/** Size of the pages of a data file, in bytes. */
export const PAGE_SIZE = 8192;

/** Keys are at most this many bytes (lmdb). */
export const MAX_KEY = 1978;

const viewOf = (db: RootDatabase<Buffer, Buffer>, transaction?: Transaction): KeyView => {
  const options = transaction ? { transaction } : {};
  const bounds = (low: Buffer, high: Buffer, reverse: boolean) =>
    reverse
      ? { ...options, start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse }
      : { ...options, start: low, end: high };
  return {
    get: (key) => db.get(key, options),
    range: (low, high, reverse = false) => db.getRange(bounds(low, high, reverse)),
    keys: (low, high, reverse = false) => db.getKeys(bounds(low, high, reverse)),
    count: (low, high) => db.getKeysCount(bounds(low, high, false)),
  };
};

/** Opens the data file of a folder, which is made if it is missing. Throws what lmdb answers. */
export const openFile = (folder: string): RootDatabase<Buffer, Buffer> =>
  open<Buffer, Buffer>({
    path: dataFile(folder),
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    pageSize: PAGE_SIZE,
    overlappingSync: false,
    cache: false,
    maxReaders: MOST_READERS,
  });

/**
 * Makes the data file of a folder that has none. It gets its name when it is on the disk: lmdb opens no file of which its first write is there
 * in part, as a loss of power may leave it. Only who runs the service may read it. Rejects with what the file system answers.
 */
export const makeStore = async (folder: string): Promise<void> => {
  if (existsSync(dataFile(folder))) return;
  const place = mkdtempSync(path.join(folder, 'new-'));
  try {
    await openFile(place).close();
    chmodSync(dataFile(place), ONLY_OWNER);
    syncFile(dataFile(place));
    linkSync(dataFile(place), dataFile(folder));
  } catch (error) {
    // Another process was faster, or the file system has no links: then lmdb makes the file where it belongs.
    if ((error as NodeJS.ErrnoException).syscall !== 'link') throw error;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

/** Opens the folder's data file, making it if need be. Throws what the file system answers. */
export const openStore = (folder: string): EmbeddedStore => {
  const db = openFile(folder);
  chmodSync(lockFile(folder), ONLY_OWNER);
  // A killed process leaves its readers behind, and they what they read.
  db.readerCheck();
  /** Whether something was committed since the last snapshot began. */
  let isOutdated = true;
  return {
    current: {
      ...viewOf(db),
      put: (key, value, isBehindAll = false) => {
        // Where it does not come behind all, lmdb puts nothing.
        stored(() => (isBehindAll && db.putSync(key, value, APPENDED)) || db.putSync(key, value));
      },
      remove: (key) => {
        stored(() => db.removeSync(key));
      },
    },
    snapshot: () => {
      // The shared read transaction may be older than the last commit; beginning another costs more than reading a few keys.
      if (isOutdated) db.resetReadTxn();
      isOutdated = false;
      const transaction = db.useReadTransaction();
      let held = true;
      return {
        ...viewOf(db, transaction),
        release: () => {
          if (held) transaction.done();
          held = false;
        },
      };
    },
    write: async (work) => {
      try {
        await db.childTransaction(work);
      } catch (error) {
        await (error as { readonly commitError?: Promise<never> }).commitError;
        throw error;
      } finally {
        isOutdated = true;
      }
    },
    exclusively: (work) => db.transactionSync(work),
    close: () => db.close(),
  };
};
