import { queryKey } from '../../records/query-key';
import type { CountedQuery } from '../../records/store';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import type { Services } from '../services';
import type { WatchedList } from './watched-list';

/** How many records a list has, and how many commits had begun when all of them had been counted. */
interface KeptTotal {
  readonly total: number;
  readonly counted: number;
}

/** Counts the records of a list; where a plugin's function says which they are (`isForeign`), the database alone does. */
export type CountRecords<R> = (query: CountedQuery<R>, isForeign: boolean) => Promise<number>;

const BYTES = 48;

/** Makes what knows how many records there are on all pages of a kind's lists: all are counted once, by one of those who ask at the same moment, and then those that come and go. */
export const createKeptTotals = <R extends PostRecord>(
  { cache, connection: { changes } }: Pick<Services, 'cache' | 'connection'>,
  { plural }: Pick<PostLike<R>, 'plural'>,
  count: CountRecords<R>,
) => {
  /** What is being counted, and the last change before. */
  const underWay = new Map<string, { readonly begun: number; readonly total: Promise<number> }>();

  const countOnce = async (key: string, query: CountedQuery<R>, list: WatchedList, isForeign: boolean): Promise<number> => {
    const state = changes.state();
    if (state === undefined) return count(query, isForeign);
    const other = underWay.get(key);
    if (other !== undefined && !list.hasMovedSince(other.begun)) return other.total;
    const mine = { begun: state, total: count(query, isForeign) };
    underWay.set(key, mine);
    try {
      const total = await mine.total;
      // What has come or gone meanwhile may have been counted or not.
      if (!list.hasMovedSince(state)) cache.hold(key, { total, counted: changes.commits() }, BYTES);
      return total;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };

  return {
    async read(query: CountedQuery<R>, list: WatchedList, isForeign: boolean): Promise<number> {
      const key = queryKey({ total: plural, filter: query.filter });
      const state = changes.state();
      const known = cache.peek<KeptTotal>(key);
      const grown = known && list.grownSince(known.begun, known.value.counted);
      if (known === undefined || grown === undefined) return countOnce(key, query, list, isForeign);
      const total = known.value.total + grown;
      if (known.begun !== state) cache.hold(key, { ...known.value, total }, BYTES);
      return total;
    },
  };
};
