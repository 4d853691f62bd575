import { successor } from '../../query';
import { decode, encode } from '../reads/raw-bson';
import {
  type Collection,
  type Index,
  type IndexDescription,
  idBytes,
  newIndex,
  type StoredCollection,
  toCollection,
  toStored,
} from './collection';
import type { KeyView, WriteView } from './store';

const PREFIX = Buffer.from([0, 0, 0, 0]);
/** The key of the IDs: first the last used ID, then the IDs whose keys must be removed. */
const IDS = Buffer.from([0, 0, 0, 0, 0]);

/** The number of keys of a dropped index that are removed at once. */
const FEW_KEYS = 1000;

const keyOf = (namespace: string): Buffer => Buffer.concat([PREFIX, Buffer.from(`\u0001${namespace}`)]);

/** The catalogue of collections and indexes, in memory and on disk. */
export interface Catalog {
  find(namespace: string): Collection | undefined;
  all(): readonly Collection[];
  /** A number that rises with every change of indexes. */
  version(): number;
  create(view: Pick<WriteView, 'get' | 'put'>, db: string, name: string): Collection;
  /** Creates indexes that do not belong to a collection yet. A restart before `addIndexes` removes their keys. */
  newIndexes(view: Pick<WriteView, 'get' | 'put'>, indexes: readonly IndexDescription[]): Index[];
  /** Adds complete indexes to a collection. From now on queries use them and writes maintain them. */
  addIndexes(view: Pick<WriteView, 'get' | 'put'>, collection: Collection, indexes: readonly Index[]): void;
  removeIndex(view: WriteView, collection: Collection, index: Index): void;
  remove(view: WriteView, collection: Collection): void;
  /** True if keys of dropped or abandoned indexes remain. */
  hasRemains(): boolean;
  /** Removes some of the remaining keys. */
  removeRemains(view: WriteView): void;
  /** Writes a collection again, for example after an index met its first array. */
  save(view: Pick<WriteView, 'put'>, collection: Collection): void;
  /** Reads the catalogue again after a failed write. */
  reload(): void;
}

/** Removes the first keys of an index. Returns true if none remains. */
const clearSome = (view: WriteView, prefix: Buffer): boolean => {
  const keys: Buffer[] = [];
  for (const key of view.keys(prefix, successor(prefix))) if (keys.push(key) > FEW_KEYS) break;
  for (const key of keys) view.remove(key);
  return keys.length <= FEW_KEYS;
};

type Writing = Pick<WriteView, 'get' | 'put'>;

/** The state of the catalogue in memory. */
interface CatalogState {
  readonly view: KeyView;
  readonly collections: Map<string, Collection>;
  /** The IDs whose keys may exist without an index, or with one that is being built. */
  remains: readonly number[];
  version: number;
}

/** Reads the catalogue of a store. */
export const openCatalog = (view: KeyView): Catalog => {
  const catalog: CatalogState = { view, collections: new Map(), remains: [], version: 1 };
  reload(catalog);
  return {
    find: (namespace) => catalog.collections.get(namespace),
    all: () => [...catalog.collections.values()],
    version: () => catalog.version,
    create: (writer, db, name) => create(catalog, writer, db, name),
    newIndexes: (writer, descriptions) => newIndexes(catalog, writer, descriptions),
    addIndexes: (writer, collection, indexes) => addIndexes(catalog, writer, collection, indexes),
    removeIndex: (writer, collection, index) => removeIndex(catalog, writer, collection, index),
    remove: (writer, collection) => remove(catalog, writer, collection),
    hasRemains: () => catalog.remains.length > 0,
    removeRemains: (writer) => removeRemains(catalog, writer),
    save,
    reload: () => reload(catalog),
  };
};

