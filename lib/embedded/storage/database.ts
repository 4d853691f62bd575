import { type Document, Timestamp } from 'bson';
import { refuse } from '../../query';
import { createChangeStreams, killStream } from '../protocol/change-streams';
import { closeCursor, createCursors } from '../protocol/cursor';
import { type Sessions, transactionOf } from '../protocol/session';
import { atOnce, closeScheduler, type PausingTask, runPausing, type TaskScheduler } from '../protocol/tasks';
import { closeQueue, commit, createQueue } from '../writes/commit';
import { abortTransaction, collectionIn, type Transaction } from '../writes/transaction';
import { type Collection, createCollection, openCatalog, type WriteView } from './catalog';
import { type KeyView, openStore, type Snapshot } from './store';

/** A snapshot that several read commands of a session share outside transactions. */
interface ReadSnapshot {
  readonly time: Timestamp;
  readonly view: Snapshot;
  readonly collections: ReadonlyMap<string, Collection>;
  uses: number;
  timer?: NodeJS.Timeout;
}

/** The open database with all state that commands share. */
export type EmbeddedDatabase = ReturnType<typeof openEmbeddedDatabase>;

/** A received command: its decoded document, and as BSON the documents of its list. */
export interface Command {
  readonly id: number;
  readonly name: string;
  readonly body: Document;
  /** The documents of `documents`, `updates` or `deletes`, as BSON. */
  readonly documents: readonly Buffer[];
  readonly silent: boolean;
  /** True if the command came as OP_QUERY, the old format. The reply is an OP_REPLY. */
  readonly legacy: boolean;
  readonly isGone?: () => boolean;
}

export interface Scope extends EmbeddedDatabase {
  readonly command: Command;
  readonly db: string;
  readonly transaction: Transaction | undefined;
  readonly milliseconds: number;
}

/** The view that a command reads. `release` frees the view. */
export interface Reading {
  readonly view: KeyView;
  readonly collection: Collection | undefined;
  readonly time?: Timestamp;
  release(): void;
}

/** The collection that a command writes. `create` makes a missing collection. */
export interface Target {
  find(): Collection | undefined;
  create(): Collection;
}

export const openEmbeddedDatabase = (folder: string, lifetime: number) => {
  const store = openStore(folder);
  const catalog = openCatalog(store.current);
  const streams = createChangeStreams();
  const queue = createQueue(store, catalog, streams);
  const sessions: Sessions = { queue, lifetime, byId: new Map() };
  const scheduler: TaskScheduler = { waiting: [], isClosed: false };
  /** The open snapshots of sessions, by their timestamp. */
  const snapshots = new Map<string, ReadSnapshot>();
  return { store, catalog, queue, streams, sessions, scheduler, snapshots, cursors: createCursors() };
};

/** Closes a database after pending writes. `unlisten` runs while no other process can take over the folder. */
export const closeDatabase = async (database: EmbeddedDatabase, unlisten: () => void): Promise<void> => {
  const { queue, scheduler, sessions, cursors, streams, snapshots, store } = database;
  await closeQueue(queue);
  await closeScheduler(scheduler);
  for (const { transaction } of sessions.byId.values()) if (transaction) abortTransaction(transaction);
  for (const id of [...cursors.open.keys()]) closeCursor(cursors, id);
  for (const id of [...streams.cursors.keys()]) killStream(streams, id);
  for (const snapshot of [...snapshots.values()]) endSnapshot(database, snapshot);
  store.exclusively(unlisten);
  await store.close();
};

/** Makes the scope of a command. Throws if the state of its transaction does not allow the command. */
export const createScope = (database: EmbeddedDatabase, command: Command): Scope => {
  const { $db, maxTimeMS } = command.body;
  const milliseconds = typeof maxTimeMS === 'number' && maxTimeMS > 0 ? maxTimeMS : Number.POSITIVE_INFINITY;
  const transaction = transactionOf(database.sessions, command.body);
  return { ...database, command, db: String($db ?? ''), transaction, milliseconds };
};

