import type { Document } from 'bson';
import { type Sort, sortKey } from '../../query';
import { decodeFields } from './raw-bson';

/** An item with its sort key. */
export interface SortedItem<T> {
  readonly item: T;
  readonly key: Buffer;
}

/** Computes the sort key of an item. */
export const toSortedItem = <T>(item: T, sort: Sort, toDocument: (item: T) => Document): SortedItem<T> => ({
  item,
  key: sortKey(toDocument(item), sort),
});

/** Sorts items; equal ones keep their order. */
export const inSortOrder = <T>(items: SortedItem<T>[]): SortedItem<T>[] => items.sort((a, b) => Buffer.compare(a.key, b.key));

/** The function that decodes the fields of a document which a sort needs. */
export const toSortFields = (sort: Sort): ((raw: Buffer) => Document) => {
  const fields = new Set(sort.map(([path]) => path.split('.')[0] ?? path));
  return (raw) => decodeFields(raw, fields);
};
