import { Long } from 'bson';
import { withResolvers } from '../../deadline';
import { refuse } from '../../query';
import type { WrittenChange } from '../protocol/change-streams';
import { type Collection, saveCollection, type WriteView } from '../storage/catalog';
import type { Direction, Entry, KeyView, Snapshot } from '../storage/store';
import { commit, type WriteQueue } from './commit';

/** A written key and its value; undefined means removed. */
interface OwnChange {
  readonly key: Buffer;
  readonly value: Buffer | undefined;
}

/** The keys written by a transaction, as Latin-1 strings, which sort like their bytes. Reads sort the list. */
interface OwnChanges {
  readonly byText: Map<string, OwnChange>;
  readonly texts: string[];
  isSorted: boolean;
}

const textOf = (key: Buffer): string => key.toString('latin1');

/** Counts the keys that sort before a key. */
const positionIn = (keys: readonly string[], key: string): number => {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] as string) < key) from = middle + 1;
    else to = middle;
  }
  return from;
};

// These functions are not closures: V8 would drop their compiled code with each transaction.

const inOrder = (own: OwnChanges): readonly string[] => {
  if (!own.isSorted) own.texts.sort();
  own.isSorted = true;
  return own.texts;
};

const write = (own: OwnChanges, key: Buffer, value: Buffer | undefined): void => {
  const text = textOf(key);
  if (!own.byText.has(text)) {
    own.texts.push(text);
    own.isSorted = false;
  }
  own.byText.set(text, { key, value });
};

const changesIn = (own: OwnChanges, low: Buffer, high: Buffer): OwnChange[] => {
  const texts = inOrder(own);
  return texts.slice(positionIn(texts, textOf(low)), positionIn(texts, textOf(high))).map((text) => own.byText.get(text) as OwnChange);
};

function* laidOver(changes: readonly OwnChange[], entries: Iterable<Entry>, { reverse = false }: Direction = {}): Generator<Entry> {
  const sign = reverse ? -1 : 1;
  let next = 0;
  for (const entry of entries) {
    for (let one = changes[next]; one && Buffer.compare(one.key, entry.key) * sign < 0; one = changes[++next]) {
      if (one.value) yield { key: one.key, value: one.value };
    }
    if (!changes[next]?.key.equals(entry.key)) yield entry;
  }
  for (const { key, value } of changes.slice(next)) if (value) yield { key, value };
}

const rangeIn = (own: OwnChanges, below: KeyView, low: Buffer, high: Buffer, direction?: Direction): Iterable<Entry> => {
  const changes = changesIn(own, low, high);
  const entries = below.range(low, high, direction);
  return changes.length === 0 ? entries : laidOver(direction?.reverse ? changes.reverse() : changes, entries, direction);
};

function* keysOf(entries: Iterable<Entry>): Generator<Buffer> {
  for (const { key } of entries) yield key;
}

/** Counts the keys that the transaction adds to a range; negative if it removes more. */
const gainedIn = (own: OwnChanges, below: KeyView, low: Buffer, high: Buffer): number => {
  let gained = 0;
  for (const { key, value } of changesIn(own, low, high))
    if ((value === undefined) !== (below.get(key) === undefined)) gained += value ? 1 : -1;
  return gained;
};

/** Makes a view that shows the writes of a transaction on top of its snapshot. */
const overlayOn = (below: KeyView, own: OwnChanges, others: Pick<WriteView, 'note' | 'lock' | 'grown'>): WriteView => ({
  ...others,
  get: (key) => (own.byText.get(textOf(key)) ?? { value: below.get(key) }).value,
  peek: (key) => (own.byText.get(textOf(key)) ?? { value: below.peek(key) }).value,
  range: (low, high, direction) => rangeIn(own, below, low, high, direction),
  keys: (low, high) => keysOf(rangeIn(own, below, low, high)),
  count: (low, high) => below.count(low, high) + gainedIn(own, below, low, high),
  put: (key, value) => write(own, key, value),
  remove: (key) => write(own, key, undefined),
});

/** A transaction: a snapshot with writes in memory. */
export interface Transaction {
  readonly queue: WriteQueue;
  readonly lsid: unknown;
  readonly number: bigint;
  readonly snapshot: Snapshot;
  readonly own: OwnChanges;
  readonly notes: WrittenChange[];
  readonly view: WriteView;
  readonly began: number;
  /** The locked keys with their values in the snapshot. */
  readonly locked: Map<string, { readonly key: Buffer; readonly before: Buffer | undefined }>;
  readonly used: Set<Collection>;
  /** The collections whose indexes found their first array at a path. */
  readonly grown: Set<Collection>;
  /** The promise of the end. `end` resolves it. */
  readonly ended: Promise<void>;
  readonly end: () => void;
  timer?: NodeJS.Timeout;
  state: 'active' | 'committed' | 'aborted';
  /** The promise of the commit, which repeated commits share. */
  committing?: Promise<void>;
}

