import type { Document } from 'bson';
import { type Sort, sortKey } from '../query/sort';
import { decodeFields } from './raw-bson';

/** Sorts items by a sort document; equal ones keep their order. `limit` (0: none) cuts the result. */
export const sortBy = <T>(items: Iterable<T>, sort: Sort, toDocument: (item: T) => Document, limit = 0): T[] => {
  const keyed = Array.from(items, (item) => ({ item, key: sortKey(toDocument(item), sort) }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return (limit > 0 ? keyed.slice(0, limit) : keyed).map(({ item }) => item);
};

/** The reading of a document's bytes that sorting needs. */
export const toSortFields = (sort: Sort): ((raw: Buffer) => Document) => {
  const fields = new Set(sort.map(([path]) => path.split('.')[0] ?? path));
  return (raw) => decodeFields(raw, fields);
};
