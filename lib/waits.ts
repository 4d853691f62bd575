import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work waited for, in ms; what goes on side by side is added up. */
export interface Waits {
  /** For the body of the request. */
  body: number;
  /** For its turn. */
  queue: number;
  /** For a connection to the database, and for its answers to so many commands. */
  connection: number;
  database: number;
  commands: number;
  /** For others who change the same records. */
  others: number;
}

const storage = new AsyncLocalStorage<Waits>();

/** Notes nothing yet. */
export const noWaits = (): Waits => ({ body: 0, queue: 0, connection: 0, database: 0, commands: 0, others: 0 });

/** Does the work; what it waits for is noted there. */
export const noteWaits = <T>(waits: Waits, work: () => T): T => storage.run(waits, work);

/** Where what is done at the moment notes what it waits for; undefined: nowhere. */
export const currentWaits = (): Waits | undefined => storage.getStore();

/** How long pieces of work wait. */
export interface WaitingTime {
  /** How many of them wait at the moment. */
  waiting(): number;
  /** How long they have waited so far, in ms of all of them. */
  milliseconds(): number;
  /** Waits for something. */
  during<T>(wait: () => Promise<T>): Promise<T>;
}

/** Adds up how long pieces of work wait: that costs nothing, however long it takes. */
export function createWaitingTime(): WaitingTime {
  let waiting = 0;
  /** Up to `since`, from which on `waiting` wait. */
  let waited = 0;
  let since = 0;

  const addUp = (): number => {
    const now = performance.now();
    waited += waiting * (now - since);
    since = now;
    return waited;
  };

  return {
    waiting: () => waiting,
    milliseconds: addUp,
    async during(wait) {
      addUp();
      waiting += 1;
      try {
        return await wait();
      } finally {
        addUp();
        waiting -= 1;
      }
    },
  };
}
