import type { Document } from 'bson';
import { EMPTY_ARRAY, encodeValue, inverted, isDocument } from './key';
import { pathParts, someAt } from './path';
import type { Sort } from './plan';
import { decodeFields } from './raw';
import { refuse } from './refusal';

/** Reads a sort document. Throws BadValue for directions other than 1 and -1. */
export const toSort = (sort: unknown): Sort =>
  Object.entries(isDocument(sort) ? sort : {}).map(([path, direction]) => {
    if (isDocument(direction)) throw refuse.notSupported(`A sort by ${JSON.stringify(direction)}`);
    if (Number(direction) !== 1 && Number(direction) !== -1)
      throw refuse.badValue('$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return [path, Number(direction) as 1 | -1];
  });

/** The bytes that a document is sorted by: of an array the least member counts, descending the greatest. */
const sortKey = (document: Document, sort: Sort): Buffer =>
  Buffer.concat(
    sort.map(([path, direction]) => {
      let best: Buffer | undefined;
      const consider = (key: Buffer) => {
        if (!best || Buffer.compare(key, best) * direction < 0) best = key;
      };
      someAt(document, pathParts(path), (value) => {
        if (!Array.isArray(value)) consider(encodeValue(value));
        else if (value.length === 0) consider(EMPTY_ARRAY);
        else for (const member of value) consider(encodeValue(member));
        return false;
      });
      const key = best ?? encodeValue(null);
      return direction === 1 ? key : inverted(key);
    }),
  );

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