const NAME = /^[^$\0]+$/;
const DB_NAME = /^[^\s"$*./:<>?\\|\0]{1,63}$/;

export const namespaceOf = ({ db }: Scope, name: unknown): string => {
  if (typeof name !== 'string' || !NAME.test(name) || name.startsWith('.') || !DB_NAME.test(db))
    throw refuse.invalidNamespace(`${db}.${String(name)}`);
  return `${db}.${name}`;
};

const IDLE_MILLISECONDS = 60_000;

let snapshotCount = 0;

const endSnapshot = ({ snapshots }: EmbeddedDatabase, { time, view, timer }: ReadSnapshot): void => {
  clearTimeout(timer);
  snapshots.delete(time.toString());
  view.release();
};

/** Begins a snapshot. The data file grows while a snapshot is open, since lmdb cannot reuse its pages. */
const beginSnapshot = ({ store, catalog, snapshots }: EmbeddedDatabase): ReadSnapshot => {
  snapshotCount += 1;
  const time = new Timestamp({ t: Math.floor(Date.now() / 1000), i: snapshotCount });
  const collections = new Map(Array.from(catalog.collections, ([name, one]) => [name, { ...one, indexes: [...one.indexes] }]));
  const snapshot: ReadSnapshot = { time, view: store.snapshot(), collections, uses: 0 };
  snapshots.set(time.toString(), snapshot);
  return snapshot;
};

const readSnapshot = (scope: Scope, namespace: string): Reading => {
  const { atClusterTime } = scope.command.body['readConcern'];
  const snapshot = atClusterTime === undefined ? beginSnapshot(scope) : scope.snapshots.get(String(atClusterTime));
  if (snapshot === undefined) throw refuse.snapshotTooOld();
  const { view, time, collections } = snapshot;
  snapshot.uses += 1;
  clearTimeout(snapshot.timer);
  let isUsed = true;
  const release = () => {
    if (!isUsed) return;
    isUsed = false;
    snapshot.uses -= 1;
    if (snapshot.uses === 0) snapshot.timer = setTimeout(() => endSnapshot(scope, snapshot), IDLE_MILLISECONDS).unref();
  };
  return { view, time, collection: collections.get(namespace), release };
};

/** Opens the view that a command reads: of its transaction, its session's snapshot or the last commit. */
export const openReading = (scope: Scope, namespace: string): Reading => {
  const { transaction, store, catalog, command } = scope;
  if (transaction) return { view: transaction.view, collection: collectionIn(transaction, namespace), release: () => {} };
  if (command.body['readConcern']?.level === 'snapshot') return readSnapshot(scope, namespace);
  const view = store.snapshot();
  return { view, collection: catalog.collections.get(namespace), release: view.release };
};

/** Runs a read with pauses, until the time limit or disconnection. In a transaction it does not pause. */
export const runRead = <T>({ transaction, scheduler, milliseconds, command }: Scope, work: PausingTask<T>): T | Promise<T> =>
  transaction ? atOnce(work, milliseconds) : runPausing(scheduler, work, milliseconds, command.isGone);

/** Runs a write, and again after waiting for a lock. Resolves when the write is on disk or part of the transaction. */
export const runWrite = async <T>(
  { transaction, queue, catalog, db, milliseconds }: Scope,
  namespace: string,
  { creates }: { readonly creates: boolean },
  work: (view: WriteView, target: Target) => T,
): Promise<T> => {
  const find = () => catalog.collections.get(namespace);
  const createIn = (view: WriteView) => find() ?? createCollection(catalog, view, db, namespace.slice(db.length + 1));
  if (!transaction) return commit(queue, (view) => work(view, { find, create: () => createIn(view) }), { milliseconds });
  if (creates && !find()) await commit(queue, createIn);
  const create = () => {
    const collection = collectionIn(transaction, namespace);
    if (!collection) throw refuse.snapshotUnavailable(namespace);
    return collection;
  };
  return work(transaction.view, { find: () => collectionIn(transaction, namespace), create });
};
