import type { Document } from 'bson';
import { compileFilter, type Filter } from '../../query';
import { type KeyPart, type KeyPattern, keyParts } from './index-keys';

/** An ordered index of a collection. The documents themselves, ordered by `_id`, are the index `_id_`. */
export interface Index {
  /** The first four bytes of its keys. */
  readonly id: Buffer;
  readonly name: string;
  readonly key: KeyPattern;
  /** The fields of `key`, as keys are made of them. */
  readonly parts: readonly KeyPart[];
  readonly unique: boolean;
  readonly partial?: { readonly source: Document; readonly filter: Filter };
  /** The documents' own order: its values are the documents. */
  readonly primary: boolean;
  /** The top-level fields that its keys are made of, and that decide whether a document has any. */
  readonly fields: ReadonlySet<string>;
  /** Paths at which some document has had an array; they only ever grow. */
  readonly arrays: Set<string>;
}

/** What an index is asked to be. */
export type IndexDescription = Omit<Index, 'id' | 'parts' | 'arrays' | 'primary' | 'fields'>;

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
  /** The catalogue's version at the last change of indexes: a transaction that began before it would not keep them. */
  version: number;
  /** Whether an index has met an array that is not written down yet: the write that brought it may have come to nothing. */
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

/** What is stored of a collection: nothing of the indexes that are being made. */
export interface StoredCollection {
  db: string;
  name: string;
  id: number;
  indexes: StoredIndex[];
}

/** The four bytes that a number of the catalogue is in keys. */
export const idBytes = (id: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id);
  return bytes;
};

/** An index that is going to be made. */
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

const toIndex = ({ id, name, key, unique, partial, arrays }: StoredIndex, primary: boolean): Index => {
  const description = { name, key, unique, ...(partial && { partial: { source: partial, filter: compileFilter(partial) } }) };
  return { ...newIndex(id, description), primary, arrays: new Set(arrays) };
};

/** The collection that is stored so. */
export const toCollection = ({ db, name, id, indexes }: StoredCollection): Collection => ({
  db,
  name,
  namespace: `${db}.${name}`,
  id: idBytes(id),
  uuid: Buffer.concat([Buffer.from('00000000000040008000', 'hex'), Buffer.alloc(2), idBytes(id)]),
  indexes: indexes.map((index, i) => toIndex(index, i === 0)),
  version: 0,
  isUnsaved: false,
});

/** What is to be stored of a collection. */
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
