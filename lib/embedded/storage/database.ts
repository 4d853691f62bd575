import type { Timestamp } from 'bson';
import { refuse } from '../../query';
import { type ChangeCursors, createChangeCursors } from '../changes/change-cursor';
import { type ChangeFeed, createChangeFeed } from '../changes/change-stream';
import { type Cursors, createCursors } from '../protocol/cursor';
import { createSessions, type Sessions } from '../protocol/session';
import { atOnce, createTurns, type InTurns, type Turns } from '../protocol/turns';
import type { Command } from '../protocol/wire';
import { createReadSnapshots, type ReadSnapshots } from '../reads/read-snapshots';
import { type Commit, createCommit, createKeyLocks } from '../writes/commit';
import type { Transaction } from '../writes/transaction';
import { type Catalog, openCatalog } from './catalog';
import type { Collection } from './collection';
import type { Writer } from './documents';
import { type EmbeddedStore, type KeyView, openStore } from './store';

/** Everything that commands share. */
export interface EmbeddedDatabase {
  readonly store: EmbeddedStore;
  readonly catalog: Catalog;
  readonly commit: Commit;
  readonly cursors: Cursors;
  readonly feed: ChangeFeed;
  readonly watching: ChangeCursors;
  readonly snapshots: ReadSnapshots;
  readonly sessions: Sessions;
  readonly turns: Turns;
  /** Removes what an earlier server has left of what was dropped or given up, little by little; only who serves the folder may. */
  removeRemains(): Promise<void>;
  /** Closes it once what is being written is on disk; `unlisten` is called while no other process can take over. */
  close(unlisten: () => void): Promise<void>;
}

/** Where a command reads. `release` frees it. */
export interface Reading {
  readonly view: KeyView;
  readonly collection: Collection | undefined;
  /** The snapshot, where the command asked to read at one. */
  readonly time?: Timestamp;
  release(): void;
}

/** The collection that a command writes to, made when `create` asks for it. */
export interface Target {
  find(): Collection | undefined;
  create(): Collection;
}

/** One command on its way: what it said, and how it reads and writes, within its transaction if it has one. */
export interface Scope extends EmbeddedDatabase {
  readonly command: Command;
  readonly db: string;
  readonly transaction: Transaction | undefined;
  namespaceOf(name: unknown): string;
  read(namespace: string): Reading;
  /** Until when the command may take, in ms since 1970, if it says so. */
  readonly deadline: number | undefined;
  /** Does what reads, with others in turn, within the time that the command allows and while its client is there; of a transaction at once. */
  run<T>(work: InTurns<T>): T | Promise<T>;
  /** Runs the work once it may write (again, if it meets a lock) and resolves when it is on disk. */
  write<T>(namespace: string, creates: boolean, work: (writer: Writer, target: Target) => T): Promise<T>;
}

/** Opens the database in a folder. Transactions live at most `transactionMilliseconds`. */
export const openEmbeddedDatabase = (folder: string, transactionMilliseconds: number): EmbeddedDatabase => {
  const store = openStore(folder);
  const catalog = openCatalog(store.current);
  const locks = createKeyLocks();
  const feed = createChangeFeed();
  const watching = createChangeCursors(feed);
  let isRemoving = false;
  const removeRemains = async () => {
    if (isRemoving) return;
    isRemoving = true;
    try {
      while (catalog.hasRemains()) await commit(catalog.removeRemains);
    } catch {
      // There may be no room on the disk now: it is tried again behind the next write that finds some.
    }
    isRemoving = false;
  };
  const commit = createCommit(store, catalog, locks, feed, removeRemains);
  const sessions = createSessions({ store, catalog, locks, commit }, transactionMilliseconds);
  const cursors = createCursors();
  const snapshots = createReadSnapshots(store, catalog);
  const turns = createTurns();
  return {
    store,
    catalog,
    commit,
    cursors,
    feed,
    watching,
    snapshots,
    sessions,
    turns,
    removeRemains,
    close: async (unlisten) => {
      await commit.close();
      await turns.close();
      sessions.close();
      cursors.close();
      watching.close();
      snapshots.close();
      store.exclusively(unlisten);
      await store.close();
    },
  };
};

const NAME = /^[^$\0]+$/;
const DB_NAME = /^[^\s"$*./:<>?\\|\0]{1,63}$/;

/** The scope of a command. Throws InvalidNamespace for names that MongoDB refuses, and what its transaction's state forbids. */
export const createScope = (database: EmbeddedDatabase, command: Command): Scope => {
  const { catalog, commit, snapshots, sessions, store, turns } = database;
  const db = String(command.body['$db'] ?? '');
  const transaction = sessions.transactionOf(command.body);
  const namespaceOf = (name: unknown): string => {
    if (typeof name !== 'string' || !NAME.test(name) || name.startsWith('.') || !DB_NAME.test(db))
      throw refuse.invalidNamespace(`${db}.${String(name)}`);
    return `${db}.${name}`;
  };
  const nameIn = (namespace: string) => namespace.slice(db.length + 1);
  const { maxTimeMS } = command.body;
  const most = typeof maxTimeMS === 'number' && maxTimeMS > 0 ? maxTimeMS : undefined;
  const deadline = most === undefined ? undefined : Date.now() + most;
  return {
    ...database,
    command,
    db,
    transaction,
    namespaceOf,
    read: (namespace) => {
      if (transaction) return { view: transaction.view, collection: transaction.collection(namespace), release: () => {} };
      const kept = snapshots.of(command.body);
      if (kept) return { view: kept.view, collection: kept.collection(namespace), time: kept.time, release: kept.release };
      const snapshot = store.snapshot();
      return { view: snapshot, collection: catalog.find(namespace), release: snapshot.release };
    },
    deadline,
    run: (work) => (transaction ? atOnce(work, most) : turns.run(work, { milliseconds: most, isGone: command.isGone })),
    write: async (namespace, creates, work) => {
      if (transaction) {
        if (creates && !catalog.find(namespace))
          await commit((view) => catalog.find(namespace) ?? catalog.create(view, db, nameIn(namespace)));
        const find = () => transaction.collection(namespace);
        const create = () => {
          const collection = find();
          if (!collection) throw refuse.snapshotUnavailable(namespace);
          return collection;
        };
        return work(transaction.writer, { find, create });
      }
      return commit((view) => {
        const writer: Writer = { view, grown: (collection) => catalog.save(view, collection) };
        const find = () => catalog.find(namespace);
        return work(writer, { find, create: () => find() ?? catalog.create(view, db, nameIn(namespace)) });
      }, deadline);
    },
  };
};
