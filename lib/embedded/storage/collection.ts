import type { Document } from 'bson';
import { compileFilter, type Filter } from '../../query';
import { type KeyPart, type KeyPattern, keyParts } from './index-keys';

/** An ordered index of a collection. The index `_id_` holds the documents themselves. */
export interface Index {
  /** The first four bytes of its keys. */
  readonly id: Buffer;
  readonly name: string;
  readonly key: KeyPattern;
  /** The fields of `key`, prepared for computing keys. */
  readonly parts: readonly KeyPart[];
  readonly unique: boolean;
  readonly partial?: { readonly source: Document; readonly filter: Filter };
  /** True for the index `_id_`, whose values are the documents. */
  readonly primary: boolean;
  /** The top-level fields that its keys and its partial filter read. */
  readonly fields: ReadonlySet<string>;
  /** The paths at which some document had an array. Paths are only added. */
  readonly arrays: Set<string>;
}

/** The definition of an index. */
export type IndexDescription = Omit<Index, 'id' | 'parts' | 'arrays' | 'primary' | 'fields'>;

/** A collection with its indexes, the documents first. */
export interface Collection {
  readonly db: string;
  readonly name: string;
  /** The namespace `db.name`. */
  readonly namespace: string;
  /** The first four bytes of the keys of its documents. */
  readonly id: Buffer;
  readonly uuid: Buffer;
  readonly indexes: Index[];
  /** The catalogue version of the last change of indexes. A transaction that began earlier would not maintain them. */
  version: number;
  /** True if an index met an array that is not stored yet. The write that brought it may have failed. */
  isUnsaved: boolean;
}

/** The stored form of an index. */
interface StoredIndex {
  id: number;
  name: string;
  key: KeyPattern;
  unique: boolean;
  partial?: Document;
  arrays: string[];
}

/** The stored form of a collection, without indexes that are being built. */
export interface StoredCollection {
  db: string;
  name: string;
  id: number;
  indexes: StoredIndex[];
}

/** The four bytes of an ID in keys. */
export const idBytes = (id: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id);
  return bytes;
};

/** A new index. */
export const newIndex = (id: number, description: IndexDescription): Index => ({
  ...description,
  id: idBytes(id),
  parts: keyParts(description.key),
  primary: false,
  fields: new Set(
    [...Object.keys(description.key), ...(description.partial?.filter.fields ?? [])].map((path) => path.split('.')[0] ?? path),
  ),
  arrays: new Set(),
});

const toIndex = ({ id, name, key, unique, partial, arrays }: StoredIndex, { primary }: Pick<Index, 'primary'>): Index => {
  const description = { name, key, unique, ...(partial && { partial: { source: partial, filter: compileFilter(partial) } }) };
  return { ...newIndex(id, description), primary, arrays: new Set(arrays) };
};

/** Restores a collection from its stored form. */
export const toCollection = ({ db, name, id, indexes }: StoredCollection): Collection => ({
  db,
  name,
  namespace: `${db}.${name}`,
  id: idBytes(id),
  uuid: Buffer.concat([Buffer.from('00000000000040008000', 'hex'), Buffer.alloc(2), idBytes(id)]),
  indexes: indexes.map((index, i) => toIndex(index, { primary: i === 0 })),
  version: 0,
  isUnsaved: false,
});

/** The stored form of a collection. */
export const toStored = ({ db, name, id, indexes }: Collection): StoredCollection => ({
  db,
  name,
  id: id.readUInt32BE(),
  indexes: indexes.map((index) => ({
    id: index.id.readUInt32BE(),
    name: index.name,
    key: index.key,
    unique: index.unique,
    arrays: [...index.arrays],
    ...(index.partial && { partial: index.partial.source }),
  })),
});
