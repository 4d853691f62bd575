import { queryKey } from '../records/query-key';
import type { PageQuery } from '../records/store';
import type { Lasting } from '../registry/lasting';
import { writtenJson } from '../registry/written-json';
import type { Sent, View } from './context';
import type { KeptRecords } from './kept-records';
import { createKeptTotals, listMadeOf, type Total } from './kept-totals';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';
import type { Services, User } from './services';

/** Whether what is answered of a kind depends on nothing but the request, the records and the clock: whatever everybody sees without a password. */
export const isLasting = ({ lasts }: Pick<PostLike, 'lasts'>, user: User | undefined, password: unknown): boolean =>
  lasts && user === undefined && password === undefined;

/** How long a list stays the same while no record changes: as long as each of its filters does. */
export const lastingOfList = ({ filters }: Pick<PostLike, 'filters'>, sent: Sent): Lasting => {
  const all = filters.map((filter) => filter.lasts?.(sent) ?? 'always');
  return (['second', 'day'] as const).find((one) => all.includes(one)) ?? 'always';
};

/** A page of a list: how many records there are, and those of the page as they are shown. */
interface Page {
  readonly total: number;
  records(): Promise<unknown>;
}

/** The IDs of a page, and the total by which they were read. */
interface KeptIds {
  readonly ids: readonly number[];
  readonly total: Total;
}

const ID_BYTES = 8;

/** Makes what reads and shows pages of a kind's list; those that last are put together from what is kept of them. */
export const createPages = <R extends PostRecord>(
  services: Pick<Services, 'cache' | 'connection'>,
  kind: PostLike<R>,
  keptRecords: KeptRecords<R>,
) => {
  const { cache } = services;
  const { plural, posts, present } = kind;
  const keptTotals = createKeptTotals(services, kind);

  const anew = async (query: PageQuery<R>, view: View): Promise<Page> => {
    const { records, total } = await posts.page(query);
    return { total, records: () => present(records, view) };
  };

  const idsOf = async (query: PageQuery<R>, begun: number): Promise<KeptIds> => {
    const key = queryKey({ ids: plural, ...query });
    const known = cache.find<KeptIds>(key);
    if (known !== undefined) return known;
    const counting = keptTotals.read(query, begun);
    const before = cache.peek<KeptIds>(key)?.value;
    if (before !== undefined) {
      const { base, added } = await counting;
      // The same records as before were counted once, none of which has changed since, and nothing was added.
      if (before.total.base === base && added === 0 && before.total.added === 0) return before;
    }
    const [ids, total] = await Promise.all([posts.pageIds(query), counting]);
    const page: KeptIds = { ids, total };
    cache.keep(key, page, ids.length * ID_BYTES, begun, [listMadeOf(plural, query.filter)]);
    return page;
  };

  return {
    async read(query: PageQuery<R>, view: View, lasts: boolean): Promise<Page> {
      const begun = lasts ? cache.begin() : undefined;
      if (begun === undefined) return anew(query, view);
      const { ids, total } = await idsOf(query, begun);
      const written = await keptRecords.page(ids, query.filter, view, begun);
      return written === undefined ? anew(query, view) : { total: total.total, records: async () => writtenJson(`[${written.join(',')}]`) };
    },
  };
};
