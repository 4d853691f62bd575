import type { Timestamp } from 'bson';
import { refuse } from '../../query';
import { type ChangeCursors, createChangeCursors } from '../changes/change-cursor';
import { type ChangeFeed, createChangeFeed } from '../changes/change-feed';
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

/** The open database with everything that commands share. */
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
  /** Removes keys of dropped and abandoned indexes step by step. Only the server of the folder may call it. */
  removeRemains(): Promise<void>;
  /** Closes the database after pending writes are on disk. `unlisten` runs while no other process can take over. */
  close(unlisten: () => void): Promise<void>;
}

/** The view that a command reads; `release` frees it. */
export interface Reading {
  readonly view: KeyView;
  readonly collection: Collection | undefined;
  /** The time of the snapshot, if the command reads one. */
  readonly time?: Timestamp;
  release(): void;
}

/** The collection that a command writes. `create` creates it if it is missing. */
export interface Target {
  find(): Collection | undefined;
  create(): Collection;
}

/** A running command, with the functions that read and write inside its transaction, if it has one. */
export interface Scope extends EmbeddedDatabase {
  readonly command: Command;
  readonly db: string;
  readonly transaction: Transaction | undefined;
  namespaceOf(name: unknown): string;
  read(namespace: string): Reading;
  /** The end of the command's time limit in ms since 1970, if it has one. */
  readonly deadline: number | undefined;
  /** Runs a read with pauses, within the time limit and while the client is connected. In a transaction it does not pause. */
  run<T>(work: InTurns<T>): T | Promise<T>;
  /** Runs a write, again after a lock, and resolves when it is on disk. */
  write<T>(namespace: string, options: { readonly creates: boolean }, work: (writer: Writer, target: Target) => T): Promise<T>;
}

/** Opens the database of a folder. Transactions are aborted after `transactionMilliseconds`. */
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
      // The disk may be full. The next write that finds room tries again.
    }
    isRemoving = false;
  };
  const commit = createCommit({ store, catalog, locks, feed, onStored: removeRemains });
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

/** Creates the scope of a command. Throws InvalidNamespace, and refusals by the state of its transaction. */
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
      const sessionSnapshot = snapshots.of(command.body);
      if (sessionSnapshot) {
        const { view, time, release } = sessionSnapshot;
        return { view, collection: sessionSnapshot.collection(namespace), time, release };
      }
      const snapshot = store.snapshot();
      return { view: snapshot, collection: catalog.find(namespace), release: snapshot.release };
    },
    deadline,
    run: (work) => (transaction ? atOnce(work, most) : turns.run(work, { milliseconds: most, isGone: command.isGone })),
    write: async (namespace, { creates }, work) => {
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
