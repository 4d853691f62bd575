import type { Cache } from '../cache/cache';
import { keyOf } from '../records/connection';
import type { Stored } from '../records/record';
import type { Store } from '../records/store';
import type { View } from './context';
import type { PostLike } from './post-like';
import type { TermLike } from './term-like';

type Reads<R extends Stored> = Pick<Store<R>, 'many'>;

/** Makes reads of records as they were read last; how many name them, and their revision, may be older. */
export const keptReads = <R extends Stored>(cache: Cache, collection: string, records: Reads<R>): Reads<R> => ({
  async many(ids) {
    const begun = cache.begin();
    if (begun === undefined) return records.many(ids);
    const found = new Map<number, R>();
    const missing: number[] = [];
    for (const id of new Set(ids)) {
      const known = cache.find<R>(`read ${keyOf(collection, id)}`);
      if (known === undefined) missing.push(id);
      else found.set(id, known);
    }
    for (const [id, record] of await records.many(missing)) {
      const key = keyOf(collection, id);
      cache.keep(`read ${key}`, record, Buffer.byteLength(JSON.stringify(record)), begun, [key]);
      found.set(id, record);
    }
    return found;
  },
});

/** What reads records of a kind that are shown within others: as they were read last, but for a plugin's functions, which are handed them as they are. */
export const shownReads = <R extends Stored>(
  cache: Cache,
  { plural, added }: Pick<PostLike | TermLike, 'plural' | 'added'>,
  records: Reads<R>,
  { madeOf, showsKept }: Pick<View, 'madeOf' | 'showsKept'>,
): Reads<R> => {
  const isKept = (madeOf !== undefined || showsKept === true) && !added.some(({ showing }) => showing !== undefined);
  return isKept ? keptReads(cache, plural, records) : records;
};

/** Who asks for records, and whether the database alone is to tell; where that is not known it is. */
export interface AskedBy {
  readonly user: unknown;
  readonly isFresh?: boolean | undefined;
}

/** Whether who asks may be told what was read before. */
export const isToldKept = ({ user, isFresh }: AskedBy): boolean => user === undefined && isFresh === false;

/** What reads the records that filters name, of which nothing is shown. */
export const filterReads = <R extends Stored>(cache: Cache, plural: string, records: Reads<R>, asking: AskedBy): Reads<R> =>
  isToldKept(asking) ? keptReads(cache, plural, records) : records;
