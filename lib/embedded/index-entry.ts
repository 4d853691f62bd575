import { inverted, skipValue } from '../query/key';
import { refuse } from '../query/refusal';
import type { Collection, Index } from './collection';
import { type Entry, MAX_KEY } from './store';

const NOTHING = Buffer.alloc(0);

/**
 * The key of an entry: of a unique index what it indexes alone, of another one with the `_id` behind it, unless that is part of what it indexes
 * and the index says it once. Throws KeyTooLong.
 */
export const entryKey = (collection: Collection, index: Index, key: Buffer, id: Buffer): Buffer => {
  const isWhole = index.unique || (index.saysIdOnce && '_id' in index.key);
  const stored = isWhole ? Buffer.concat([index.id, key]) : Buffer.concat([index.id, key, id]);
  if (stored.length > MAX_KEY) throw refuse.keyTooLong(`index ${index.name} of ${collection.namespace}`);
  return stored;
};

/**
 * The key under which writes to an index that is being made are laid aside: of a unique one with the `_id` behind it, since several documents may
 * have the same values until it is finished. Throws KeyTooLong.
 */
export const sideKey = (collection: Collection, index: Index, key: Buffer, id: Buffer): Buffer => {
  const stored = entryKey(collection, index, key, id);
  return index.unique ? Buffer.concat([stored, id]) : stored;
};

/** The key of the entry of a unique index, and the `_id`, that a key of what was laid aside is of. */
export const ofSideKey = (index: Index, key: Buffer): { readonly key: Buffer; readonly id: Buffer } => {
  let at = 4;
  for (const direction of Object.values(index.key)) at = skipValue(key, at, direction === 1 ? 0 : 0xff);
  return { key: key.subarray(0, at), id: key.subarray(at) };
};

/** The value of an entry: the `_id`, unless the key says it. */
export const entryValue = ({ unique, saysIdOnce }: Index, id: Buffer): Buffer => (saysIdOnce && !unique ? NOTHING : id);

/** Makes what tells the `_id` that an entry of an index is of. */
export const entryIds = ({ key: pattern, primary, unique, saysIdOnce }: Index): ((entry: Entry) => Buffer) => {
  if (primary) return ({ key }) => key.subarray(4);
  if (unique || !saysIdOnce) return ({ value }) => value;
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
