import type { Document } from 'bson';
import { compileFilter, isDocument, refuse, successor } from '../../query';
import { answerList } from '../protocol/cursor';
import { beginSlice, isOver, letOthersRun } from '../protocol/tasks';
import { decode, decodeFields, wholeFields } from '../reads/raw-bson';
import { commit, commitAlone, type Write } from '../writes/commit';
import {
  addIndexes,
  type Collection,
  createCollection,
  type Index,
  type IndexDescription,
  type KeyPattern,
  newIndexes,
  removeIndex,
} from './catalog';
import { namespaceOf, type Scope } from './database';
import { documentKey, duplicate, entryKey, entryValue, keysIn } from './index-keys';
import type { EmbeddedStore, KeyView } from './store';

const INDEX_OPTIONS = new Set(['key', 'name', 'unique', 'partialFilterExpression', 'v']);
/** The JSON pattern of operators that a `partialFilterExpression` must not have. */
const NOT_IN_PARTIAL = /"\$(?!(?:eq|gte?|lte?|in|and)"|exists":true)/;

const toPattern = (sent: unknown): KeyPattern => {
  const entries = isDocument(sent) ? Object.entries(sent) : [];
  if (entries.length === 0) throw refuse.cannotCreateIndex('Index keys cannot be an empty object');
  const fields = entries.map(([path, direction]) => {
    if (!Number(direction) || path.includes('$')) throw refuse.notSupported(`An index of '${path}' as '${direction}'`);
    return [path, Number(direction) < 0 ? -1 : 1] as const;
  });
  return Object.fromEntries(fields);
};

const describeIndex = (sent: Document): IndexDescription => {
  const option = Object.keys(sent).find((name) => !INDEX_OPTIONS.has(name));
  if (option) throw refuse.notSupported(`The index option ${option}`);
  const key = toPattern(sent['key']);
  const { name, unique, partialFilterExpression: source } = sent;
  if (NOT_IN_PARTIAL.test(JSON.stringify(source))) throw refuse.notSupported(`The partialFilterExpression ${JSON.stringify(source)}`);
  return {
    key,
    name: typeof name === 'string' ? name : Object.entries(key).flat().join('_'),
    unique: Boolean(unique),
    ...(source !== undefined && { partial: { source, filter: compileFilter(source) } }),
  };
};

/** Finds the index with a definition. Throws IndexOptionsConflict or IndexKeySpecsConflict for a similar index that contradicts. */
const existing = ({ indexes }: Collection, requested: IndexDescription): Index | undefined => {
  const meaningOf = ({ key, partial }: IndexDescription) => JSON.stringify([key, partial?.source]);
  const named = indexes.find(({ name }) => name === requested.name);
  const alike = indexes.find((index) => meaningOf(index) === meaningOf(requested));
  if (alike?.primary) return alike;
  if (named && (named !== alike || named.unique !== requested.unique)) throw refuse.indexKeyConflict(requested.name);
  if (alike && !named) throw refuse.indexOptionsConflict(alike.name);
  return named;
};

/** Builds indexes. No other write may run. */
const build = async (scope: Scope, write: Write, namespace: string, requested: readonly IndexDescription[]) => {
  const { catalog, command, db } = scope;
  const begun = await write((view) => {
    const current = catalog.collections.get(namespace);
    const collection = current ?? createCollection(catalog, view, db, String(command.body['createIndexes']));
    const before = collection.indexes.length;
    const missing = requested.filter((description) => !existing(collection, description));
    const indexes = newIndexes(catalog, view, missing);
    const isEmpty = view.count(collection.id, successor(collection.id)) === 0;
    if (isEmpty) addIndexes(catalog, view, collection, indexes);
    return { collection, indexes, before, isNew: !current, isEmpty };
  });
  const { collection, indexes, isEmpty } = begun;
  if (!isEmpty && indexes.length > 0) {
    await fillIndexes(scope, write, collection, indexes);
    await write((view) => addIndexes(catalog, view, collection, indexes));
  }
  return begun;
};

