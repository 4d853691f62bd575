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
