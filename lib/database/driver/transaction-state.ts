import type { ClientSession } from 'mongodb';
import type { Change } from '../records/record';
import type { TransactionLocks } from './locks';

/** The state of one attempt of a transaction. */
interface TransactionState {
  /** The locks of the transaction; undefined for sessions that `Connection.transact` did not create. */
  readonly locks?: TransactionLocks;
  /** The changes to report after the commit, in order. */
  readonly changes: Change[];
  /** Records that were read ahead, by collection and key. */
  readonly preloaded: Map<string, ReadonlyMap<number | string, unknown>>;
  /** True while the transaction serves several requests and must not lock names. */
  isShared: boolean;
}

declare module 'mongodb' {
  interface ClientSession {
    /** The state of the running attempt of the transaction. Only `beginAttempt` and `stateOf` use it. */
    attempt?: TransactionState;
  }
}

/** Begins an attempt of a transaction with an empty state. */
export const beginAttempt = (session: ClientSession, locks?: TransactionLocks): TransactionState => {
  session.attempt = { ...(locks && { locks }), changes: [], preloaded: new Map(), isShared: false };
  return session.attempt;
};

/** The state of the transaction of a session. */
export const stateOf = (session: ClientSession): TransactionState => session.attempt ?? beginAttempt(session);
