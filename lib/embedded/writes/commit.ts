import { refuse, toRefusal } from '../../query';
import { type ChangeStreams, type ChangingTransaction, publishChanges, type WrittenChange } from '../protocol/change-streams';
import { type Catalog, reloadCatalog, removeRemains, saveCollection, type WriteView } from '../storage/catalog';
import { type EmbeddedStore, StorageFailure } from '../storage/store';

/** Thrown by a plain write that meets a transaction's lock. The write runs again when the transaction ends. */
export class Locked extends Error {
  override readonly name = 'Locked';

  constructor(readonly ended: Promise<void>) {
    super('locked by a transaction');
  }
}

interface Job {
  /** Runs the write as a part of a group. Throws StorageFailure. */
  run(): void;
  /** Reports the outcome when the group is on disk. `failure` means that nothing of the group was written. */
  settle(failure?: Error): void;
}

/**
 * The queue of writes, which is the only way to write to the store. Writes are committed in groups: those that arrive
 * during one commit form the next group.
 */
export interface WriteQueue {
  readonly store: EmbeddedStore;
  readonly catalog: Catalog;
  readonly streams: ChangeStreams;
  /** The keys that transactions have locked, as Latin-1, with promises of the ends of the transactions. */
  readonly locks: Map<string, Promise<void>>;
  readonly view: WriteView;
  /** The changes that the current group has noted. */
  notes: WrittenChange[];
  /** The transaction of the job that runs now. */
  transaction?: ChangingTransaction | undefined;
  readonly waiting: Job[];
  /** Resolves when the running groups have ended. */
  busy?: Promise<void> | undefined;
  /** Resolves when an exclusive writer has ended. */
  alone?: Promise<void> | undefined;
  isClosed: boolean;
  /** True while keys of dropped indexes are removed. */
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
  /** The time in ms after which it does not wait for a lock any more. */
  readonly milliseconds?: number;
  readonly transaction?: ChangingTransaction;
  /** True for a part of an exclusive writer's work. */
  readonly isAlone?: boolean;
}

export type Write = <T>(run: (view: WriteView) => T) => Promise<T>;

/**
 * Runs a write, and resolves with its result when it is on disk. It must throw before it changes anything, unless
 * nothing reads its changes. After `Locked` it runs again later.
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

/** Runs work that writes alone. All other writes wait. */
export const commitAlone = async <T>(queue: WriteQueue, work: (write: Write) => Promise<T>): Promise<T> => {
  while (queue.alone) await queue.alone;
  let end = () => {};
  queue.alone = new Promise((resolve) => {
    end = resolve;
  });
  try {
    await queue.busy;
    return await work((run) => commit(queue, run, { isAlone: true }));
  } finally {
    await queue.busy;
    queue.busy = undefined;
    queue.alone = undefined;
    end();
    begin(queue);
  }
};

/** Refuses new writes, and resolves when pending ones have ended. */
export const closeQueue = async (queue: WriteQueue): Promise<void> => {
  queue.isClosed = true;
  // Work that waits for the exclusive writer is refused.
  if (queue.alone) for (const job of queue.waiting.splice(0)) job.settle(refuse.shuttingDown());
  await queue.busy;
};

/** Starts writing, unless it runs already or someone writes alone. */
const begin = (queue: WriteQueue): void => {
  if (queue.waiting.length > 0 && !queue.alone) queue.busy ??= writeAll(queue);
};

const writeAll = async (queue: WriteQueue): Promise<void> => {
  while (queue.waiting.length > 0 && !queue.alone) await writeGroup(queue, () => queue.waiting.splice(0));
  queue.busy = undefined;
};

/** Writes the jobs that `take` returns, all or none. */
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

/** Removes keys of dropped and abandoned indexes step by step. Only the server of the folder may call it. */
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
