import type { Cache } from '../cache/cache';
import { keyOf } from '../records/connection';
import type { Stored } from '../records/record';
import type { Store } from '../records/store';

type Reads<R extends Stored> = Pick<Store<R>, 'many'>;

/** Makes reads, for what is shown, of records as they were read last; how many name them, and their revision, may be older. */
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
