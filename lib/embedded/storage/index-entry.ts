import { inverted, refuse, skipValue } from '../../query';
import type { Collection, Index } from './collection';
import { type Entry, MAX_KEY } from './store';

const NOTHING = Buffer.alloc(0);

/**
 * The key of an index entry. A unique index stores its values only; others append the `_id` unless they contain it.
 * Throws KeyTooLong.
 */
export const entryKey = (collection: Collection, index: Index, key: Buffer, id: Buffer): Buffer => {
  const isWhole = index.unique || '_id' in index.key;
  const stored = isWhole ? Buffer.concat([index.id, key]) : Buffer.concat([index.id, key, id]);
  if (stored.length > MAX_KEY) throw refuse.keyTooLong(`index ${index.name} of ${collection.namespace}`);
  return stored;
};

/** The value of an index entry: the `_id`, unless the key contains it. */
export const entryValue = ({ unique }: Index, id: Buffer): Buffer => (unique ? id : NOTHING);

/** Makes the function that reads the `_id` from an entry of an index. */
export const entryIds = ({ key: pattern, primary, unique }: Index): ((entry: Entry) => Buffer) => {
  if (primary) return ({ key }) => key.subarray(4);
  if (unique) return ({ value }) => value;
  const fields = Object.entries(pattern).map(([path, direction]) => ({ isId: path === '_id', mask: direction === 1 ? 0 : 0xff }));
  return ({ key }) => {
    let at = 4;
    for (const { isId, mask } of fields) {
      const end = skipValue(key, at, mask);
      if (isId) return mask === 0 ? key.subarray(at, end) : inverted(key.subarray(at, end));
      at = end;
    }
    return key.subarray(at);
  };
};
