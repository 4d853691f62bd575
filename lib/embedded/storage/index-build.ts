import type { Document } from 'bson';
import { refuse, successor } from '../../query';
import { beginTurn, isOver, letOthersRun } from '../protocol/turns';
import { decode, decodeFields } from '../reads/raw-bson';
import type { Write } from '../writes/commit';
import type { Collection, Index } from './catalog';
import type { Scope } from './database';
import { documentKey, duplicate, entryKey, entryValue, keysIn } from './index-keys';
import type { EmbeddedStore, KeyView } from './store';

const MOST_SORTED = 1_000_000;
const RUN = 5000;

/** The keys of a new index as Latin-1, which sorts like bytes. For a unique index, `ids` maps each key to its `_id`. */
interface Batch {
  readonly index: Index;
  readonly runs: string[][];
  readonly ids: Map<string, Buffer>;
  /** The keys that were read last and are not sorted yet. */
  run: string[];
  size: number;
}

const endRun = (batch: Batch): void => {
  if (batch.run.length > 0) batch.runs.push(batch.run.sort());
  batch.run = [];
};

const sizeOf = (batches: readonly Batch[]): number => batches.reduce((sum, { size }) => sum + size, 0);

/** Adds the index keys of a document to a batch. Throws DuplicateKey if two documents share a key of a unique index. */
const take = (collection: Collection, batch: Batch, id: Buffer, document: Document): void => {
  const { index, ids } = batch;
  const { keys, arrays } = keysIn(index, document);
  for (const path of arrays) index.arrays.add(path);
  for (const key of keys.values()) {
    const text = entryKey(collection, index, key, id).toString('latin1');
    if (ids.has(text)) throw duplicate(collection, index, document);
    if (index.unique) ids.set(text, id);
    batch.run.push(text);
    batch.size += 1;
  }
  if (batch.run.length >= RUN) endRun(batch);
};

/** Reads index keys from documents until the time slice is over. Returns the key of the next document; undefined at the end. */
const readSome = (view: KeyView, collection: Collection, batches: readonly Batch[], from: Buffer): Buffer | undefined => {
  const turn = beginTurn();
  const fields = new Set(batches.flatMap(({ index }) => [...index.fields]));
  for (const { key, value } of view.range(from, successor(collection.id))) {
    if (isOver(turn) || sizeOf(batches) >= MOST_SORTED) return key;
    const document = decodeFields(value, fields);
    for (const batch of batches) take(collection, batch, key.subarray(4), document);
  }
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

/** Writes index keys until the time slice is over. Returns true if more remain. Keys after all others fill their pages. */
const writeSome = (current: EmbeddedStore['current'], collection: Collection, { index, ids }: Batch, keys: Iterator<string>): boolean => {
  const turn = beginTurn();
  for (;;) {
    const next = keys.next();
    if (next.done) return false;
    const key = Buffer.from(next.value, 'latin1');
    const id = ids.get(next.value) ?? key;
    if (index.unique && current.get(key)) {
      const raw = current.get(documentKey(collection, id));
      throw duplicate(collection, index, raw ? decode(raw) : {});
    }
    current.append(key, entryValue(index, id));
    if (isOver(turn)) return true;
  }
};

type BuildScope = Pick<Scope, 'store' | 'turns' | 'milliseconds'>;

/**
 * Fills indexes from existing documents, with pauses for reads. No other write may run. Rejects with DuplicateKey for equal keys in a
 * unique index.
 */
export const fillIndexes = async (scope: BuildScope, write: Write, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  const { store, turns, milliseconds } = scope;
  const deadline = Date.now() + milliseconds;
  const assertInTime = () => {
    if (Date.now() > deadline) throw refuse.maxTimeExpired();
  };
  for (let from: Buffer | undefined = collection.id; from; ) {
    const batches = indexes.map((index): Batch => ({ index, runs: [], ids: new Map(), run: [], size: 0 }));
    do {
      assertInTime();
      from = readSome(store.current, collection, batches, from);
      await letOthersRun(turns);
    } while (from && sizeOf(batches) < MOST_SORTED);
    for (const batch of batches) {
      endRun(batch);
      const keys = sorted(batch.runs);
      while (await write(() => writeSome(store.current, collection, batch, keys))) assertInTime();
    }
  }
};
