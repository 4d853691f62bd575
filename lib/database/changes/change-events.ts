import type { ClientSession } from 'mongodb';
import { driver } from '../driver/driver';
import { stateOf } from '../driver/transaction-state';
import type { Change } from '../records/record';

type Listener = (change: Change) => void;

/** The listeners for changes. Changes are collected in each transaction and reported after its commit. */
export interface ChangeEvents {
  /** Notes a change in the transaction of a session. */
  note(session: ClientSession, change: Change): void;
  /** True if there is a listener. */
  hasListeners(): boolean;
  /** Reports the changes of a committed transaction in their order. */
  report(session: ClientSession): void;
  /** Adds a listener for every committed change. Each listener gets its own copies. It must not throw. */
  listen(listener: Listener): void;
}

/** Creates an empty list of listeners. Without listeners nothing is collected. */
export function createChangeEvents(): ChangeEvents {
  const listeners: Listener[] = [];
  return {
    hasListeners: () => listeners.length > 0,
    note(session, change) {
      if (listeners.length > 0) stateOf(session).changes.push(change);
    },
    report(session) {
      for (const change of stateOf(session).changes.splice(0)) for (const listener of listeners) listener(asStored(change));
    },
    listen: (listener) => void listeners.push(listener),
  };
}

/** A copy of a change as the database would return it. It lacks functions and other values that BSON does not store. */
const asStored = (change: Change): Change => {
  const { BSON } = driver();
  const { plural, before, after } = BSON.deserialize(BSON.serialize(change, { ignoreUndefined: true }));
  return { plural, before, after };
};
