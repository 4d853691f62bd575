import type { MongoClient } from 'mongodb';

/** The reason for repeating a transaction. `taken`: duplicate key. `held`: another transaction of this process has a lock. */
export type RetryReason = 'conflict' | 'taken' | 'held';

/** A listener for measurements of the database. Each call runs in the asynchronous context of the request. */
export interface Watch {
  /** Receives the duration of a command, and its wait for a connection before, in ms. */
  command(milliseconds: number, waited: number): void;
  /** Receives the time in ms that a command waited for a connection in vain. */
  waitedInVain(milliseconds: number): void;
  /** Receives the error when the change stream breaks off, once until the stream works again. */
  unheard(error: unknown): void;
  /** Receives the reason when a transaction runs again, and its wait in ms. */
  again(reason: RetryReason, waited: number): void;
}

/** The connections of a client: open, in use, and the number of requests that wait for one. */
export interface PoolState {
  readonly open: number;
  readonly used: number;
  readonly waiting: number;
}

/** Watches a client's connections and reports each command. Returns a function that returns the state of the pool. */
export const watchPool = (client: MongoClient, watch: Watch): (() => PoolState) => {
  const since = new Map<string, { readonly began: number; readonly waited: number }>();
  let open = 0;
  let waiting = 0;
  const nameOf = ({ address, connectionId }: { readonly address: string; readonly connectionId: unknown }) => `${address} ${connectionId}`;
  client.on('connectionCreated', () => {
    open += 1;
  });
  client.on('connectionClosed', (event) => {
    open -= 1;
    since.delete(nameOf(event));
  });
  client.on('connectionCheckOutStarted', () => {
    waiting += 1;
  });
  client.on('connectionCheckOutFailed', ({ durationMS }) => {
    waiting -= 1;
    watch.waitedInVain(durationMS);
  });
  client.on('connectionCheckedOut', (event) => {
    waiting -= 1;
    since.set(nameOf(event), { began: performance.now(), waited: event.durationMS });
  });
  client.on('connectionCheckedIn', (event) => {
    const name = nameOf(event);
    const started = since.get(name);
    since.delete(name);
    if (started !== undefined) watch.command(performance.now() - started.began, started.waited);
  });
  return () => ({ open, used: since.size, waiting });
};
