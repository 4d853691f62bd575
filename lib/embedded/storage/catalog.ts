import type { Document } from 'bson';
import { compileFilter, type Filter, successor } from '../../query';
import type { WrittenChange } from '../protocol/change-streams';
import { decode, encode } from '../reads/raw-bson';
import type { KeyView } from './store';

/** The key pattern of an index, such as `{ status: 1, start: -1 }`. */
export type KeyPattern = Readonly<Record<string, 1 | -1>>;

export interface IndexDescription {
  readonly name: string;
  readonly key: KeyPattern;
  readonly unique: boolean;
  readonly partial?: { readonly source: Document; readonly filter: Filter };
}

/** An index of a collection. The index `_id_` contains the documents themselves. */
export interface Index extends IndexDescription {
  /** The first four bytes of the keys of this index. */
  readonly id: Buffer;
  /** The fields of `key`: the names on each path, and the mask of encoded values (0xff for descending fields). */
  readonly parts: readonly { readonly names: readonly string[]; readonly mask: 0 | 0xff }[];
  /** True for the index `_id_`, whose values are the documents. */
  readonly primary: boolean;
  /** The top-level fields that the index keys and the partial filter read. */
  readonly fields: ReadonlySet<string>;
  /** The paths at which some document has or had an array. */
  readonly arrays: Set<string>;
}

/** A collection with its indexes; `_id_` is the first index. */
export interface Collection {
  readonly db: string;
  readonly name: string;
  readonly namespace: string;
  /** The first four bytes of the keys of its documents. */
  readonly id: Buffer;
  readonly indexes: Index[];
  /** The catalogue version at the last change of indexes. Older transactions cannot write the collection. */
  version: number;
  /** True if `arrays` of an index has an unsaved path, perhaps of a failed write. */
  isUnsaved: boolean;
}

export interface WriteView extends KeyView {
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
  /** Adds a change for change streams to report after the commit. */
  note(change: WrittenChange): void;
  /** Locks a key before a write. Throws WriteConflict, or `Locked` if the write can wait for the lock. */
  lock(key: Buffer): void;
  /** Marks a collection to be saved after the first array at a path. */
  grown(collection: Collection): void;
}

/** A collection as stored on disk, without indexes that are being built. */
interface StoredCollection {
  readonly db: string;
  readonly name: string;
  readonly id: number;
  readonly indexes: readonly (Pick<Index, 'name' | 'key' | 'unique'> & { id: number; partial?: Document; arrays: readonly string[] })[];
}

/** The catalogue of collections and indexes in memory. Every change is also written to disk. */
export interface Catalog {
  readonly view: KeyView;
  readonly collections: Map<string, Collection>;
  /** The highest ID of a collection or index so far. */
  lastId: number;
  /** The IDs of dropped or unfinished indexes, whose keys may still be on disk. */
  remains: readonly number[];
  /** The number of changes of indexes so far. */
  version: number;
}

const PREFIX = Buffer.from([0, 0, 0, 0]);
/** The key of the highest ID and the IDs of dropped or unfinished indexes. */
const IDS = Buffer.from([0, 0, 0, 0, 0]);

/** The maximum number of keys of a dropped index that one write removes. */
const FEW_KEYS = 1000;

const idBytes = (id: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id);
  return bytes;
};

const numberOf = ({ id }: Pick<Index, 'id'>): number => id.readUInt32BE();

const keyOf = (namespace: string): Buffer => Buffer.concat([PREFIX, Buffer.from(`\u0001${namespace}`)]);

const newIndex = (id: number, description: IndexDescription, arrays: readonly string[] = []): Index => {
  const { name, key, partial } = description;
  const parts = Object.entries(key).map(([path, direction]) => ({ names: path.split('.'), mask: direction === -1 ? 0xff : 0 }) as const);
  const paths = [...parts.map(({ names }) => names), ...(partial?.filter.paths ?? [])];
  const fields = new Set(paths.map(([field = '']) => field));
  return { ...description, id: idBytes(id), parts, primary: name === '_id_', fields, arrays: new Set(arrays) };
};

const toCollection = ({ db, name, id, indexes }: StoredCollection, version: number): Collection => ({
  db,
  name,
  namespace: `${db}.${name}`,
  id: idBytes(id),
  indexes: indexes.map(({ id, partial: source, arrays, ...description }) =>
    newIndex(id, { ...description, ...(source && { partial: { source, filter: compileFilter(source) } }) }, arrays),
  ),
  version,
  isUnsaved: false,
});

export const saveCollection = (writer: Pick<WriteView, 'put'>, collection: Collection): void => {
  const { db, name, namespace, indexes } = collection;
  const stored: StoredCollection = {
    db,
    name,
    id: numberOf(collection),
    indexes: indexes.map((index) => ({
      id: numberOf(index),
      name: index.name,
      key: index.key,
      unique: index.unique,
      arrays: [...index.arrays],
      ...(index.partial && { partial: index.partial.source }),
    })),
  };
  writer.put(keyOf(namespace), encode(stored));
  collection.isUnsaved = false;
};

