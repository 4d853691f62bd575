import type { Document } from 'bson';
import { compileFilter, type Filter } from '../query/filter';
import { successor } from '../query/key';
import { type KeyPart, type KeyPattern, keyParts } from './index-keys';
import { decode, encode } from './raw-bson';
import type { KeyView, WriteView } from './store';

/** An ordered index of a collection. The documents themselves, ordered by `_id`, are the index `_id_`. */
export interface Index {
  /** The first four bytes of its keys. */
  readonly id: Buffer;
  readonly name: string;
  readonly key: KeyPattern;
  /** The fields of `key`, as keys are made of them. */
  readonly parts: readonly KeyPart[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial?: { readonly source: Document; readonly filter: Filter };
  /** Whether its entries say their `_id` once; those of indexes that earlier versions have made say it again. */
  readonly saysIdOnce: boolean;
  /** The documents' own order: its values are the documents. */
  readonly primary: boolean;
  /** The top-level fields that its keys are made of, and that decide whether a document has any. */
  readonly fields: ReadonlySet<string>;
  /** Paths at which some document has had an array; they only ever grow. */
  readonly arrays: Set<string>;
  /** The catalogue's version with which it came: at an older one its entries are not on disk. */
  readonly since: number;
}

/** What an index is asked to be. */
export type IndexDescription = Omit<Index, 'id' | 'parts' | 'arrays' | 'primary' | 'fields' | 'saysIdOnce' | 'since'>;

/** A collection and its indexes, the documents themselves first. */
export interface Collection {
  readonly db: string;
  readonly name: string;
  /** `db.name` */
  readonly namespace: string;
  /** The first four bytes of its documents' keys. */
  readonly id: Buffer;
  readonly uuid: Buffer;
  readonly indexes: Index[];
  /** The catalogue's version at the last change of indexes: an older snapshot cannot be read by them. */
  version: number;
  /** Whether an index has met an array that is not written down yet: the write that brought it may have come to nothing. */
  isUnsaved: boolean;
}

/** What is stored of an index: its pattern as `once` where its entries say their `_id` once, so that no version opens it that would not know. */
interface StoredIndex {
  id: number;
  name: string;
  key?: KeyPattern;
  once?: KeyPattern;
  unique: boolean;
  sparse: boolean;
  partial?: Document;
  arrays: string[];
}

/** What is stored of a collection. */
interface Stored {
  db: string;
  name: string;
  id: number;
  indexes: StoredIndex[];
}

const PREFIX = Buffer.from([0, 0, 0, 0]);
const NEXT = Buffer.from([0, 0, 0, 0, 0]);

/** The four bytes that a number of the catalogue is in keys. */
const idBytes = (id: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id);
  return bytes;
};

const keyOf = (namespace: string): Buffer => Buffer.concat([PREFIX, Buffer.from(`\u0001${namespace}`)]);

const fieldsOf = (key: KeyPattern, partial: Filter | undefined): ReadonlySet<string> =>
  new Set([...Object.keys(key), ...(partial?.fields ?? [])].map((path) => path.split('.')[0] ?? path));

const toIndex = ({ id, name, once, key = once, unique, sparse, partial, arrays }: StoredIndex, primary: boolean): Index => {
  if (key === undefined) throw new Error(`a later version of the service has made its index ${name}: start that one`);
  const filter = partial && compileFilter(partial);
  return {
    id: idBytes(id),
    name,
    key,
    parts: keyParts(key),
    unique,
    sparse,
    primary,
    saysIdOnce: once !== undefined,
    fields: fieldsOf(key, filter),
    arrays: new Set(arrays),
    since: 0,
    ...(partial && filter && { partial: { source: partial, filter } }),
  };
};

const toCollection = ({ db, name, id, indexes }: Stored): Collection => ({
  db,
  name,
  namespace: `${db}.${name}`,
  id: idBytes(id),
  uuid: Buffer.concat([Buffer.from('00000000000040008000', 'hex'), Buffer.alloc(2), idBytes(id)]),
  indexes: indexes.map((index, i) => toIndex(index, i === 0)),
  version: 0,
  isUnsaved: false,
});

