import type { Filter } from 'mongodb';
import { contentKey } from '../records/change-log';
import { queryKey } from '../records/query-key';
import type { PageQuery } from '../records/store';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';
import type { Services } from './services';

/** What of a list its total depends on. */
export type CountedQuery<R> = Pick<PageQuery<R>, 'filter' | 'parts' | 'hint'>;

/** How many records of a list have an ID up to the last one that there was. */
interface KeptTotal {
  readonly upTo: number;
  readonly total: number;
}

/** How many records a list has: those with an ID up to one, of which none has changed since a change, and those that were added. */
export interface Total {
  readonly total: number;
  readonly added: number;
  /** Names what was counted once. */
  readonly base: object;
}

const BYTES = 48;
const COUNTS = /"(?:count|until|abroad|abroadUntil|counts)[".]/;

/** Whether conditions look at how often records are named. */
export const looksAtCounts = (filter: object): boolean => COUNTS.test(JSON.stringify(filter));

/** What a list of a kind is made of. */
export const listMadeOf = (plural: string, filter: object): string => (looksAtCounts(filter) ? plural : contentKey(plural));

/**
 * Makes what knows how many records there are on all pages of a kind's lists. All are counted once; while none of these changes, only those that were
 * added since are counted, by their IDs, which grow.
 */
export const createKeptTotals = <R extends PostRecord>(
  { cache, connection }: Pick<Services, 'cache' | 'connection'>,
  { plural, posts }: Pick<PostLike<R>, 'plural' | 'posts'>,
) => {
  const addedTo = ({ filter, parts = [filter] }: CountedQuery<R>, upTo: number): Promise<number> =>
    posts.count({ filter, parts: parts.map((part) => ({ $and: [{ _id: { $gt: upTo } }, part] }) as Filter<R>), hint: '_id_' });

  const countedAnew = async (counted: CountedQuery<R>, key: string, begun: number): Promise<Total> => {
    const total = await posts.count(counted);
    // After the count: what it has counted has no larger ID, and what was added meanwhile up to there has changed since it began.
    const base: KeptTotal = { upTo: await posts.lastId(), total };
    cache.keep(key, base, BYTES, begun, []);
    return { total, added: 0, base };
  };

  return {
    async read({ filter, parts, hint }: CountedQuery<R>, begun: number): Promise<Total> {
      const key = queryKey({ total: plural, filter, parts });
      const known = cache.find<Total>(`${key} now`);
      if (known !== undefined) return known;
      const before = cache.peek<KeptTotal>(key);
      const holds = before && !connection.changes.changedUpTo(before.value.upTo, before.begun, plural, looksAtCounts(filter));
      let total: Total;
      if (holds) {
        const added = await addedTo({ filter, parts }, before.value.upTo);
        total = { total: before.value.total + added, added, base: before.value };
      } else total = await countedAnew({ filter, parts, hint }, key, begun);
      cache.keep(`${key} now`, total, BYTES, begun, [listMadeOf(plural, filter)]);
      return total;
    },
  };
};
