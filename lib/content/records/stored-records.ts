import { type Cache, isTracking, noteDependencies } from '../../cache';
import { countsKey, keyOf, type Store, type Stored } from '../../database';
import type { PostLike, Services, TermLike } from '../types';

/** Returns the part of an entity tag that identifies the version of a record. Each write by a client changes the version. */
export const revisionOf = (plural: string, record: Stored): string => `${plural}.${record._id}.${record.edition}`;

/** Returns the changes that every write by a client makes: a new `modified` date and edition number. */
export const editOf = (record: Stored, { clock }: Pick<Services, 'clock'>) => ({ modified: clock.now(), edition: record.edition + 1 });

/** Returns the read functions of a content type, post-like or term-like. */
export const recordsOfType = (
  { stores, postLikes }: Pick<Services, 'stores' | 'postLikes'>,
  plural: string,
): Pick<Store<Stored>, 'byId' | 'bySlug' | 'many' | 'preload'> => (postLikes.has(plural) ? stores.posts(plural) : stores.terms(plural));

/** Makes a function that caches its result in memory for each object, until the object is garbage-collected. */
export const oncePer = <K extends object, V>(work: (of: K) => V): ((of: K) => V) => {
  const cached = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const found = cached.get(of) ?? { made: work(of) };
    cached.set(of, found);
    return found.made;
  };
};

type Reads<R extends Stored> = Pick<Store<R>, 'many'>;

/** Makes read functions that use the cache while making a cacheable answer. Cached counts and revisions may be outdated. */
export const cachedReads = <R extends Stored>(cache: Cache, collection: string, records: Reads<R>): Reads<R> => ({
  async many(ids) {
    if (!isTracking()) return records.many(ids);
    const state = cache.state();
    const found = new Map<number, R>();
    const missing: number[] = [];
    for (const id of new Set(ids)) {
      const cached = cache.find<R>(`read ${keyOf(collection, id)}`);
      if (cached === undefined) missing.push(id);
      else found.set(id, cached);
    }
    for (const [id, record] of await records.many(missing)) {
      const key = keyOf(collection, id);
      cache.keep(`read ${key}`, { value: record, state, dependencies: [key] }, Buffer.byteLength(JSON.stringify(record)));
      found.set(id, record);
    }
    return found;
  },
});

/** Makes read functions for records whose counts an answer shows. The cached answer then depends on these counts. */
export const countedReads = <R extends Stored>(collection: string, records: Reads<R>): Reads<R> => ({
  many(ids) {
    const requested = [...ids];
    noteDependencies(requested.map((id) => countsKey(keyOf(collection, id))));
    return records.many(requested);
  },
});

/** Makes read functions for records that answers embed in others. If plugin functions read the records, counts are current. */
export const shownReads = <R extends Stored>(
  cache: Cache,
  { plural, pluginFields }: Pick<PostLike | TermLike, 'plural' | 'pluginFields'>,
  records: Reads<R>,
): Reads<R> =>
  pluginFields.some(({ showing }) => showing !== undefined) ? countedReads(plural, records) : cachedReads(cache, plural, records);
