import { refuse, toRefusal } from '../../query';
import type { ChangeFeed, ChangingTransaction, WrittenChange } from '../changes/change-stream';
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

/**
 * Creates the queue of writes. Writes are committed in groups: those that arrive during one commit form the next group.
 * A write must throw before it changes anything, unless nothing reads its changes. After `Locked` it runs again later.
 * `onStored` is called after each group is on disk.
 */
export const createCommit = (
  store: EmbeddedStore,
  catalog: Catalog,
  locks: Locks,
  feed: Pick<ChangeFeed, 'publish'>,
  onStored: () => void,
): Commit => {
  /** The changes noted by the current group, with their transactions. */
  let notes: { readonly change: WrittenChange; readonly transaction: ChangingTransaction | undefined }[] = [];
  let transaction: ChangingTransaction | undefined;
  const view: WriteView = {
    ...store.current,
    note: (change) => void notes.push({ change, transaction }),
    claim: (key) => {
      const holder = locks.holder(key);
      if (holder) throw new Locked(holder.ended);
    },
  };
  let waiting: Job[] = [];
  let busy: Promise<void> | undefined;
  let closed = false;
  /** Resolves when an exclusive writer has ended. */
  let alone: Promise<void> | undefined;

  /** Writes the jobs that `take` returns. */
  const runGroup = async (take: () => Job[]): Promise<void> => {
    let jobs: Job[] = [];
    const outcomes: { readonly error?: unknown }[] = [];
    try {
      await store.write(() => {
        // The jobs are taken this late so that those which arrived during the wait belong to the group.
        jobs = take();
        notes = [];
        for (const job of jobs) {
          try {
            ({ transaction } = job);
            job.run(view);
            outcomes.push({});
          } catch (error) {
            if (error instanceof StorageFailure) throw error;
            outcomes.push({ error });
          }
        }
      });
      for (const noted of notes) feed.publish([noted.change], noted.transaction);
      notes = [];
      jobs.forEach((job, i) => {
        const outcome = outcomes[i];
        job.done(outcome && 'error' in outcome ? outcome.error : undefined);
      });
      onStored();
    } catch (error) {
      if (jobs.length === 0) jobs = take();
      catalog.reload();
      const refusal = toRefusal(error);
      for (const job of jobs)
        job.done(refusal.code === 1 ? refuse.outOfDiskSpace(`The write did not reach the disk: ${refusal.message}`) : refusal);
    }
  };
  const takeAll = (): Job[] => {
    const jobs = waiting;
    waiting = [];
    return jobs;
  };
  const runAll = async () => {
    while (waiting.length > 0 && !alone) await runGroup(takeAll);
    busy = undefined;
  };
  const begin = () => {
    if (waiting.length > 0 && !alone) busy ??= runAll();
  };

  const toWrite =
    (enter: (job: Job) => void): Write =>
    (run, deadline, of) =>
      new Promise((resolve, reject) => {
        let result: { value: ReturnType<typeof run> } | undefined;
        const job: Job = {
          transaction: of,
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
          if (closed) return reject(refuse.shuttingDown());
          enter(job);
        };
        enqueue();
      });
  const writeAlone = toWrite((job) => {
    busy = runGroup(() => [job]);
  });
  const commit = toWrite((job) => {
    waiting.push(job);
    begin();
  });
  return Object.assign(commit, {
    alone: async <T>(work: (write: Write) => Promise<T>): Promise<T> => {
      while (alone) await alone;
      let end = () => {};
      alone = new Promise((resolve) => {
        end = resolve;
      });
      try {
        await busy;
        return await work(writeAlone);
      } finally {
        await busy;
        busy = undefined;
        alone = undefined;
        end();
        begin();
      }
    },
    close: async () => {
      closed = true;
      // Work that waits for the exclusive writer is refused.
      if (alone) for (const job of takeAll()) job.done(refuse.shuttingDown());
      await busy;
    },
  });
};
