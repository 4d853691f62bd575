import { type CountedQuery, type Posts, queryKey } from '../../../database';
import type { PostRecord, Services } from '../../types';
import type { WatchedList } from './watched-list';

/** The number of records in a list, and the number of commits that had begun when they were counted. */
interface CachedTotal {
  readonly total: number;
  readonly counted: number;
}

const BYTES = 48;

/** Makes the cache of list totals. Requests at the same time share one count; later changes of the list adjust it. */
export const createCachedTotals = <R extends PostRecord>(
  { cache, connection: { changes } }: Pick<Services, 'cache' | 'connection'>,
  { plural, posts: { count } }: { readonly plural: string; readonly posts: Pick<Posts<R>, 'count'> },
) => {
  const underWay = new Map<string, { readonly begun: number; readonly total: Promise<number> }>();

  const countOnce = async (key: string, query: CountedQuery<R>, list: WatchedList): Promise<number> => {
    const state = changes.state();
    if (state === undefined) return count(query);
    const other = underWay.get(key);
    if (other !== undefined && !list.hasMovedSince(other.begun)) return other.total;
    const mine = { begun: state, total: count(query) };
    underWay.set(key, mine);
    try {
      const total = await mine.total;
      // The count may have missed a record that came or went meanwhile.
      if (!list.hasMovedSince(state)) cache.keepMaintained(key, { total, counted: changes.commits() }, BYTES);
      return total;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };

  return {
    async read(query: CountedQuery<R>, list: WatchedList): Promise<number> {
      const key = queryKey({ total: plural, filter: query.filter });
      const state = changes.state();
      const found = cache.peek<CachedTotal>(key);
      const grown = found && list.grownSince(found.begun, found.value.counted);
      if (found === undefined || grown === undefined) return countOnce(key, query, list);
      const total = found.value.total + grown;
      if (found.begun !== state) cache.keepMaintained(key, { ...found.value, total }, BYTES);
      return total;
    },
  };
};
