import { chmodSync, existsSync, linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { dataFile, lockFile, syncFile } from './folder';

/** A key and its value. The buffers stay valid. */
export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

export interface Direction {
  readonly reverse?: boolean;
}

/** A state of the data to read. Ranges go from `low` (inclusive) to `high` (exclusive). */
export interface KeyView {
  get(key: Buffer): Buffer | undefined;
  /** Reads a value without copying it. Its bytes are valid only until the next read. */
  peek(key: Buffer): Buffer | undefined;
  range(low: Buffer, high: Buffer, direction?: Direction): Iterable<Entry>;
  keys(low: Buffer, high: Buffer): Iterable<Buffer>;
  count(low: Buffer, high: Buffer): number;
}

/** A fixed state of the data. `release` lets lmdb reuse the pages of that state. */
export interface Snapshot extends KeyView {
  release(): void;
}

/** The store of ordered keys and values in a data folder. */
export type EmbeddedStore = ReturnType<typeof openStore>;

/** The error of lmdb during a group of writes. The whole group must fail, so that nothing of it is stored. */
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

const ONLY_OWNER = 0o600;

/** The maximum number of snapshots open at once, for cursors, transactions and running reads. */
const MOST_READERS = 25_000;

export const PAGE_SIZE = 8192;

/** The bytes of a lock file with all its readers. */
const LOCK_BYTES = 64 * (MOST_READERS + 16);

/** The maximum length of a key in lmdb, in bytes. */
export const MAX_KEY = 1978;

/** The option `transaction` of `getBinaryFast`, which lmdb's types lack. */
interface FastReads {
  getBinaryFast(key: Buffer, options: { readonly transaction?: object }): Buffer | undefined;
}

const viewOf = (db: FastReads & RootDatabase<Buffer, Buffer>, transaction?: ReturnType<RootDatabase['useReadTransaction']>): KeyView => {
  const options = transaction ? { transaction } : {};
  const bounds = (low: Buffer, high: Buffer, { reverse = false }: Direction = {}) =>
    reverse
      ? { ...options, start: high, exclusiveStart: true, end: low, inclusiveEnd: true, reverse }
      : { ...options, start: low, end: high };
  return {
    get: (key) => db.get(key, options),
    peek: (key) => {
      const shared = db.getBinaryFast(key, options);
      // lmdb reuses one large buffer and changes its `length`.
      return shared?.subarray(0, shared.length);
    },
    range: (low, high, direction) => db.getRange(bounds(low, high, direction)),
    keys: (low, high) => db.getKeys(bounds(low, high)),
    count: (low, high) => db.getKeysCount(bounds(low, high)),
  };
};

/** Opens the data file of a folder with lmdb, which creates a missing file. Throws errors of lmdb. */
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
 * Creates the data file of a new folder, readable only for its owner. The files get their names when complete on disk, since lmdb cannot
 * open a half-written file, and crashes if the disk has no room for the lock file. Rejects with file system errors.
 */
export const makeStore = async (folder: string): Promise<void> => {
  if (existsSync(dataFile(folder))) return;
  const temporary = mkdtempSync(path.join(folder, 'new-'));
  try {
    writeFileSync(lockFile(temporary), Buffer.alloc(LOCK_BYTES), { mode: ONLY_OWNER });
    syncFile(lockFile(temporary));
    await openFile(temporary).close();
    chmodSync(dataFile(temporary), ONLY_OWNER);
    syncFile(dataFile(temporary));
    linkLock(temporary, folder);
    linkSync(dataFile(temporary), dataFile(folder));
  } catch (error) {
    // Another process was faster, or the file system has no links. Then lmdb creates the file in its place.
    if ((error as NodeJS.ErrnoException).syscall !== 'link') throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

/** Gives the lock file of one folder to another, unless the other has one. */
const linkLock = (from: string, to: string): void => {
  try {
    linkSync(lockFile(from), lockFile(to));
  } catch {
    // Another process was faster, or the file system has no links. lmdb then creates the file.
  }
};

export const openStore = (folder: string) => {
  const db = openFile(folder);
  chmodSync(lockFile(folder), ONLY_OWNER);
  // A killed process leaves its readers, which keep old pages in use.
  db.readerCheck();
  /** True if a commit is newer than the shared read transaction. */
  let isOutdated = true;
  return {
    /** A view of the last commit; during a write, of the state of that write. */
    current: {
      ...viewOf(db),
      put: (key: Buffer, value: Buffer): void => stored(() => db.putSync(key, value)),
      /** Stores a value whose key probably sorts after all others. lmdb then appends the entry, which fills pages completely. */
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
    /** Runs writes in one commit and resolves when it is on disk. Rejects with nothing stored if the commit fails. */
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
    /** Runs a function while no other process can write. */
    exclusively: <T>(work: () => T): T => db.transactionSync(work),
    close: (): Promise<void> => db.close(),
  };
};
