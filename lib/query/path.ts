import type { Document } from 'bson';
import { EMPTY_ARRAY, encodeValue, inverted, isDocument } from './key';
import { refuse } from './refusal';

const POSITION = /^\d+$/;

/**
 * True if any value at a path passes the test; `undefined` means a missing field. As in MongoDB, arrays on the path are searched: each
 * embedded document, and the member at a numeric name.
 */
export const someAt = (value: unknown, parts: readonly string[], test: (value: unknown) => boolean, at = 0): boolean => {
  const part = parts[at];
  if (part === undefined) return test(value);
  if (!Array.isArray(value)) {
    if (!isDocument(value)) return test(undefined);
    return someAt(Object.hasOwn(value, part) ? value[part] : undefined, parts, test, at + 1);
  }
  if (POSITION.test(part) && Number(part) < value.length && someAt(value[Number(part)], parts, test, at + 1)) return true;
  return value.some((item) => isDocument(item) && someAt(item, parts, test, at));
};

/** A parsed sort, such as `[['start', 1], ['_id', -1]]`. */
export type Sort = readonly (readonly [path: string, direction: 1 | -1])[];

export const toSort = (sort: unknown): Sort =>
  Object.entries(isDocument(sort) ? sort : {}).map(([path, direction]) => {
    if (isDocument(direction) || path.startsWith('$')) throw refuse.notSupported(`A sort by ${path}: ${JSON.stringify(direction)}`);
    if (Number(direction) !== 1 && Number(direction) !== -1)
      throw refuse.badValue('$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return [path, Number(direction) as 1 | -1];
  });

/** Makes the bytes that sort a document. For an array, its smallest member counts, or in descending order its largest. */
export const sortKey = (document: Document, sort: Sort): Buffer =>
  Buffer.concat(
    sort.map(([path, direction]) => {
      let best: Buffer | undefined;
      const consider = (key: Buffer) => {
        if (!best || Buffer.compare(key, best) * direction < 0) best = key;
      };
      someAt(document, path.split('.'), (value) => {
        if (!Array.isArray(value)) consider(encodeValue(value));
        else if (value.length === 0) consider(EMPTY_ARRAY);
        else for (const member of value) consider(encodeValue(member));
        return false;
      });
      const key = best ?? encodeValue(null);
      return direction === 1 ? key : inverted(key);
    }),
  );