const toStored = ({ db, name, id, indexes }: Collection): Stored => ({
  db,
  name,
  id: id.readUInt32BE(),
  indexes: indexes.map((index) => ({
    id: index.id.readUInt32BE(),
    name: index.name,
    [index.saysIdOnce ? 'once' : 'key']: index.key,
    unique: index.unique,
    sparse: index.sparse,
    arrays: [...index.arrays],
    ...(index.partial && { partial: index.partial.source }),
  })),
});

/** The collections and their indexes, in memory as they are on disk. */
export interface Catalog {
  find(namespace: string): Collection | undefined;
  /** The same for who reads what is on disk: without the indexes that are not there yet. */
  findStored(namespace: string): Collection | undefined;
  all(): readonly Collection[];
  /** Rises with every change of indexes that is on disk. */
  version(): number;
  /** Says that all changes so far are on disk. */
  settle(): void;
  create(view: Pick<WriteView, 'get' | 'put'>, db: string, name: string): Collection;
  addIndex(view: WriteView, collection: Collection, index: IndexDescription): Index;
  removeIndex(view: WriteView, collection: Collection, index: Index): void;
  remove(view: WriteView, collection: Collection): void;
  /** Writes a collection down again, e.g. because a document brought the first array. */
  save(view: Pick<WriteView, 'put'>, collection: Collection): void;
  /** Forgets what did not reach the disk. */
  reload(): void;
}

const clear = (view: WriteView, prefix: Buffer): void => {
  for (const key of [...view.keys(prefix, successor(prefix))]) view.remove(key);
};

/** Reads the catalogue of a store. */
export const openCatalog = (view: KeyView): Catalog => {
  const collections = new Map<string, Collection>();
  let version = 1;
  /** The version once all changes so far are on disk. */
  let next = 1;

  const reload = () => {
    next += 1;
    version = next;
    collections.clear();
    for (const { key, value } of view.range(PREFIX, successor(PREFIX))) {
      if (key.equals(NEXT)) continue;
      const collection = toCollection(decode(value) as Stored);
      collection.version = version;
      collections.set(collection.namespace, collection);
    }
  };
  const take = (writer: Pick<WriteView, 'get' | 'put'>): number => {
    const id = (writer.get(NEXT)?.readUInt32BE() ?? 0) + 1;
    writer.put(NEXT, idBytes(id));
    return id;
  };
  const save: Catalog['save'] = (writer, collection) => {
    writer.put(keyOf(collection.namespace), encode(toStored(collection)));
    collection.isUnsaved = false;
  };
  const touch = (collection: Collection) => {
    next += 1;
    collection.version = next;
  };

  reload();
  return {
    find: (namespace) => collections.get(namespace),
    findStored: (namespace) => {
      const collection = collections.get(namespace);
      if (collection === undefined || collection.version <= version) return collection;
      return { ...collection, indexes: collection.indexes.filter(({ since }) => since <= version) };
    },
    all: () => [...collections.values()],
    version: () => version,
    settle: () => {
      version = next;
    },
    create: (writer, db, name) => {
      const id = take(writer);
      const primary = { id, name: '_id_', key: { _id: 1 } as const, unique: true, sparse: false, arrays: [] };
      const collection = toCollection({ db, name, id, indexes: [primary] });
      collections.set(collection.namespace, collection);
      save(writer, collection);
      return collection;
    },
    addIndex: (writer, collection, description) => {
      const fields = fieldsOf(description.key, description.partial?.filter);
      const index = {
        ...description,
        id: idBytes(take(writer)),
        parts: keyParts(description.key),
        fields,
        arrays: new Set<string>(),
        primary: false,
        saysIdOnce: true,
        since: next + 1,
      };
      collection.indexes.push(index);
      touch(collection);
      save(writer, collection);
      return index;
    },
    removeIndex: (writer, collection, index) => {
      collection.indexes.splice(collection.indexes.indexOf(index), 1);
      clear(writer, index.id);
      touch(collection);
      save(writer, collection);
    },
    remove: (writer, collection) => {
      for (const index of collection.indexes) clear(writer, index.id);
      writer.remove(keyOf(collection.namespace));
      collections.delete(collection.namespace);
      next += 1;
    },
    save,
    reload,
  };
};
