import { AsyncLocalStorage } from 'node:async_hooks';

/** The times that a request waited, in ms. Parallel waits are added up. */
export interface Waits {
  /** For the body of the request. */
  body: number;
  /** For a turn in the queue. */
  queue: number;
  /** For a connection to the database, for answers of the database, and the number of its commands. */
  connection: number;
  database: number;
  commands: number;
  /** For transactions that change the same records. */
  others: number;
}

const storage = new AsyncLocalStorage<Waits>();

/** Creates an empty record of waits. */
export const noWaits = (): Waits => ({ body: 0, queue: 0, connection: 0, database: 0, commands: 0, others: 0 });

/** Runs work and collects its waits. */
export const noteWaits = <T>(waits: Waits, work: () => T): T => storage.run(waits, work);

/** The waits of the current request; undefined outside a request. */
export const currentWaits = (): Waits | undefined => storage.getStore();