const same = (one: Buffer | undefined, other: Buffer | undefined): boolean => (one && other ? one.equals(other) : one === other);

/**
 * Begins a transaction, aborted after `lifetime` ms. The first writer of a document or unique key locks it. Another transaction then gets
 * WriteConflict; a plain write waits.
 */
export const beginTransaction = (queue: WriteQueue, lsid: unknown, number: bigint, lifetime: number): Transaction => {
  const snapshot = queue.store.snapshot();
  const { promise: ended, resolve: end } = withResolvers();
  const own: OwnChanges = { byText: new Map(), texts: [], isSorted: true };
  const view = overlayOn(snapshot, own, {
    note: (change) => void transaction.notes.push(change),
    lock: (key) => lockKey(transaction, key),
    grown: (collection) => void transaction.grown.add(collection),
  });
  const transaction: Transaction = {
    queue,
    lsid,
    number,
    snapshot,
    own,
    view,
    began: queue.catalog.version,
    notes: [],
    locked: new Map(),
    used: new Set(),
    grown: new Set(),
    ended,
    end,
    state: 'active',
  };
  transaction.timer = setTimeout(() => abortTransaction(transaction), lifetime).unref();
  return transaction;
};

const lockKey = ({ queue: { store, locks }, snapshot, locked, ended }: Transaction, key: Buffer): void => {
  const text = textOf(key);
  if (locked.has(text)) return;
  if (locks.has(text)) throw refuse.writeConflict();
  const before = snapshot.get(key);
  const now = store.snapshot();
  const changed = !same(before, now.get(key));
  now.release();
  if (changed) throw refuse.writeConflict();
  locks.set(text, ended);
  locked.set(text, { key, before });
};

/** Finds a collection in a transaction's snapshot. Throws SnapshotUnavailable if its indexes have changed since. */
export const collectionIn = ({ queue: { catalog }, began, used }: Transaction, namespace: string): Collection | undefined => {
  const collection = catalog.collections.get(namespace);
  if (collection && collection.version > began) throw refuse.snapshotUnavailable(namespace);
  if (collection) used.add(collection);
  return collection;
};

const finish = (transaction: Transaction, state: 'committed' | 'aborted'): void => {
  const { timer, queue, locked, snapshot, end } = transaction;
  transaction.state = state;
  clearTimeout(timer);
  for (const text of locked.keys()) queue.locks.delete(text);
  snapshot.release();
  end();
};

export const abortTransaction = (transaction: Transaction): void => {
  if (transaction.state === 'active' && transaction.committing === undefined) finish(transaction, 'aborted');
};

/** Writes a transaction. Throws SnapshotUnavailable, or WriteConflict if a locked key has changed. */
const writeOut = ({ queue: { catalog }, own, notes, locked, used, grown, began }: Transaction, current: WriteView): void => {
  for (const collection of used) {
    if (catalog.collections.get(collection.namespace) !== collection || collection.version > began)
      throw refuse.snapshotUnavailable(collection.namespace);
  }
  for (const { key, before } of locked.values()) if (!same(before, current.get(key))) throw refuse.writeConflict();
  for (const text of inOrder(own)) {
    const { key, value } = own.byText.get(text) as OwnChange;
    if (value) current.put(key, value);
    else current.remove(key);
  }
  for (const collection of grown) saveCollection(current, collection);
  for (const change of notes) current.note(change);
};

const writeTransaction = async (transaction: Transaction): Promise<void> => {
  const { queue, own, lsid, number, timer } = transaction;
  if (own.byText.size === 0) return finish(transaction, 'committed');
  clearTimeout(timer);
  try {
    await commit(queue, (current) => writeOut(transaction, current), { transaction: { lsid, txnNumber: Long.fromBigInt(number) } });
    finish(transaction, 'committed');
  } catch (error) {
    finish(transaction, 'aborted');
    throw error;
  }
};

export const commitTransaction = (transaction: Transaction): Promise<void> => {
  transaction.committing ??= writeTransaction(transaction);
  return transaction.committing;
};
