/*
 * The locks of transactions. Several transactions may change the same record. There are three protections, from the
 * cheapest to the strongest:
 *
 * 1. **Locks of keys** (`Connection.lock`) work within this process. A transaction locks the keys of all records that it
 *    will change before it reads them. If another transaction of this process has a key, the work ends at once with
 *    `Busy`. The transaction waits for all keys that it ever requested, and runs again from the start. Waiting costs
 *    nothing in the database. These locks only save work: without them all results would be the same, but later.
 * 2. **Conflicts in the database.** Another process does not know our locks. If two transactions write the same record,
 *    MongoDB ends one of them with a write conflict (`Collision`). It pauses for a few milliseconds and runs again. This
 *    protection makes all results correct, as long as two transactions that depend on each other write a common record.
 * 3. **Locks of names** (`Connection.lockName`) work in all processes. Two transactions may depend on each other without
 *    a common record. For example, both search for a venue by its name, find none, and create one. The lock gives them a
 *    common record: a counter whose number follows from the name. Lock the name before you search. Then the second
 *    transaction conflicts with the first, runs again and finds the new venue. A transaction that serves several
 *    requests (`isShared`) may lock no name, since its requests do not see what the others store.
 *
 * All locks end with their transaction. Records that are read ahead (`Store.preload`) are not locked. Only a transaction of
 * several requests may read ahead. If one of its requests locks a name after all, the group is rolled back, and each request
 * runs in a transaction of its own. The embedded
 * database has its own table of locks (`lib/embedded/writes/commit.ts`), which produces the conflicts of point 2.
 */

/** Returns the key of a document, from its collection and its ID, for locks and for the change log. */
export const keyOf = (collection: string, id: number | string): string => `${collection} ${id}`;

export const keysOf = (collection: string, ids: readonly number[]): string[] => ids.map((id) => keyOf(collection, id));

/** The error that another transaction of this process has a lock. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

/** The transactions that wait for each locked key, in order of arrival. */
type Queues = Map<string, Set<() => void>>;

/** The locks of one transaction: the keys that it has, and all that it has requested. */
export type TransactionLocks = ReturnType<typeof createTransactionLocks>;

/** Creates a table of locks in memory. Each call of the returned function creates the locks of one transaction. */
export function createLocks(): () => TransactionLocks {
  const queues: Queues = new Map();
  return () => createTransactionLocks(queues);
}

function createTransactionLocks(queues: Queues) {
  const requested = new Set<string>();
  const locked = new Set<string>();
  const release = (): void => {
    for (const key of locked) unlock(queues, key);
    locked.clear();
  };
  return {
    /** Locks keys. Throws `Busy` if another transaction has one. Call `wait` before the next attempt. */
    take(keys: readonly string[]): void {
      for (const key of keys) requested.add(key);
      for (const key of keys) {
        if (locked.has(key)) continue;
        if (queues.has(key)) throw new Busy(`Another transaction has locked ${key}.`);
        queues.set(key, new Set());
        locked.add(key);
      }
    },
    /** Waits for every requested key, first come first served. Returns false at `end`, in ms since 1970. */
    async wait(end: number): Promise<boolean> {
      release();
      // All transactions wait in the same order of keys, which prevents deadlocks.
      for (const key of [...requested].sort()) {
        if (!(await lock(queues, key, end))) return false;
        locked.add(key);
      }
      return true;
    },
    release,
  };
}

/** Waits for a key. Resolves with false at `end`, in ms since 1970. */
const lock = (queues: Queues, key: string, end: number): Promise<boolean> =>
  new Promise((resolve) => {
    const queue = queues.get(key);
    if (queue === undefined) {
      queues.set(key, new Set());
      resolve(true);
      return;
    }
    const enter = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      queue.delete(enter);
      resolve(false);
    }, end - Date.now());
    queue.add(enter);
  });

/** Releases a key, or passes it to the next waiting transaction. */
const unlock = (queues: Queues, key: string): void => {
  const queue = queues.get(key);
  const [next] = queue ?? [];
  if (next === undefined) queues.delete(key);
  else {
    queue?.delete(next);
    next();
  }
};
