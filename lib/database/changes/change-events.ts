import type { ClientSession } from 'mongodb';
import { driver } from '../driver/driver';
import type { Stored } from '../records/record';

/** A change of one record: `before` is absent for a new one, `after` for one that is removed for good. */
export interface Change {
  /** The collection, the kind's plural. */
  readonly plural: string;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/** Collects the changes of each transaction, and tells them once it is committed. */
export interface ChangeEvents {
  /** Forgets what an earlier attempt of the same transaction changed. */
  begin(session: ClientSession): void;
  note(session: ClientSession, change: Change): void;
  /** Whether anybody hears of changes. */
  isHeard(): boolean;
  /** Tells what the transaction changed, in the order of the changes. */
  commit(session: ClientSession): void;
  /** Hears of every committed change from now on; each listener gets copies of its own. Must not throw. */
  listen(listener: (change: Change) => void): void;
}

/** Makes an empty list of listeners; without any, nothing is collected. */
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

/** A copy as the database would answer it: what it does not store, e.g. a function, is not told either. */
const asStored = (change: Change): Change => {
  const { BSON } = driver();
  return {
    before: undefined,
    after: undefined,
    ...BSON.deserialize(BSON.serialize(change, { ignoreUndefined: true })),
  } as unknown as Change;
};
