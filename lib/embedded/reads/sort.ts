import type { Document } from 'bson';
import { type Sort, sortKey } from '../../query';
import { decodeFields } from './raw-bson';

/** An item with the bytes that it is sorted by. */
export interface SortedItem<T> {
  readonly item: T;
  readonly key: Buffer;
}

/** Makes the bytes that an item is sorted by. */
export const toSortedItem = <T>(item: T, sort: Sort, toDocument: (item: T) => Document): SortedItem<T> => ({
  item,
  key: sortKey(toDocument(item), sort),
});

/** Puts items in their order; equal ones keep theirs. */
export const inSortOrder = <T>(items: SortedItem<T>[]): SortedItem<T>[] => items.sort((a, b) => Buffer.compare(a.key, b.key));

/** The reading of a document's bytes that sorting needs. */
export const toSortFields = (sort: Sort): ((raw: Buffer) => Document) => {
  const fields = new Set(sort.map(([path]) => path.split('.')[0] ?? path));
  return (raw) => decodeFields(raw, fields);
};
