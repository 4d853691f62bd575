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

/** Reads the catalogue of a store. */
export const openCatalog = (view: KeyView): Catalog => {
  const collections = new Map<string, Collection>();
  /** The IDs whose keys may exist without an index, or with one that is being built. */
  let remains: readonly number[] = [];
  let version = 1;

  const readIds = (from: Pick<KeyView, 'get'>): number[] => {
    const bytes = from.get(IDS) ?? idBytes(0);
    return Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readUInt32BE(4 * i));
  };
  const reload = () => {
    version += 1;
    collections.clear();
    remains = readIds(view).slice(1);
    for (const { key, value } of view.range(PREFIX, successor(PREFIX))) {
      if (key.equals(IDS)) continue;
      const collection = toCollection(decode(value) as StoredCollection);
      collection.version = version;
      collections.set(collection.namespace, collection);
    }
  };
  const writeIds = (writer: Pick<WriteView, 'put'>, last: number, others: readonly number[]) => {
    remains = others;
    writer.put(IDS, Buffer.concat([last, ...others].map(idBytes)));
  };
  const setRemains = (writer: Pick<WriteView, 'get' | 'put'>, ids: readonly number[]) => writeIds(writer, readIds(writer)[0] ?? 0, ids);
  const take = (writer: Pick<WriteView, 'get' | 'put'>): number => {
    const [last = 0] = readIds(writer);
    writeIds(writer, last + 1, remains);
    return last + 1;
  };
  const save: Catalog['save'] = (writer, collection) => {
    writer.put(keyOf(collection.namespace), encode(toStored(collection)));
    collection.isUnsaved = false;
  };
  const touch = (collection: Collection) => {
    version += 1;
    collection.version = version;
  };
  /** Removes the keys of some indexes, or leaves too many of them for later. */
  const discard = (writer: WriteView, ids: readonly Buffer[]) => {
    const numbers = ids.map((id) => id.readUInt32BE());
    const left = numbers.filter((number) => !clearSome(writer, idBytes(number)));
    const others = remains.filter((number) => !numbers.includes(number));
    if (left.length > 0 || others.length < remains.length) setRemains(writer, [...others, ...left]);
  };

  reload();
  return {
    find: (namespace) => collections.get(namespace),
    all: () => [...collections.values()],
    version: () => version,
    create: (writer, db, name) => {
      const id = take(writer);
      const primary = { id, name: '_id_', key: { _id: 1 } as const, unique: true, arrays: [] };
      const collection = toCollection({ db, name, id, indexes: [primary] });
      collections.set(collection.namespace, collection);
      save(writer, collection);
      return collection;
    },
    newIndexes: (writer, descriptions) =>
      descriptions.map((description) => {
        const id = take(writer);
        writeIds(writer, id, [...remains, id]);
        return newIndex(id, description);
      }),
    addIndexes: (writer, collection, indexes) => {
      touch(collection);
      const ids = indexes.map(({ id }) => id.readUInt32BE());
      setRemains(
        writer,
        remains.filter((id) => !ids.includes(id)),
      );
      collection.indexes.push(...indexes);
      save(writer, collection);
    },
    removeIndex: (writer, collection, index) => {
      collection.indexes.splice(collection.indexes.indexOf(index), 1);
      discard(writer, [index.id]);
      touch(collection);
      save(writer, collection);
    },
    remove: (writer, collection) => {
      discard(
        writer,
        collection.indexes.map(({ id }) => id),
      );
      writer.remove(keyOf(collection.namespace));
      collections.delete(collection.namespace);
      version += 1;
    },
    hasRemains: () => remains.length > 0,
    removeRemains: (writer) => {
      const [id] = remains;
      if (id !== undefined && clearSome(writer, idBytes(id))) {
        setRemains(
          writer,
          remains.filter((one) => one !== id),
        );
      }
    },
    save,
    reload,
  };
};
