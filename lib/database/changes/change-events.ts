import type { ClientSession } from 'mongodb';
import { driver } from '../driver/driver';
import type { Stored } from '../records/record';

/** A change of one record. `before` is undefined for a new record, `after` for one that is deleted for good. */
export interface Change {
  /** The name of the collection, which is the plural of the content type. */
  readonly plural: string;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/** Collects the changes of each transaction, and reports them to listeners after the commit. */
export interface ChangeEvents {
  /** Drops the changes of an earlier attempt of the same transaction. */
  begin(session: ClientSession): void;
  note(session: ClientSession, change: Change): void;
  /** True if there is a listener. */
  isHeard(): boolean;
  /** Reports the changes of a committed transaction in their order. */
  commit(session: ClientSession): void;
  /** Adds a listener for every committed change. Each listener gets its own copies. It must not throw. */
  listen(listener: (change: Change) => void): void;
}

/** Creates an empty list of listeners. Without listeners nothing is collected. */
export function createChangeEvents(): ChangeEvents {
  const listeners: ((change: Change) => void)[] = [];
  const changes = new WeakMap<ClientSession, Change[]>();
  return {
    isHeard: () => listeners.length > 0,
    begin: (session) => void changes.delete(session),
    note(session, change) {
      if (listeners.length === 0) return;
      const noted = changes.get(session) ?? [];
      changes.set(session, noted);
      noted.push(change);
    },
    commit(session) {
      for (const change of changes.get(session) ?? []) for (const listener of listeners) listener(asStored(change));
      changes.delete(session);
    },
    listen: (listener) => void listeners.push(listener),
  };
}

/** A copy of a change as the database would return it, without functions and other values that BSON does not store. */
const asStored = (change: Change): Change => {
  const { BSON } = driver();
  return {
    before: undefined,
    after: undefined,
    ...BSON.deserialize(BSON.serialize(change, { ignoreUndefined: true })),
  } as unknown as Change;
};
