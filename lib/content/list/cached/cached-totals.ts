import { type CountedQuery, type Posts, queryKey } from '../../../database';
import type { PostRecord, Services } from '../../types';
import type { WatchedList } from './watched-list';

/** How many records a list has, and how many commits had begun when all of them had been counted. */
interface KeptTotal {
  readonly total: number;
  readonly counted: number;
}

const BYTES = 48;

/** Makes the cached totals of a kind's lists: a list is counted once for all who ask at the same moment, then what comes is added and what goes taken away. */
export const createCachedTotals = <R extends PostRecord>(
  { cache, connection: { changes } }: Pick<Services, 'cache' | 'connection'>,
  { plural, posts: { count } }: { readonly plural: string; readonly posts: Pick<Posts<R>, 'count'> },
) => {
  /** What is being counted, and the last change before. */
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
      // What has come or gone meanwhile may have been counted or not.
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
      const known = cache.peek<KeptTotal>(key);
      const grown = known && list.grownSince(known.begun, known.value.counted);
      if (known === undefined || grown === undefined) return countOnce(key, query, list);
      const total = known.value.total + grown;
      if (known.begun !== state) cache.keepMaintained(key, { ...known.value, total }, BYTES);
      return total;
    },
  };
};
