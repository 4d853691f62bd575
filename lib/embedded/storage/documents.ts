import type { Document } from 'bson';
import { refuse } from '../../query';
import { documentKey } from '../reads/scan';
import type { Collection, Index } from './collection';
import { entryKey, entryValue } from './index-entry';
import { type IndexKeys, indexKeys } from './index-keys';
import { MAX_KEY, type WriteView } from './store';

/** The target of changes: a view, and the notification that an index of a collection met its first array. */
export interface Writer {
  readonly view: WriteView;
  grown(collection: Collection): void;
}

/** A version of a document: its BSON, and the decoded fields that the affected indexes read. */
export interface Version {
  readonly raw: Buffer;
  readonly document: Document;
}

interface IndexEntry {
  readonly index: Index;
  readonly key: Buffer;
  readonly values: readonly unknown[];
}

const NOTHING: IndexKeys = { keys: [], arrays: new Set() };

/** The keys of a document in an index, without the `_id`. */
export const keysIn = (index: Index, document: Document): IndexKeys => {
  if (index.partial && !index.partial.filter.matches(document)) return NOTHING;
  return indexKeys(index.parts, document);
};

const entriesOf = (
  collection: Collection,
  indexes: readonly Index[],
  id: Buffer,
  version: Version | undefined,
  grown: (index: Index, path: string) => void,
) => {
  const entries: IndexEntry[] = [];
  if (!version) return entries;
  for (const index of indexes) {
    if (index.primary) continue;
    const { keys, arrays } = keysIn(index, version.document);
    for (const path of arrays) if (!index.arrays.has(path)) grown(index, path);
    for (const { key, values } of keys) entries.push({ index, key: entryKey(collection, index, key, id), values });
  }
  return entries;
};

/**
 * Prepares to replace a version of a document by another; undefined means none. It locks the keys and returns the
 * function that writes. That function throws DuplicateKey before it writes anything. `indexes` are those whose keys may
 * differ.
 */
export const prepare = (
  writer: Writer,
  collection: Collection,
  id: Buffer,
  before: Version | undefined,
  after: Version | undefined,
  indexes: readonly Index[] = collection.indexes,
): (() => void) => {
  const { view } = writer;
  const key = documentKey(collection, id);
  if (key.length > MAX_KEY) throw refuse.keyTooLong(`_id of ${collection.namespace}`);
  const had = entriesOf(collection, indexes, id, before, () => {});
  const has = entriesOf(collection, indexes, id, after, (index, path) => {
    index.arrays.add(path);
    collection.isUnsaved = true;
  });
  const lost = without(had, has);
  const gained = without(has, had);
  view.claim(key);
  for (const { index, key: stored } of [...lost, ...gained]) if (index.unique) view.claim(stored);
  return () => {
    if (after && !before && view.get(key)) throw duplicate(collection, collection.indexes[0] as Index, [after.document['_id']]);
    for (const { index, key: stored, values } of gained) {
      if (index.unique && view.get(stored)) throw duplicate(collection, index, values);
    }
    for (const entry of lost) view.remove(entry.key);
    for (const entry of gained) view.put(entry.key, entryValue(entry.index, id));
    if (after) view.put(key, after.raw);
    else view.remove(key);
    if (collection.isUnsaved) writer.grown(collection);
  };
};

/** The entries with keys that the others do not have. */
const without = (entries: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] => {
  if (entries.length === 0 || others.length === 0) return entries;
  const otherKeys = new Set(others.map(({ key }) => key.toString('latin1')));
  return entries.filter(({ key }) => !otherKeys.has(key.toString('latin1')));
};

/** The refusal of a duplicate value of a unique index. */
export const duplicate = (collection: Collection, index: Index, values: readonly unknown[]) =>
  refuse.duplicateKey(
    collection.namespace,
    index.name,
    index.key,
    Object.fromEntries(Object.keys(index.key).map((path, i) => [path, values[i] === undefined ? null : values[i]])),
  );
