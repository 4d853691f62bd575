import type { Filter } from 'mongodb';
import type { Cache } from '../cache/cache';
import type { Changes } from '../records/changes';
import { queryKey } from '../records/query-key';
import type { PageQuery } from '../records/store';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';

/** How many records of a list have an ID up to the last one that there was. */
interface KeptTotal {
  readonly upTo: number;
  readonly total: number;
}

const BYTES = 16;

/**
 * Makes what knows how many records there are on all pages of a kind's lists. All are counted once; while none of these changes, only those that were
 * added since are counted, by their IDs, which grow.
 */
export const createKeptTotals = <R extends PostRecord>(
  cache: Cache,
  changes: Pick<Changes, 'changedUpTo'>,
  { plural, posts }: Pick<PostLike<R>, 'plural' | 'posts'>,
) => {
  type Counted = Pick<PageQuery<R>, 'filter' | 'parts' | 'hint'>;

  const addedTo = ({ filter, parts = [filter] }: Counted, upTo: number): Promise<number> =>
    posts.count({ filter, parts: parts.map((part) => ({ $and: [{ _id: { $gt: upTo } }, part] }) as Filter<R>), hint: '_id_' });

  return {
    async read({ filter, parts, hint }: Counted, begun: number): Promise<number> {
      const counted: Counted = { filter, parts, hint };
      const key = queryKey({ total: plural, filter, parts });
      const now = cache.find<{ readonly total: number }>(`${key} now`);
      if (now !== undefined) return now.total;
      const before = cache.peek<KeptTotal>(key);
      let total: number;
      if (before !== undefined && !changes.changedUpTo(before.value.upTo, before.begun, plural))
        total = before.value.total + (await addedTo(counted, before.value.upTo));
      else {
        total = await posts.count(counted);
        // After the count: what it has counted has no larger ID, and what was added meanwhile up to there has changed since it began.
        const upTo = await posts.lastId();
        cache.keep(key, { upTo, total } satisfies KeptTotal, BYTES, begun, [NEVER]);
      }
      cache.keep(`${key} now`, { total }, BYTES, begun, [plural]);
      return total;
    },
  };
};

/** What never changes: whether the total still holds is asked otherwise. */
const NEVER = '';
