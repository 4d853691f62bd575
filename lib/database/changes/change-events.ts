import type { ClientSession } from 'mongodb';
import { driver } from '../driver/driver';
import { stateOf } from '../driver/transaction-state';
import type { Change } from '../records/record';

type Listener = (change: Change) => void;

/** The listeners for changes. Changes are collected in each transaction and reported after its commit. */
export type ChangeEvents = ReturnType<typeof createChangeEvents>;

/** Creates an empty list of listeners. Without listeners nothing is collected. */
export function createChangeEvents() {
  const listeners: Listener[] = [];
  return {
    hasListeners: (): boolean => listeners.length > 0,
    /** Notes a change in the transaction of a session. */
    note(session: ClientSession, change: Change): void {
      if (listeners.length > 0) stateOf(session).changes.push(change);
    },
    /** Reports the changes of a committed transaction in their order. */
    report(session: ClientSession): void {
      for (const change of stateOf(session).changes.splice(0)) for (const listener of listeners) listener(asStored(change));
    },
    /** Adds a listener for every committed change. Each listener gets its own copies. It must not throw. */
    listen: (listener: Listener): void => void listeners.push(listener),
  };
}

/** A copy of a change as the database would return it. It lacks functions and other values that BSON does not store. */
const asStored = (change: Change): Change => {
  const { BSON } = driver();
  const { plural, before, after } = BSON.deserialize(BSON.serialize(change, { ignoreUndefined: true }));
  return { plural, before, after };
};