function reload(catalog: CatalogState): void {
  const { view, collections } = catalog;
  catalog.version += 1;
  collections.clear();
  catalog.remains = readIds(view).slice(1);
  for (const { key, value } of view.range(PREFIX, successor(PREFIX))) {
    if (key.equals(IDS)) continue;
    const collection = toCollection(decode(value) as StoredCollection);
    collection.version = catalog.version;
    collections.set(collection.namespace, collection);
  }
}

const readIds = (from: Pick<KeyView, 'get'>): number[] => {
  const bytes = from.get(IDS) ?? idBytes(0);
  return Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readUInt32BE(4 * i));
};

const writeIds = (catalog: CatalogState, writer: Writing, last: number, remains: readonly number[]): void => {
  catalog.remains = remains;
  writer.put(IDS, Buffer.concat([last, ...remains].map(idBytes)));
};

const setRemains = (catalog: CatalogState, writer: Writing, remains: readonly number[]): void =>
  writeIds(catalog, writer, readIds(writer)[0] ?? 0, remains);

const nextId = (catalog: CatalogState, writer: Writing): number => {
  const [last = 0] = readIds(writer);
  writeIds(catalog, writer, last + 1, catalog.remains);
  return last + 1;
};

const save: Catalog['save'] = (writer, collection) => {
  writer.put(keyOf(collection.namespace), encode(toStored(collection)));
  collection.isUnsaved = false;
};

/** Notes that the indexes of a collection have changed. */
const noteChanged = (catalog: CatalogState, collection: Collection): void => {
  catalog.version += 1;
  collection.version = catalog.version;
};

function create(catalog: CatalogState, writer: Writing, db: string, name: string): Collection {
  const id = nextId(catalog, writer);
  const primary = { id, name: '_id_', key: { _id: 1 } as const, unique: true, arrays: [] };
  const collection = toCollection({ db, name, id, indexes: [primary] });
  catalog.collections.set(collection.namespace, collection);
  save(writer, collection);
  return collection;
}

const newIndexes = (catalog: CatalogState, writer: Writing, descriptions: readonly IndexDescription[]): Index[] =>
  descriptions.map((description) => {
    const id = nextId(catalog, writer);
    writeIds(catalog, writer, id, [...catalog.remains, id]);
    return newIndex(id, description);
  });

function addIndexes(catalog: CatalogState, writer: Writing, collection: Collection, indexes: readonly Index[]): void {
  noteChanged(catalog, collection);
  const ids = indexes.map(({ id }) => id.readUInt32BE());
  setRemains(
    catalog,
    writer,
    catalog.remains.filter((id) => !ids.includes(id)),
  );
  collection.indexes.push(...indexes);
  save(writer, collection);
}

function removeIndex(catalog: CatalogState, writer: WriteView, collection: Collection, index: Index): void {
  collection.indexes.splice(collection.indexes.indexOf(index), 1);
  discard(catalog, writer, [index]);
  noteChanged(catalog, collection);
  save(writer, collection);
}

function remove(catalog: CatalogState, writer: WriteView, collection: Collection): void {
  discard(catalog, writer, collection.indexes);
  writer.remove(keyOf(collection.namespace));
  catalog.collections.delete(collection.namespace);
  catalog.version += 1;
}

/** Removes the keys of some indexes, or leaves too many of them for later. */
function discard(catalog: CatalogState, writer: WriteView, indexes: readonly Index[]): void {
  const { remains } = catalog;
  const ids = indexes.map(({ id }) => id.readUInt32BE());
  const left = ids.filter((id) => !clearSome(writer, idBytes(id)));
  const others = remains.filter((id) => !ids.includes(id));
  if (left.length > 0 || others.length < remains.length) setRemains(catalog, writer, [...others, ...left]);
}

function removeRemains(catalog: CatalogState, writer: WriteView): void {
  const [id] = catalog.remains;
  if (id === undefined || !clearSome(writer, idBytes(id))) return;
  setRemains(
    catalog,
    writer,
    catalog.remains.filter((one) => one !== id),
  );
}
