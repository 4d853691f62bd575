import type { MongoClient } from 'mongodb';

/** The reason for a repeated transaction. `held` means that another transaction of this process holds a lock. */
export type RetryReason = 'conflict' | 'taken' | 'held';

/** A listener for measurements of the database. Each call runs in the asynchronous context of the request. */
export interface Watch {
  /** A command took so many ms after it had waited so many ms for a connection. */
  command(milliseconds: number, waited: number): void;
  /** A command waited so many ms for a connection and got none. */
  waitedInVain(milliseconds: number): void;
  /** The change stream broke off. Called once until it works again. */
  unheard(error: unknown): void;
  /** A transaction runs again after it has waited so many ms. */
  again(reason: RetryReason, waited: number): void;
}

/** The connections of a client: open, in use, and requests that wait for one. */
export interface PoolState {
  readonly open: number;
  readonly used: number;
  readonly waiting: number;
}

/** Watches the connections of a client and reports each command. Returns a function that tells the state of the pool. */
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
