import type { Document } from 'bson';
import { successor } from '../query/key';
import { refuse } from '../query/refusal';
import type { Catalog, SideWrites } from './catalog';
import type { Collection, Index } from './collection';
import type { Commit } from './commit';
import { duplicate, keysIn } from './documents';
import { entryKey, entryValue } from './index-entry';
import { decodeFields } from './raw-bson';
import { documentKey } from './scan';
import type { EmbeddedStore, KeyView } from './store';
import { TURN_MILLISECONDS, type Turns } from './turns';

/** How many keys are held in memory to be put in their order. */
const MOST_SORTED = 1_000_000;
/** How many of them are sorted at a time. */
const RUN = 5000;
/** After how many documents it is looked whether others should have their turn. */
const LOOK_EVERY = 16;
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

/** Reads the keys of documents until it is time to stop; answers the key of the document to go on with. */
const readSome = (view: KeyView, collection: Collection, batches: readonly Batch[], from: Buffer, until: number): Buffer | undefined => {
  const fields = new Set(batches.flatMap(({ index }) => [...index.fields]));
  let read = 0;
  for (const { key, value } of view.range(from, successor(collection.id))) {
    const isTime = read > 0 && read % LOOK_EVERY === 0 && (performance.now() > until || sizeOf(batches) >= MOST_SORTED);
    if (isTime) return key;
    read += 1;
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

/** Writes keys until it is time to stop; answers whether there are more. The first ones come behind all keys there are, and fill their pages. */
const writeSome = (current: Current, collection: Collection, { index, ids }: Batch, keys: Iterator<string>, until: number): boolean => {
  for (let written = 1; ; written++) {
    const next = keys.next();
    if (next.done) return false;
    const key = bytesOf(next.value);
    const id = ids.get(next.value);
    const there = index.unique ? current.get(key) : undefined;
    const owner = id && there ? ownerOf(current, collection, index, [there, id], key) : id;
    if (!index.unique || owner) current.put(key, entryValue(index, owner ?? key), true);
    if (written % 64 === 0 && performance.now() > until) return true;
  }
};

/** Puts there what others have written meanwhile, `most` keys of it: of a unique index as the documents say now. */
const writeSides = (
  current: Current,
  collection: Collection,
  index: Index,
  { keys }: SideWrites,
  most = Number.POSITIVE_INFINITY,
): void => {
  let written = 0;
  for (const [text, { isThere, values }] of keys) {
    if (written++ >= most) return;
    keys.delete(text);
    const key = bytesOf(text);
    if (!index.unique) {
      if (isThere) current.put(key, entryValue(index, key));
      else current.remove(key);
      continue;
    }
    const there = current.get(key);
    const owner = ownerOf(current, collection, index, [...(there ? [there] : []), ...Array.from(values, bytesOf)], key);
    if (owner) current.put(key, entryValue(index, owner));
    else if (there) current.remove(key);
  }
};

/** Fills indexes that are being made from the documents there are, which are few, at once. Throws DuplicateKey, with a part of the keys written. */
export const fillAtOnce = (current: Current, collection: Collection, indexes: readonly Index[]): void => {
  const batches = indexes.map(newBatch);
  readSome(current, collection, batches, collection.id, Number.POSITIVE_INFINITY);
  for (const batch of batches) writeSome(current, collection, batch, sorted(batch.runs), Number.POSITIVE_INFINITY);
};

/** What an index is filled with. */
export interface BuildParts {
  readonly store: EmbeddedStore;
  readonly catalog: Catalog;
  readonly commit: Commit;
  readonly turns: Turns;
}

const sidesOf = ({ catalog }: BuildParts, collection: Collection, index: Index): SideWrites => {
  const sides = catalog.sideWrites(index.id);
  if (!sides) throw refuse.indexBuildAborted(collection.namespace, index.name);
  return sides;
};

/** When others should have their turn. */
const nextTurn = (): number => performance.now() + TURN_MILLISECONDS;

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
        from = readSome(snapshot, collection, batches, from, nextTurn());
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
        return writeSome(store.current, collection, batch, keys, nextTurn());
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
  for (let at = 0; at < indexes.length; at += together) await fillTogether(parts, collection, indexes.slice(at, at + together));
};

/**
 * Puts there, in slices, what others have written while indexes were filled, until it is so little that `finishFilling` can put the rest there.
 * Rejects as `fillInSlices` does.
 */
export const catchUp = async (parts: BuildParts, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  const behind = () => indexes.find((index) => sidesOf(parts, collection, index).keys.size > FEW_SIDE_WRITES);
  for (let index = behind(); index; index = behind()) {
    const one = index;
    await parts.commit(() => writeSides(parts.store.current, collection, one, sidesOf(parts, collection, one), FEW_SIDE_WRITES));
  }
};

/** Puts the rest there, within the write that finishes an index. Throws what `fillInSlices` rejects with. */
export const finishFilling = (parts: BuildParts, collection: Collection, index: Index): void =>
  writeSides(parts.store.current, collection, index, sidesOf(parts, collection, index));
