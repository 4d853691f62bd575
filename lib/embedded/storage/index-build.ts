import type { Document } from 'bson';
import { refuse, successor } from '../../query';
import { beginTurn, isOver, type Turn, type Turns } from '../protocol/turns';
import { decodeFields } from '../reads/raw-bson';
import { documentKey } from '../reads/scan';
import type { Write } from '../writes/commit';
import type { Collection, Index } from './collection';
import { duplicate, keysIn } from './documents';
import { entryKey, entryValue } from './index-entry';
import type { EmbeddedStore, KeyView } from './store';

/** The most keys that are sorted in memory. */
const MOST_SORTED = 1_000_000;
/** The number of keys in one sorted run. */
const RUN = 5000;

/** Keys of an index as Latin-1 strings, which sort like their bytes. For a unique index, `ids` holds the `_id` of each. */
interface Batch {
  readonly index: Index;
  /** The sorted runs. */
  readonly runs: string[][];
  readonly ids: Map<string, Buffer>;
  /** The unsorted keys that were read last. */
  run: string[];
  size: number;
}

/** The parts that building indexes needs. Nobody else writes meanwhile. */
export interface BuildParts {
  readonly store: EmbeddedStore;
  readonly turns: Turns;
  readonly write: Write;
  /** The end of the time limit, in ms since 1970. */
  readonly deadline: number | undefined;
}

const newBatch = (index: Index): Batch => ({ index, runs: [], ids: new Map(), run: [], size: 0 });

const endRun = (batch: Batch): void => {
  if (batch.run.length > 0) batch.runs.push(batch.run.sort());
  batch.run = [];
};

const sizeOf = (batches: readonly Batch[]): number => batches.reduce((sum, { size }) => sum + size, 0);

/** Adds the keys of a document to a batch. Throws DuplicateKey if a unique index has two equal keys in it. */
const take = (collection: Collection, batch: Batch, id: Buffer, document: Document): void => {
  const { index, ids } = batch;
  const { keys, arrays } = keysIn(index, document);
  for (const path of arrays) index.arrays.add(path);
  for (const { key, values } of keys) {
    const text = entryKey(collection, index, key, id).toString('latin1');
    if (ids.has(text)) throw duplicate(collection, index, values);
    if (index.unique) ids.set(text, id);
    batch.run.push(text);
    batch.size += 1;
  }
  if (batch.run.length >= RUN) endRun(batch);
};

/** Reads the keys of documents until the turn is over. Returns the key of the next document, or undefined at the end. */
const readSome = (view: KeyView, collection: Collection, batches: readonly Batch[], from: Buffer, turn: Turn): Buffer | undefined => {
  const fields = new Set(batches.flatMap(({ index }) => [...index.fields]));
  for (const { key, value } of view.range(from, successor(collection.id))) {
    if (isOver(turn) || sizeOf(batches) >= MOST_SORTED) return key;
    const document = decodeFields(value, fields);
    for (const batch of batches) take(collection, batch, key.subarray(4), document);
  }
  for (const batch of batches) endRun(batch);
  return undefined;
};

/** Merges sorted runs. */
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

/** The DuplicateKey refusal for a key that an earlier batch has written. */
const duplicateAt = (view: KeyView, collection: Collection, index: Index, id: Buffer, entry: Buffer) => {
  const raw = view.get(documentKey(collection, id));
  const { keys } = keysIn(index, raw ? decodeFields(raw, index.fields) : {});
  return duplicate(collection, index, keys.find(({ key }) => entryKey(collection, index, key, id).equals(entry))?.values ?? []);
};

/** Writes keys until the turn is over, and returns true if more remain. Keys behind all others fill their pages. */
const writeSome = (
  current: EmbeddedStore['current'],
  collection: Collection,
  { index, ids }: Batch,
  keys: Iterator<string>,
  turn: Turn,
): boolean => {
  for (;;) {
    const next = keys.next();
    if (next.done) return false;
    const key = Buffer.from(next.value, 'latin1');
    const id = ids.get(next.value) ?? key;
    if (index.unique && current.get(key)) throw duplicateAt(current, collection, index, id, key);
    current.put(key, entryValue(index, id), { isBehindAll: true });
    if (isOver(turn)) return true;
  }
};

/** Fills indexes whose keys are read together. */
const fillTogether = async (parts: BuildParts, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  const { store, turns, write, deadline } = parts;
  const assertInTime = () => {
    if (deadline !== undefined && Date.now() > deadline) throw refuse.maxTimeExpired();
  };
  for (let from: Buffer | undefined = collection.id; from; ) {
    const batches = indexes.map(newBatch);
    do {
      assertInTime();
      from = readSome(store.current, collection, batches, from, beginTurn());
      await turns.others();
    } while (from && sizeOf(batches) < MOST_SORTED);
    for (const batch of batches) {
      endRun(batch);
      const keys = sorted(batch.runs);
      while (await write(() => writeSome(store.current, collection, batch, keys, beginTurn()))) assertInTime();
    }
  }
};

/**
 * Fills indexes from existing documents, with pauses for reads. As many indexes share a pass as their keys fit in
 * memory. Rejects with DuplicateKey if two documents have equal keys in a unique index.
 */
export const fillIndexes = async (parts: BuildParts, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  const documents = parts.store.current.count(collection.id, successor(collection.id));
  const together = Math.max(1, Math.floor(MOST_SORTED / Math.max(1, documents)));
  for (let at = 0; at < indexes.length; at += together) await fillTogether(parts, collection, indexes.slice(at, at + together));
};
