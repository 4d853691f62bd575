import type { Document } from 'bson';
import { successor } from '../query/key';
import { refuse } from '../query/refusal';
import type { Catalog, SideWrites } from './catalog';
import type { Collection, Index } from './collection';
import type { Commit } from './commit';
import { duplicate, keysIn } from './documents';
import { entryKey, entryValue, ofSideKey } from './index-entry';
import { decodeFields } from './raw-bson';
import { documentKey } from './scan';
import type { EmbeddedStore, KeyView } from './store';
import { beginTurn, isOver, type Turn, type Turns } from './turns';

/** How many keys are held in memory to be put in their order. */
const MOST_SORTED = 1_000_000;
/** How many of them are sorted at a time. */
const RUN = 5000;
/** Up to so many keys that others have written meanwhile are put there with the end of the work. */
const FEW_SIDE_WRITES = 500;

type Current = EmbeddedStore['current'];

/** Keys of an index as Latin-1 texts, which compare as their bytes do; those of a unique index with the `_id` that each is of. */
interface Batch {
  readonly index: Index;
  /** Each in its order. */
  readonly runs: string[][];
  readonly ids: Map<string, Buffer>;
  /** Those that were read last. */
  run: string[];
  size: number;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What an index says of a document as it is now, if that is under this key. */
const valuesUnder = (view: KeyView, collection: Collection, index: Index, id: Buffer, key: Buffer): readonly unknown[] | undefined => {
  const raw = view.get(documentKey(collection, id));
  const { keys } = raw ? keysIn(index, decodeFields(raw, index.fields)) : { keys: [] };
  return keys.find((one) => entryKey(collection, index, one.key, id).equals(key))?.values;
};

/** Which of some documents has the key of a unique index now. Throws DuplicateKey where several have. */
const ownerOf = (view: KeyView, collection: Collection, index: Index, ids: readonly Buffer[], key: Buffer): Buffer | undefined => {
  let owner: Buffer | undefined;
  for (const id of ids) {
    if (owner?.equals(id)) continue;
    const values = valuesUnder(view, collection, index, id, key);
    if (values && owner) throw duplicate(collection, index, values);
    if (values) owner = id;
  }
  return owner;
};

const newBatch = (index: Index): Batch => ({ index, runs: [], ids: new Map(), run: [], size: 0 });

const endRun = (batch: Batch): void => {
  if (batch.run.length > 0) batch.runs.push(batch.run.sort());
  batch.run = [];
};

const sizeOf = (batches: readonly Batch[]): number => batches.reduce((sum, { size }) => sum + size, 0);

/** Takes what the index of a batch says of a document. */
const take = (view: KeyView, collection: Collection, batch: Batch, id: Buffer, document: Document): void => {
  const { index, ids } = batch;
  const { keys, arrays } = keysIn(index, document);
  for (const path of arrays) index.arrays.add(path);
  for (const { key } of keys) {
    const bytes = entryKey(collection, index, key, id);
    const text = bytes.toString('latin1');
    const other = ids.get(text);
    if (index.unique) ids.set(text, (other && ownerOf(view, collection, index, [other, id], bytes)) ?? id);
    if (other) continue;
    batch.run.push(text);
    batch.size += 1;
  }
  if (batch.run.length >= RUN) endRun(batch);
};

/** Reads the keys of documents until its turn is over, or all are read; answers the key of the document to go on with. */
const readSome = (view: KeyView, collection: Collection, batches: readonly Batch[], from: Buffer, turn?: Turn): Buffer | undefined => {
  const fields = new Set(batches.flatMap(({ index }) => [...index.fields]));
  for (const { key, value } of view.range(from, successor(collection.id))) {
    if (turn && (isOver(turn) || sizeOf(batches) >= MOST_SORTED)) return key;
    const document = decodeFields(value, fields);
    for (const batch of batches) take(view, collection, batch, key.subarray(4), document);
  }
  for (const batch of batches) endRun(batch);
  return undefined;
};

function* sorted(runs: readonly (readonly string[])[]): Generator<string> {
  if (runs.length <= 1) return yield* runs[0] ?? [];
  const middle = runs.length >> 1;
  const [ones, others] = [sorted(runs.slice(0, middle)), sorted(runs.slice(middle))];
  let other = others.next();
  for (const one of ones) {
    for (; !other.done && other.value < one; other = others.next()) yield other.value;
    yield one;
  }
  for (; !other.done; other = others.next()) yield other.value;
}

/** Writes keys until its turn is over, or all are written; answers whether there are more. They come behind all keys there are, and fill their pages. */
const writeSome = (current: Current, collection: Collection, { index, ids }: Batch, keys: Iterator<string>, turn?: Turn): boolean => {
  for (;;) {
    const next = keys.next();
    if (next.done) return false;
    const key = bytesOf(next.value);
    const id = ids.get(next.value);
    const there = index.unique ? current.get(key) : undefined;
    const owner = id && there ? ownerOf(current, collection, index, [there, id], key) : id;
    if (!index.unique || owner) current.put(key, entryValue(index, owner ?? key), true);
    if (turn && isOver(turn)) return true;
  }
};

/** Puts there what others have written meanwhile, `most` keys of it. Throws DuplicateKey where two documents have the key of a unique index. */
const writeSides = (
  current: Current,
  collection: Collection,
  index: Index,
  { keys }: SideWrites,
  most = Number.POSITIVE_INFINITY,
): void => {
  let written = 0;
  for (const [text, isThere] of keys) {
    if (written++ >= most) return;
    keys.delete(text);
    const bytes = bytesOf(text);
    const { key, id } = index.unique ? ofSideKey(index, bytes) : { key: bytes, id: bytes };
    const there = index.unique ? current.get(key) : undefined;
    const isOthers = there !== undefined && !there.equals(id);
    if (!isThere) {
      if (!isOthers) current.remove(key);
    } else if (!isOthers || ownerOf(current, collection, index, [there, id], key)?.equals(id)) current.put(key, entryValue(index, id));
  }
};

/** Fills indexes that are being made from the documents there are, which are few, at once. Throws DuplicateKey, with a part of the keys written. */
export const fillAtOnce = (current: Current, collection: Collection, indexes: readonly Index[]): void => {
  const batches = indexes.map(newBatch);
  readSome(current, collection, batches, collection.id);
  for (const batch of batches) writeSome(current, collection, batch, sorted(batch.runs));
};

/** What an index is filled with. */
export interface BuildParts {
  readonly store: EmbeddedStore;
  readonly catalog: Catalog;
  readonly commit: Commit;
  readonly turns: Turns;
  /** When it is given up, in ms since 1970. */
  readonly deadline: number | undefined;
}

const sidesOf = ({ catalog, deadline }: BuildParts, collection: Collection, index: Index): SideWrites => {
  if (deadline !== undefined && Date.now() > deadline) throw refuse.maxTimeExpired();
  const sides = catalog.sideWrites(index.id);
  if (!sides) throw refuse.indexBuildAborted(collection.namespace, index.name);
  return sides;
};

/** Reads the documents once. */
const fillTogether = async (parts: BuildParts, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  const { store, commit, turns } = parts;
  const assertBuilding = () => {
    for (const index of indexes) sidesOf(parts, collection, index);
  };
  for (let from: Buffer | undefined = collection.id; from; ) {
    const batches = indexes.map(newBatch);
    do {
      assertBuilding();
      const snapshot = store.snapshot();
      try {
        from = readSome(snapshot, collection, batches, from, beginTurn());
      } finally {
        snapshot.release();
      }
      await turns.others();
    } while (from && sizeOf(batches) < MOST_SORTED);
    for (const batch of batches) {
      endRun(batch);
      const keys = sorted(batch.runs);
      const write = () => {
        assertBuilding();
        return writeSome(store.current, collection, batch, keys, beginTurn());
      };
      while (await commit(write));
    }
  }
};

/**
 * Fills indexes that are being made from the documents there are, in slices between which others read and write: as many together as have their
 * keys in memory. Rejects with DuplicateKey, and with IndexBuildAborted where one of them was dropped meanwhile.
 */
export const fillInSlices = async (parts: BuildParts, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  const snapshot = parts.store.snapshot();
  const documents = snapshot.count(collection.id, successor(collection.id));
  snapshot.release();
  const together = Math.max(1, Math.floor(MOST_SORTED / Math.max(1, documents)));
  for (let at = 0; at < indexes.length; at += together) {
    await fillTogether(parts, collection, indexes.slice(at, at + together));
    // What is laid aside of those that are filled is not to grow meanwhile.
    await catchUp(parts, collection, indexes.slice(0, at + together));
  }
};

/**
 * Puts there, in slices, what others have written while indexes were filled, but for so little that `finishFilling` can put it there at once.
 * Each slice is of twice as much as has come since the last one: it comes to an end, however much is written. Rejects as `fillInSlices` does.
 */
const catchUp = async (parts: BuildParts, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  for (const index of indexes) {
    for (let left = sidesOf(parts, collection, index).keys.size; ; ) {
      const { size } = sidesOf(parts, collection, index).keys;
      if (size <= FEW_SIDE_WRITES) break;
      const most = Math.max(FEW_SIDE_WRITES, 2 * (size - left));
      left = Math.max(0, size - most);
      await parts.commit(() => writeSides(parts.store.current, collection, index, sidesOf(parts, collection, index), most));
    }
  }
};

/** Puts the rest there, within the write that finishes an index. Throws what `fillInSlices` rejects with. */
export const finishFilling = (parts: BuildParts, collection: Collection, index: Index): void =>
  writeSides(parts.store.current, collection, index, sidesOf(parts, collection, index));
