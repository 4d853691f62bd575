import type { ClientSession } from 'mongodb';
import type { Change } from '../records/record';
import type { LockHolder } from './locks';

/** The state of one attempt of a transaction, which the driver's session has no place for. */
export interface TransactionState {
  /** The locks of the transaction; undefined for sessions that `Connection.transact` did not create. */
  readonly locks: LockHolder | undefined;
  /** The changes to report after the commit, in order. */
  readonly changes: Change[];
  /** Records that were read ahead, by collection and key. */
  readonly preloaded: Map<string, ReadonlyMap<number | string, unknown>>;
  /** True while the transaction serves several requests and must not make claims. */
  isShared: boolean;
}

const states = new WeakMap<ClientSession, TransactionState>();

/** Begins an attempt of a transaction with an empty state. */
export const beginAttempt = (session: ClientSession, locks?: LockHolder): TransactionState => {
  const state: TransactionState = { locks, changes: [], preloaded: new Map(), isShared: false };
  states.set(session, state);
  return state;
};

/** The state of the transaction of a session. */
export const stateOf = (session: ClientSession): TransactionState => states.get(session) ?? beginAttempt(session);
