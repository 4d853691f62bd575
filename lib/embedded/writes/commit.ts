import { withResolvers } from '../../deadline';
import { refuse, toRefusal } from '../../query';
import { type ChangeStreams, type ChangingTransaction, publishChanges, type WrittenChange } from '../protocol/change-streams';
import { type Catalog, reloadCatalog, removeRemains, saveCollection, type WriteView } from '../storage/catalog';
import { type EmbeddedStore, StorageFailure } from '../storage/store';

/** The error of a plain write at a key locked by a transaction. The write runs again after the transaction. */
export class Locked extends Error {
  override readonly name = 'Locked';

  constructor(readonly ended: Promise<void>) {
    super('locked by a transaction');
  }
}

interface Job {
  /** Runs the write as part of a group commit. Throws StorageFailure. */
  run(): void;
  /** Reports the result after the group is on disk. With `failure` nothing of the group is stored. */
  settle(failure?: Error): void;
}

/** The queue of all writes. Those that arrive during a commit are committed together as the next group. */
export interface WriteQueue {
  readonly store: EmbeddedStore;
  readonly catalog: Catalog;
  readonly streams: ChangeStreams;
  /** The keys locked by transactions (as Latin-1 strings), with promises of the ends of the transactions. */
  readonly locks: Map<string, Promise<void>>;
  readonly view: WriteView;
  /** The changes of the current group, for change streams. */
  notes: WrittenChange[];
  transaction?: ChangingTransaction | undefined;
  readonly waiting: Job[];
  busy?: Promise<void> | undefined;
  /** The promise of the end of the exclusive writer, if any. */
  alone?: Promise<void> | undefined;
  isClosed: boolean;
  /** True while the server removes keys of dropped indexes. */
  isCleaning: boolean;
}

export const createQueue = (store: EmbeddedStore, catalog: Catalog, streams: ChangeStreams): WriteQueue => {
  const locks: WriteQueue['locks'] = new Map();
  const view: WriteView = {
    ...store.current,
    note: (change) => void queue.notes.push({ ...change, ...queue.transaction }),
    lock: (key) => {
      const ended = locks.get(key.toString('latin1'));
      if (ended) throw new Locked(ended);
    },
    grown: (collection) => saveCollection(view, collection),
  };
  const queue: WriteQueue = { store, catalog, streams, locks, view, notes: [], waiting: [], isClosed: false, isCleaning: false };
  return queue;
};

interface WriteOptions {
  /** The time in ms after which the write no longer waits for a lock. */
  readonly milliseconds?: number;
  readonly transaction?: ChangingTransaction;
  /** True if the write belongs to an exclusive writer. */
  readonly isAlone?: boolean;
}

export type Write = <T>(run: (view: WriteView) => T) => Promise<T>;

/**
 * Runs a write, and resolves with its result when on disk. The write must throw before it changes anything, unless nothing reads its
 * changes. After `Locked` it runs again.
 */
export const commit = <T>(
  queue: WriteQueue,
  run: (view: WriteView) => T,
  { milliseconds = Number.POSITIVE_INFINITY, transaction, isAlone = false }: WriteOptions = {},
): Promise<T> =>
  new Promise((resolve, reject) => {
    const deadline = Date.now() + milliseconds;
    let outcome: { readonly value: T } | { readonly error: unknown };
    const job: Job = {
      run: () => {
        queue.transaction = transaction;
        try {
          outcome = { value: run(queue.view) };
        } catch (error) {
          if (error instanceof StorageFailure) throw error;
          outcome = { error };
        }
      },
      settle: (failure) => {
        if (failure) reject(failure);
        else if ('value' in outcome) resolve(outcome.value);
        else if (!(outcome.error instanceof Locked)) reject(outcome.error);
        else if (Date.now() > deadline) reject(refuse.maxTimeExpired());
        else void outcome.error.ended.then(enter);
      },
    };
    const enter = () => {
      if (queue.isClosed) return reject(refuse.shuttingDown());
      if (isAlone) queue.busy = writeGroup(queue, () => [job]);
      else {
        queue.waiting.push(job);
        begin(queue);
      }
    };
    enter();
  });

/** Runs a task as the exclusive writer. All other writes wait. */
export const commitAlone = async <T>(queue: WriteQueue, work: (write: Write) => Promise<T>): Promise<T> => {
  while (queue.alone) await queue.alone;
  const { promise, resolve } = withResolvers();
  queue.alone = promise;
  try {
    await queue.busy;
    return await work((run) => commit(queue, run, { isAlone: true }));
  } finally {
    await queue.busy;
    queue.busy = undefined;
    queue.alone = undefined;
    resolve();
    begin(queue);
  }
};

/** Refuses new writes, and resolves when pending writes have ended. */
export const closeQueue = async (queue: WriteQueue): Promise<void> => {
  queue.isClosed = true;
  // Work that waits for the exclusive writer is refused.
  if (queue.alone) for (const job of queue.waiting.splice(0)) job.settle(refuse.shuttingDown());
  await queue.busy;
};

const begin = (queue: WriteQueue): void => {
  if (queue.waiting.length > 0 && !queue.alone) queue.busy ??= writeAll(queue);
};

const writeAll = async (queue: WriteQueue): Promise<void> => {
  while (queue.waiting.length > 0 && !queue.alone) await writeGroup(queue, () => queue.waiting.splice(0));
  queue.busy = undefined;
};

/** Commits the writes that `take` returns, all or none. */
const writeGroup = async (queue: WriteQueue, take: () => Job[]): Promise<void> => {
  let jobs: Job[] = [];
  try {
    await queue.store.write(() => {
      // The jobs are taken this late so that those which arrived during the wait belong to the group.
      jobs = take();
      queue.notes = [];
      for (const job of jobs) job.run();
    });
    publishChanges(queue.streams, queue.notes);
    for (const job of jobs) job.settle();
    void cleanUp(queue);
  } catch (error) {
    if (jobs.length === 0) jobs = take();
    reloadCatalog(queue.catalog);
    const refusal = toRefusal(error);
    const failure = refusal.code === 1 ? refuse.outOfDiskSpace(`The write did not reach the disk: ${refusal.message}`) : refusal;
    for (const job of jobs) job.settle(failure);
  }
};

/** Removes keys of dropped and unfinished indexes step by step. Only the server of the data folder may call this. */
export const cleanUp = async (queue: WriteQueue): Promise<void> => {
  const { catalog } = queue;
  if (queue.isCleaning) return;
  queue.isCleaning = true;
  try {
    while (catalog.remains.length > 0) await commit(queue, (view) => removeRemains(catalog, view));
  } catch {
    // The disk may be full. The next write that finds room tries again.
  }
  queue.isCleaning = false;
};