export const openCatalog = (view: KeyView): Catalog => reloadCatalog({ view, collections: new Map(), lastId: 0, remains: [], version: 1 });

export const reloadCatalog = (catalog: Catalog): Catalog => {
  const { view, collections } = catalog;
  catalog.version += 1;
  collections.clear();
  const ids = view.get(IDS) ?? idBytes(0);
  catalog.lastId = ids.readUInt32BE();
  catalog.remains = Array.from({ length: (ids.length >> 2) - 1 }, (_, i) => ids.readUInt32BE(4 * (i + 1)));
  for (const { key, value } of view.range(PREFIX, successor(PREFIX))) {
    if (key.equals(IDS)) continue;
    const collection = toCollection(decode(value) as StoredCollection, catalog.version);
    collections.set(collection.namespace, collection);
  }
  return catalog;
};

const saveIds = (catalog: Catalog, writer: WriteView, { lastId, remains }: Pick<Catalog, 'lastId' | 'remains'>): void => {
  catalog.lastId = lastId;
  catalog.remains = remains;
  writer.put(IDS, Buffer.concat([lastId, ...remains].map(idBytes)));
};

const saveChanged = (catalog: Catalog, writer: WriteView, collection: Collection): void => {
  catalog.version += 1;
  collection.version = catalog.version;
  saveCollection(writer, collection);
};

export const createCollection = (catalog: Catalog, writer: WriteView, db: string, name: string): Collection => {
  const id = catalog.lastId + 1;
  saveIds(catalog, writer, { ...catalog, lastId: id });
  const collection = toCollection({ db, name, id, indexes: [{ id, name: '_id_', key: { _id: 1 }, unique: true, arrays: [] }] }, 0);
  catalog.collections.set(collection.namespace, collection);
  saveCollection(writer, collection);
  return collection;
};

/** Makes indexes without a collection. A restart before `addIndexes` removes their keys. */
export const newIndexes = (catalog: Catalog, writer: WriteView, descriptions: readonly IndexDescription[]): Index[] => {
  const { lastId, remains } = catalog;
  const indexes = descriptions.map((description, i) => newIndex(lastId + 1 + i, description));
  saveIds(catalog, writer, { lastId: lastId + indexes.length, remains: [...remains, ...indexes.map(numberOf)] });
  return indexes;
};

/** Adds complete indexes to a collection, for queries to use and writes to update. */
export const addIndexes = (catalog: Catalog, writer: WriteView, collection: Collection, indexes: readonly Index[]): void => {
  const ids = indexes.map(numberOf);
  saveIds(catalog, writer, { ...catalog, remains: catalog.remains.filter((id) => !ids.includes(id)) });
  collection.indexes.push(...indexes);
  saveChanged(catalog, writer, collection);
};

export const removeIndex = (catalog: Catalog, writer: WriteView, collection: Collection, index: Index): void => {
  collection.indexes.splice(collection.indexes.indexOf(index), 1);
  removeKeys(catalog, writer, [index]);
  saveChanged(catalog, writer, collection);
};

export const removeCollection = (catalog: Catalog, writer: WriteView, collection: Collection): void => {
  removeKeys(catalog, writer, collection.indexes);
  writer.remove(keyOf(collection.namespace));
  catalog.collections.delete(collection.namespace);
  catalog.version += 1;
  writer.note({ operation: 'drop', namespace: collection.namespace });
};

/** Removes the first keys of an index. Returns true if no key remains. */
const removeSome = (writer: WriteView, prefix: Buffer): boolean => {
  const keys: Buffer[] = [];
  for (const key of writer.keys(prefix, successor(prefix))) if (keys.push(key) > FEW_KEYS) break;
  for (const key of keys) writer.remove(key);
  return keys.length <= FEW_KEYS;
};

/** Removes keys of indexes. If there are many, `removeRemains` removes the rest later. */
const removeKeys = (catalog: Catalog, writer: WriteView, indexes: readonly Index[]): void => {
  const ids = indexes.map(numberOf);
  const left = ids.filter((id) => !removeSome(writer, idBytes(id)));
  const others = catalog.remains.filter((id) => !ids.includes(id));
  if (left.length > 0 || others.length < catalog.remains.length) saveIds(catalog, writer, { ...catalog, remains: [...others, ...left] });
};

export const removeRemains = (catalog: Catalog, writer: WriteView): void => {
  const [id, ...others] = catalog.remains;
  if (id !== undefined && removeSome(writer, idBytes(id))) saveIds(catalog, writer, { ...catalog, remains: others });
};