/** Runs the command `createIndexes`: builds all indexes or none. Reads continue during the build; writes wait. */
export const createIndexes = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const namespace = namespaceOf(scope, body['createIndexes']);
  if (!Array.isArray(body['indexes']) || body['indexes'].length === 0) throw refuse.badValue('Must specify at least one index to create');
  const requested = [...new Map(body['indexes'].map(describeIndex).map((one) => [one.name, one])).values()];
  const current = scope.catalog.collections.get(namespace);
  if (current && requested.every((one) => existing(current, one))) {
    const { length } = current.indexes;
    return { numIndexesBefore: length, numIndexesAfter: length, note: 'all indexes already exist', ok: 1 };
  }
  const { before, indexes, isNew } = await commitAlone(scope.queue, (write) => build(scope, write, namespace, requested));
  const numIndexesAfter = before + indexes.length;
  return { numIndexesBefore: before, numIndexesAfter, createdCollectionAutomatically: isNew, ok: 1 };
};

const indexNamed = ({ indexes }: Collection, requested: unknown): Index => {
  if (typeof requested !== 'string') throw refuse.notSupported('dropIndexes by anything but a name');
  const index = indexes.find(({ name }) => name === requested);
  if (!index) throw refuse.indexNotFound(requested);
  if (index.primary) throw refuse.invalidOptions('cannot drop _id index');
  return index;
};

export const dropIndexes = (scope: Scope): Promise<Document> => {
  const { command, catalog, queue } = scope;
  const namespace = namespaceOf(scope, command.body['dropIndexes']);
  return commit(queue, (view) => {
    const collection = catalog.collections.get(namespace);
    if (!collection) throw refuse.namespaceNotFound(namespace);
    const requested: unknown = command.body['index'];
    const indexes = requested === '*' ? collection.indexes.filter(({ primary }) => !primary) : [indexNamed(collection, requested)];
    const nIndexesWas = collection.indexes.length;
    for (const index of indexes) removeIndex(catalog, view, collection, index);
    return { nIndexesWas, ok: 1 };
  });
};

export const listIndexes = (scope: Scope): Buffer => {
  const namespace = namespaceOf(scope, scope.command.body['listIndexes']);
  const collection = scope.catalog.collections.get(namespace);
  if (!collection) throw refuse.namespaceNotFound(namespace);
  const indexes = collection.indexes.map(({ key, name, unique, partial, primary }) => ({
    v: 2,
    key,
    name,
    ...(unique && !primary && { unique }),
    ...(partial && { partialFilterExpression: partial.source }),
  }));
  return answerList(namespace, indexes);
};

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
  const slice = beginSlice();
  const fields = wholeFields(batches.flatMap(({ index }) => [...index.fields]));
  for (const { key, value } of view.range(from, successor(collection.id))) {
    if (isOver(slice) || sizeOf(batches) >= MOST_SORTED) return key;
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
  const slice = beginSlice();
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
    if (isOver(slice)) return true;
  }
};

/**
 * Fills indexes from existing documents, with pauses for reads. No other write may run. Rejects with DuplicateKey for equal keys in a
 * unique index.
 */
const fillIndexes = async (scope: Scope, write: Write, collection: Collection, indexes: readonly Index[]): Promise<void> => {
  const { store, scheduler, milliseconds } = scope;
  const deadline = Date.now() + milliseconds;
  const assertInTime = () => {
    if (Date.now() > deadline) throw refuse.maxTimeExpired();
  };
  for (let from: Buffer | undefined = collection.id; from; ) {
    const batches = indexes.map((index): Batch => ({ index, runs: [], ids: new Map(), run: [], size: 0 }));
    do {
      assertInTime();
      from = readSome(store.current, collection, batches, from);
      await letOthersRun(scheduler);
    } while (from && sizeOf(batches) < MOST_SORTED);
    for (const batch of batches) {
      endRun(batch);
      const keys = sorted(batch.runs);
      while (await write(() => writeSome(store.current, collection, batch, keys))) assertInTime();
    }
  }
};
