import type { ClientSession } from 'mongodb';
import type { Change } from '../records/record';
import { driver } from './driver';

interface Locks {
  take(keys: readonly string[]): void;
}

/** The state of one attempt of a transaction. */
interface TransactionState {
  /** The locks of the transaction; undefined for sessions that `Connection.transact` did not create. */
  readonly locks?: Locks;
  /** The changes to report to listeners after the commit, in order. */
  readonly changes: Change[];
  /** The records that were read ahead, by collection and key. */
  readonly preloaded: Map<string, ReadonlyMap<number | string, unknown>>;
  /** True while several requests share the transaction, which must not lock names then. */
  isShared: boolean;
}

declare module 'mongodb' {
  interface ClientSession {
    /** The state of the running attempt of the transaction. Only `beginAttempt` and `stateOf` use it. */
    attempt?: TransactionState;
  }
}

/** Begins an attempt of a transaction with an empty state. */
export const beginAttempt = (session: ClientSession, locks?: Locks): TransactionState => {
  session.attempt = { ...(locks && { locks }), changes: [], preloaded: new Map(), isShared: false };
  return session.attempt;
};

/** Returns the state of the transaction attempt of a session. */
export const stateOf = (session: ClientSession): TransactionState => session.attempt ?? beginAttempt(session);

type Listener = (change: Change) => void;

/** The listeners for changes. Each transaction collects its changes and reports them after its commit. */
export type ChangeEvents = ReturnType<typeof createChangeEvents>;

/** Creates an empty list of listeners for changes. Without listeners, nothing is collected. */
export function createChangeEvents() {
  const listeners: Listener[] = [];
  return {
    hasListeners: (): boolean => listeners.length > 0,
    /** Adds a change to those of a session's transaction. */
    note(session: ClientSession, change: Change): void {
      if (listeners.length > 0) stateOf(session).changes.push(change);
    },
    /** Reports the changes of a committed transaction to the listeners, in order. */
    report(session: ClientSession): void {
      for (const change of stateOf(session).changes.splice(0)) for (const listener of listeners) listener(asStored(change));
    },
    /** Adds a listener for every committed change. It gets its own copies, and must not throw. */
    listen: (listener: Listener): void => void listeners.push(listener),
  };
}

/** Copies a change as the database would return it, without values that BSON does not store, such as functions. */
const asStored = (change: Change): Change => {
  const { BSON } = driver();
  const { plural, before, after } = BSON.deserialize(BSON.serialize(change, { ignoreUndefined: true }));
  return { plural, before, after };
};
