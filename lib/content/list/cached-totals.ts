import { isTracking, noteDependencies, readExactly } from '../../cache';
import { type CountedQuery, queryKey } from '../../database';
import type { PostLike, PostRecord, Services } from '../types';
import { type WatchedList, watchList } from './watched-list';

/** A cached total of a list. `counted` is the number of commits that had begun when the records were counted. */
interface CachedTotal {
  readonly total: number;
  readonly counted: number;
}

/** Estimated bytes in memory of a cached total, without its key. */
const TOTAL_BYTES = 48;

/** Makes the cache of list totals. Simultaneous requests share one count; later changes of the list adjust the cached total. */
export const createCachedTotals = <R extends PostRecord>(
  { cache, connection: { changes } }: Pick<Services, 'cache' | 'connection'>,
  { plural, posts: { count } }: { readonly plural: string; readonly posts: Pick<PostLike<R>['posts'], 'count'> },
) => {
  /** Caches a total at the current state. `read` adjusts it, so it has no dependencies. */
  const keep = (key: string, value: CachedTotal): void =>
    cache.keep(key, { value, state: cache.state(), dependencies: [] }, TOTAL_BYTES, 'maintained');

  const underWay = new Map<string, { readonly state: number; readonly total: Promise<number> }>();

  const countOnce = async (key: string, query: CountedQuery<R>, list: WatchedList): Promise<number> => {
    const state = changes.state();
    if (state === undefined) return count(query);
    const other = underWay.get(key);
    if (other !== undefined && !list.hasChangedSince(other.state)) return other.total;
    const mine = { state, total: count(query) };
    underWay.set(key, mine);
    try {
      const total = await mine.total;
      // The count may have missed a record that joined or left the list during the count.
      if (!list.hasChangedSince(state)) keep(key, { total, counted: changes.commits() });
      return total;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };

  return {
    /** Returns the total of a list: the cached total plus the net change since, or a new count. */
    async read(query: CountedQuery<R>, list: WatchedList): Promise<number> {
      const key = queryKey({ total: plural, filter: query.filter });
      const state = changes.state();
      const found = cache.peek<CachedTotal>(key);
      const grown = found && list.grownSince(found.state, found.value.counted);
      if (found === undefined || grown === undefined) return countOnce(key, query, list);
      const total = found.value.total + grown;
      if (found.state !== state) keep(key, { ...found.value, total });
      return total;
    },
  };
};

export const createTotal = <R extends PostRecord>(
  services: Pick<Services, 'cache' | 'connection'>,
  { plural, posts }: Pick<PostLike<R>, 'plural' | 'posts'>,
): PostLike<R>['total'] => {
  const totals = createCachedTotals(services, { plural, posts });
  return (query) => {
    if (!isTracking()) return posts.count(query);
    const list = watchList(services.connection, plural, query);
    noteDependencies([list]);
    return readExactly([], () => totals.read(query, list));
  };
};
