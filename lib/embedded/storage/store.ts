import { chmodSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { dataFile, lockFile, syncFile } from './folder';

/** A key and its value. The caller may keep both. */
export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** The direction of a scan; ascending by default. */
export interface Direction {
  readonly reverse?: boolean;
}

/** A readable state of the database. Ranges go from `low` (inclusive) to `high` (exclusive). */
export interface KeyView {
  get(key: Buffer): Buffer | undefined;
  range(low: Buffer, high: Buffer, direction?: Direction): Iterable<Entry>;
  /** The keys of a range without their values. */
  keys(low: Buffer, high: Buffer): Iterable<Buffer>;
  count(low: Buffer, high: Buffer): number;
}

/** A fixed state of the database; `release` lets the file reuse its pages. */
export interface Snapshot extends KeyView {
  release(): void;
}

/** The ordered keys and values of a folder. */
export type EmbeddedStore = ReturnType<typeof openStore>;

/** An error of lmdb inside a write. Nothing of the group may be stored. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

const stored = (write: () => unknown): void => {
  try {
    write();
  } catch (error) {
    throw new StorageFailure((error as Error).message, { cause: error });
  }
};

/** The permissions of the files: only the user of the service may read and write them. */
const ONLY_OWNER = 0o600;

/** The most concurrent snapshots: those of all cursors and transactions, and of running reads. */
const MOST_READERS = 25_000;

/** The page size of a data file, in bytes. */
export const PAGE_SIZE = 8192;

/** The most bytes of a key in lmdb. */
export const MAX_KEY = 1978;

const viewOf = (db: RootDatabase<Buffer, Buffer>, transaction?: ReturnType<RootDatabase['useReadTransaction']>): KeyView => {
  const options = transaction ? { transaction } : {};
  const bounds = (low: Buffer, high: Buffer, { reverse = false }: Direction = {}) =>
    reverse
      ? { ...options, start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse }
      : { ...options, start: low, end: high };
  return {
    get: (key) => db.get(key, options),
    range: (low, high, direction) => db.getRange(bounds(low, high, direction)),
    keys: (low, high) => db.getKeys(bounds(low, high)),
    count: (low, high) => db.getKeysCount(bounds(low, high)),
  };
};

/** Opens the data file of a folder, and creates it if missing. Throws the error of lmdb. */
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
 * Creates the data file of a new folder, readable only for its user. It gets its name when it is on disk, because lmdb
 * cannot open a file whose first write is incomplete after a power failure. Rejects with the error of the file system.
 */
export const makeStore = async (folder: string): Promise<void> => {
  if (existsSync(dataFile(folder))) return;
  const temporary = mkdtempSync(path.join(folder, 'new-'));
  try {
    await openFile(temporary).close();
    chmodSync(dataFile(temporary), ONLY_OWNER);
    syncFile(dataFile(temporary));
    linkSync(dataFile(temporary), dataFile(folder));
  } catch (error) {
    // Another process was faster, or the file system has no links. Then lmdb creates the file in its place.
    if ((error as NodeJS.ErrnoException).syscall !== 'link') throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

/** Opens the data file of a folder, and creates it if missing. Throws the error of the file system. */
export const openStore = (folder: string) => {
  const db = openFile(folder);
  chmodSync(lockFile(folder), ONLY_OWNER);
  // A killed process leaves its readers, which keep old pages in use.
  db.readerCheck();
  /** True if a commit happened after the last snapshot. */
  let isOutdated = true;
  return {
    /** The committed state; inside a write, the state of that write. */
    current: {
      ...viewOf(db),
      put: (key: Buffer, value: Buffer): void => stored(() => db.putSync(key, value)),
      /** Stores a value whose key probably comes after all others. lmdb appends it then, which fills pages completely. */
      append: (key: Buffer, value: Buffer): void =>
        stored(() => {
          const isAppended: unknown = db.putSync(key, value, { append: true });
          if (!isAppended) db.putSync(key, value);
        }),
      remove: (key: Buffer): void => stored(() => db.removeSync(key)),
    },
    snapshot: (): Snapshot => {
      // The shared read transaction may be older than the last commit. It is renewed only then, since that costs more
      // than reading a few keys.
      if (isOutdated) db.resetReadTxn();
      isOutdated = false;
      const transaction = db.useReadTransaction();
      let isOpen = true;
      return {
        ...viewOf(db, transaction),
        release: () => {
          if (isOpen) transaction.done();
          isOpen = false;
        },
      };
    },
    /** Runs writes and resolves when they are on disk. Rejects with nothing written if that fails. */
    write: async (work: () => void): Promise<void> => {
      try {
        await db.childTransaction(work);
      } catch (error) {
        await (error as { readonly commitError?: Promise<never> }).commitError;
        throw error;
      } finally {
        isOutdated = true;
      }
    },
    /** Runs work while no other process writes. */
    exclusively: <T>(work: () => T): T => db.transactionSync(work),
    close: (): Promise<void> => db.close(),
  };
};
