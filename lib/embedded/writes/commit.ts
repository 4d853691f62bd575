import { refuse, toRefusal } from '../../query';
import type { ChangeFeed, ChangingTransaction, WrittenChange } from '../changes/change-feed';
import type { Catalog } from '../storage/catalog';
import { type EmbeddedStore, StorageFailure, type WriteView } from '../storage/store';

/** Thrown by a plain write that meets a transaction's lock. The write runs again when the transaction ends. */
export class Locked extends Error {
  override readonly name = 'Locked';

  constructor(readonly ended: Promise<void>) {
    super('locked by a transaction');
  }
}

/** The table of keys that transactions have locked. */
export interface Locks {
  holder(key: Buffer): { readonly ended: Promise<void> } | undefined;
  take(key: Buffer, holder: { readonly ended: Promise<void> }): void;
  release(holder: { readonly ended: Promise<void> }): void;
}

/** Creates the table of locks. */
export const createKeyLocks = (): Locks => {
  const holders = new Map<string, { readonly ended: Promise<void> }>();
  return {
    holder: (key) => holders.get(key.toString('latin1')),
    take: (key, holder) => holders.set(key.toString('latin1'), holder),
    release: (holder) => {
      for (const [key, one] of holders) if (one === holder) holders.delete(key);
    },
  };
};

interface Job {
  readonly transaction: ChangingTransaction | undefined;
  run(view: WriteView): void;
  done(error?: unknown): void;
}

/** Runs a write, and resolves with its result when it is on disk. */
export type Write = <T>(run: (view: WriteView) => T, deadline?: number, transaction?: ChangingTransaction) => Promise<T>;

/** The only way to write to the store. */
export interface Commit extends Write {
  /** Runs work that writes alone. All other writes wait. */
  alone<T>(work: (write: Write) => Promise<T>): Promise<T>;
  /** Refuses new writes, and resolves when pending ones have ended. */
  close(): Promise<void>;
}

/** The parts that the queue of writes needs. */
interface CommitParts {
  readonly store: EmbeddedStore;
  readonly catalog: Catalog;
  readonly locks: Locks;
  readonly feed: Pick<ChangeFeed, 'publish'>;
  /** Called after each group is on disk. */
  onStored(): void;
}

/** A change that the current group has noted, with its transaction. */
interface Note {
  readonly change: WrittenChange;
  readonly transaction: ChangingTransaction | undefined;
}

/** The queue of writes. */
interface Queue extends CommitParts {
  /** The notes of the current group, and the transaction of the job that runs now. */
  notes: Note[];
  transaction: ChangingTransaction | undefined;
  waiting: Job[];
  /** Resolves when the running groups have ended. */
  busy: Promise<void> | undefined;
  isClosed: boolean;
  /** Resolves when an exclusive writer has ended. */
  alone: Promise<void> | undefined;
}

/**
 * Creates the queue of writes. Writes are committed in groups: those that arrive during one commit form the next group.
 * A write must throw before it changes anything, unless nothing reads its changes. After `Locked` it runs again later.
 */
export const createCommit = (parts: CommitParts): Commit => {
  const queue: Queue = {
    ...parts,
    ...{ notes: [], transaction: undefined, waiting: [], busy: undefined, isClosed: false, alone: undefined },
  };
  const { store, locks } = parts;
  const view: WriteView = {
    ...store.current,
    note: (change) => void queue.notes.push({ change, transaction: queue.transaction }),
    claim: (key) => {
      const holder = locks.holder(key);
      if (holder) throw new Locked(holder.ended);
    },
  };
  const writeAlone = toWrite(queue, (job) => {
    queue.busy = runGroup(queue, view, () => [job]);
  });
  const commit = toWrite(queue, (job) => {
    queue.waiting.push(job);
    begin(queue, view);
  });
  return Object.assign(commit, {
    alone: async <T>(work: (write: Write) => Promise<T>): Promise<T> => {
      const release = await becomeAlone(queue);
      try {
        await queue.busy;
        return await work(writeAlone);
      } finally {
        await queue.busy;
        release();
        begin(queue, view);
      }
    },
    close: async () => {
      queue.isClosed = true;
      // Work that waits for the exclusive writer is refused.
      if (queue.alone) for (const job of takeAll(queue)) job.done(refuse.shuttingDown());
      await queue.busy;
    },
  });
};

/** Makes the function that adds writes by `enter`. */
const toWrite =
  (queue: Queue, enter: (job: Job) => void): Write =>
  (run, deadline, transaction) =>
    new Promise((resolve, reject) => {
      let result: { value: ReturnType<typeof run> } | undefined;
      const job: Job = {
        transaction,
        run: (writer) => {
          result = { value: run(writer) };
        },
        done: (error) => {
          if (error instanceof Locked) {
            if (deadline !== undefined && Date.now() > deadline) return reject(refuse.maxTimeExpired());
            void error.ended.then(enqueue);
          } else if (result && error === undefined) resolve(result.value);
          else reject(error);
        },
      };
      const enqueue = () => {
        if (queue.isClosed) return reject(refuse.shuttingDown());
        enter(job);
      };
      enqueue();
    });

/** Starts writing, unless it runs already or someone writes alone. */
const begin = (queue: Queue, view: WriteView): void => {
  if (queue.waiting.length > 0 && !queue.alone) queue.busy ??= runAll(queue, view);
};

async function runAll(queue: Queue, view: WriteView): Promise<void> {
  while (queue.waiting.length > 0 && !queue.alone) await runGroup(queue, view, () => takeAll(queue));
  queue.busy = undefined;
}

const takeAll = (queue: Queue): Job[] => queue.waiting.splice(0);

/** Writes the jobs that `take` returns. */
async function runGroup(queue: Queue, view: WriteView, take: () => Job[]): Promise<void> {
  const { store, catalog, feed, onStored } = queue;
  let jobs: Job[] = [];
  let outcomes: Outcome[] = [];
  try {
    await store.write(() => {
      // The jobs are taken this late so that those which arrived during the wait belong to the group.
      jobs = take();
      outcomes = runJobs(queue, view, jobs);
    });
    for (const { change, transaction } of queue.notes.splice(0)) feed.publish([change], transaction);
    jobs.forEach((job, i) => {
      job.done(outcomes[i]?.error);
    });
    onStored();
  } catch (error) {
    if (jobs.length === 0) jobs = take();
    catalog.reload();
    const refusal = toRefusal(error);
    for (const job of jobs)
      job.done(refusal.code === 1 ? refuse.outOfDiskSpace(`The write did not reach the disk: ${refusal.message}`) : refusal);
  }
}

interface Outcome {
  readonly error?: unknown;
}

/** Runs the jobs of a group inside one write of the store. */
const runJobs = (queue: Queue, view: WriteView, jobs: readonly Job[]): Outcome[] => {
  queue.notes = [];
  return jobs.map((job) => {
    try {
      queue.transaction = job.transaction;
      job.run(view);
      return {};
    } catch (error) {
      if (error instanceof StorageFailure) throw error;
      return { error };
    }
  });
};

/** Waits until nobody else writes alone, and then keeps others from writing until the returned function is called. */
async function becomeAlone(queue: Queue): Promise<() => void> {
  while (queue.alone) await queue.alone;
  let end = () => {};
  queue.alone = new Promise((resolve) => {
    end = resolve;
  });
  return () => {
    queue.busy = undefined;
    queue.alone = undefined;
    end();
  };
}
