import { Long } from 'bson';
import { refuse } from '../../query';
import type { Catalog } from '../storage/catalog';
import type { Collection } from '../storage/collection';
import type { Writer } from '../storage/documents';
import type { EmbeddedStore, Snapshot, WriteView } from '../storage/store';
import type { Commit, Locks } from './commit';
import { type Overlay, overlayOn } from './overlay';

/** An open transaction: a snapshot with its own writes on top. */
export interface Transaction {
  readonly number: bigint;
  readonly view: Overlay;
  readonly writer: Writer;
  /** A collection, if its indexes fit the snapshot of the transaction. Throws SnapshotUnavailable. */
  collection(namespace: string): Collection | undefined;
  state(): 'active' | 'committed' | 'aborted';
  /** Writes the changes to disk. Rejects with WriteConflict if a locked key was changed meanwhile. */
  commit(): Promise<void>;
  /** Aborts the transaction, unless it is being committed. */
  abort(): void;
}

/** The parts that transactions need. */
export interface TransactionParts {
  readonly store: EmbeddedStore;
  readonly catalog: Catalog;
  readonly locks: Locks;
  readonly commit: Commit;
}

/** The reads and writes of a transaction. */
interface Work {
  readonly view: Overlay;
  /** The locked keys, with the value found. */
  readonly taken: ReadonlyMap<string, { readonly key: Buffer; readonly before: Buffer | undefined }>;
  /** The collections whose indexes were used. */
  readonly used: ReadonlySet<Collection>;
  /** The collections in which an index met its first array. */
  readonly grown: ReadonlySet<Collection>;
  /** The catalogue version at the start. */
  readonly began: number;
}

const same = (one: Buffer | undefined, other: Buffer | undefined): boolean => (one && other ? one.equals(other) : one === other);

/** Writes the changes of a transaction. Throws SnapshotUnavailable, or WriteConflict if a locked key has changed. */
const writeOut = ({ view, taken, used, grown, began }: Work, catalog: Catalog, current: WriteView): void => {
  for (const collection of used) {
    if (catalog.find(collection.namespace) !== collection || collection.version > began)
      throw refuse.snapshotUnavailable(collection.namespace);
  }
  for (const { key, before } of taken.values()) if (!same(before, current.get(key))) throw refuse.writeConflict();
  for (const { key, value } of view.changes()) {
    if (value) current.put(key, value);
    else current.remove(key);
  }
  for (const collection of grown) catalog.save(current, collection);
  for (const change of view.notes) current.note(change);
};

/**
 * Begins a transaction, which is aborted after `lifetime` ms. The first writer of a document or unique key locks it.
 * Another transaction then gets WriteConflict; a plain write waits.
 */
export const beginTransaction = (
  { store, catalog, locks, commit }: TransactionParts,
  number: bigint,
  lifetime: number,
  lsid: unknown,
): Transaction => {
  const snapshot: Snapshot = store.snapshot();
  const began = catalog.version();
  const taken = new Map<string, { readonly key: Buffer; readonly before: Buffer | undefined }>();
  const used = new Set<Collection>();
  const grown = new Set<Collection>();
  let state: 'active' | 'committed' | 'aborted' = 'active';
  let end = () => {};
  const holder = {
    ended: new Promise<void>((resolve) => {
      end = resolve;
    }),
  };

  const claim = (key: Buffer) => {
    const text = key.toString('latin1');
    if (taken.has(text)) return;
    if (locks.holder(key)) throw refuse.writeConflict();
    const before = snapshot.get(key);
    const now = store.snapshot();
    const changed = !same(before, now.get(key));
    now.release();
    if (changed) throw refuse.writeConflict();
    locks.take(key, holder);
    taken.set(text, { key, before });
  };
  const view = overlayOn(snapshot, claim);
  const work: Work = { view, taken, used, grown, began };
  /** A repeated commit gets the same answer. */
  let committing: Promise<void> | undefined;
  const finish = (how: 'committed' | 'aborted') => {
    state = how;
    clearTimeout(timer);
    locks.release(holder);
    snapshot.release();
    end();
  };
  const abort = () => {
    // A running commit cannot be aborted.
    if (state === 'active' && committing === undefined) finish('aborted');
  };
  const timer = setTimeout(abort, lifetime).unref();
  const write = async (): Promise<void> => {
    if (view.isEmpty()) return finish('committed');
    clearTimeout(timer);
    try {
      await commit((current) => writeOut(work, catalog, current), undefined, { lsid, txnNumber: Long.fromBigInt(number) });
      finish('committed');
    } catch (error) {
      finish('aborted');
      throw error;
    }
  };

  return {
    number,
    view,
    writer: { view, grown: (collection) => grown.add(collection) },
    collection: (namespace) => {
      const collection = catalog.find(namespace);
      if (collection && collection.version > began) throw refuse.snapshotUnavailable(namespace);
      if (collection) used.add(collection);
      return collection;
    },
    state: () => state,
    commit: () => {
      committing ??= write();
      return committing;
    },
    abort,
  };
};
