import { refuse, toRefusal } from '../query/refusal';
import type { Catalog } from './catalog';
import type { ChangeFeed, ChangingTransaction, WrittenChange } from './change-stream';
import { type EmbeddedStore, StorageFailure, type WriteView } from './store';

/** Thrown by a plain write that meets a transaction's lock: it is run again when that ends. */
export class Locked extends Error {
  override readonly name = 'Locked';

  constructor(readonly ended: Promise<void>) {
    super('locked by a transaction');
  }
}

/** Keys that transactions have taken, with the promise of each one's end. */
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

/** Runs a piece of work that writes; resolves with its result when what it wrote is on disk. */
export interface Commit {
  <T>(run: (view: WriteView) => T, deadline?: number, transaction?: ChangingTransaction): Promise<T>;
  /** Refuses what comes from now on, and resolves when what is under way has ended. */
  close(): Promise<void>;
}

/**
 * Writes in groups: what arrives while one group goes to the disk forms the next one.
 * A piece of work must throw before it writes, or not at all, unless all that it wrote is removed again (indexes that cannot be made). One that
 * throws `Locked` is run again later. `onStored` is told of each group that is on disk.
 */
export const createCommit = (
  store: EmbeddedStore,
  catalog: Catalog,
  locks: Locks,
  feed: Pick<ChangeFeed, 'publish'>,
  onStored: () => void,
): Commit => {
  /** What the group that is being written has noted, and in which transaction. */
  let notes: { readonly change: WrittenChange; readonly transaction: ChangingTransaction | undefined }[] = [];
  let transaction: ChangingTransaction | undefined;
  const view: WriteView = {
    ...store.current,
    put: (key, value) => (catalog.sideWrites(key) ?? store.current).put(key, value),
    remove: (key) => (catalog.sideWrites(key) ?? store.current).remove(key),
    note: (change) => void notes.push({ change, transaction }),
    claim: (key) => {
      const holder = locks.holder(key);
      if (holder) throw new Locked(holder.ended);
    },
  };
  let waiting: Job[] = [];
  let busy: Promise<void> | undefined;
  let closed = false;

  const runAll = async () => {
    while (waiting.length > 0) {
      let jobs: Job[] = [];
      const outcomes: { readonly error?: unknown }[] = [];
      try {
        await store.write(() => {
          // Taken only now: what arrived while the write waited for its turn belongs to this group.
          jobs = waiting;
          waiting = [];
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
        catalog.settle();
        for (const noted of notes) feed.publish([noted.change], noted.transaction);
        notes = [];
        jobs.forEach((job, i) => {
          const outcome = outcomes[i];
          job.done(outcome && 'error' in outcome ? outcome.error : undefined);
        });
        onStored();
      } catch (error) {
        if (jobs.length === 0) [jobs, waiting] = [waiting, []];
        catalog.reload();
        const refusal = toRefusal(error);
        for (const job of jobs)
          job.done(refusal.code === 1 ? refuse.outOfDiskSpace(`The write did not reach the disk: ${refusal.message}`) : refusal);
      }
    }
    busy = undefined;
  };

  const commit = <T>(run: (view: WriteView) => T, deadline?: number, of?: ChangingTransaction): Promise<T> =>
    new Promise((resolve, reject) => {
      let result: { value: T } | undefined;
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
        waiting.push(job);
        busy ??= runAll();
      };
      enqueue();
    });
  const close = async () => {
    closed = true;
    await busy;
  };
  return Object.assign(commit, { close });
};
