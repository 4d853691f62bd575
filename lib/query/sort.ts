import type { Document } from 'bson';
import { EMPTY_ARRAY, encodeValue, inverted, isDocument } from './key';
import { pathParts, someAt } from './path';
import { refuse } from './refusal';

/** A sort in the order of its fields, such as `[['start', 1], ['_id', -1]]`. */
export type Sort = readonly (readonly [path: string, direction: 1 | -1])[];

/** Parses a sort document. Throws BadValue for directions other than 1 and -1. */
export const toSort = (sort: unknown): Sort =>
  Object.entries(isDocument(sort) ? sort : {}).map(([path, direction]) => {
    if (isDocument(direction)) throw refuse.notSupported(`A sort by ${JSON.stringify(direction)}`);
    if (Number(direction) !== 1 && Number(direction) !== -1)
      throw refuse.badValue('$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return [path, Number(direction) as 1 | -1];
  });

/** The bytes that sort a document. Of an array the smallest member counts, in descending order the largest. */
export const sortKey = (document: Document, sort: Sort): Buffer =>
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
