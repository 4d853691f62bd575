import { successor } from '../query/key';
import type { Collection, Index } from './catalog';
import { duplicate, keysIn, type Writer } from './documents';
import { entryKey, entryValue } from './index-entry';
import { decode } from './raw-bson';

/** How many entries are held in memory to be put in their order. */
const MOST_SORTED = 1_000_000;

interface NewEntry {
  readonly key: Buffer;
  readonly id: Buffer;
  /** What is indexed, where it may be there already. */
  readonly values: readonly unknown[] | undefined;
}

/** Fills a new index, the last of the catalogue, from the documents there are. Throws DuplicateKey, with a part of the entries written. */
export const buildIndex = ({ view }: Pick<Writer, 'view'>, collection: Collection, index: Index): void => {
  let entries: NewEntry[] = [];
  // The keys of the last index come behind all others, and in their order fill its pages; what is too much for one time is laid between them.
  let isBehindAll = true;
  const write = () => {
    entries.sort((one, other) => Buffer.compare(one.key, other.key));
    for (const { key, id, values } of entries) {
      if (values && view.get(key)) throw duplicate(collection, index, values);
      view.put(key, entryValue(index, id), isBehindAll);
    }
    entries = [];
    isBehindAll = false;
  };
  for (const { key: documentKey, value } of view.range(collection.id, successor(collection.id))) {
    const id = documentKey.subarray(4);
    const { keys, arrays } = keysIn(index, decode(value));
    for (const path of arrays) index.arrays.add(path);
    for (const { key, values } of keys) {
      entries.push({ key: entryKey(collection, index, key, id), id, values: index.unique ? values : undefined });
    }
    if (entries.length >= MOST_SORTED) write();
  }
  write();
};
