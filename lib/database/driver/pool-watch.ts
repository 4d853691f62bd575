import type { MongoClient } from 'mongodb';

/** Why a transaction is run again: the database says so, a name was taken meanwhile, or another of this process holds what it changes. */
export type RetryReason = 'conflict' | 'taken' | 'held';

/** Who hears of what the database takes, in the asynchronous context of whoever asked for it. */
export interface Watch {
  /** A command was done after so many ms, having waited so many for a connection. */
  command(milliseconds: number, waited: number): void;
  /** A command has waited so many ms for a connection in vain. */
  waitedInVain(milliseconds: number): void;
  /** What others change cannot be heard any more; once until it can. */
  unheard(error: unknown): void;
  /** A transaction is run again, having waited so many ms for it. */
  again(reason: RetryReason, waited: number): void;
}

/** The connections of a client: how many there are, how many are in use, and how many wait for one. */
export interface PoolState {
  readonly open: number;
  readonly used: number;
  readonly waiting: number;
}

/** Watches the connections of a client: a command is what happens between taking one and giving it back. Answers how it stands. */
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
    const taken = since.get(name);
    since.delete(name);
    if (taken !== undefined) watch.command(performance.now() - taken.began, taken.waited);
  });
  return () => ({ open, used: since.size, waiting });
};
