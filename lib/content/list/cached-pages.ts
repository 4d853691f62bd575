import type { Filter } from 'mongodb';
import { isTracking, noteDependencies, readExactly } from '../../cache';
import { contentKey, type PageQuery, pageWithTotal, queryKey } from '../../database';
import { writtenJson } from '../../registry';
import type { CachedRecords } from '../show';
import type { PostLike, PostRecord, Services, View } from '../types';
import { createCachedTotals } from './cached-totals';
import { type WatchedList, type WatchedQuery, watchList } from './watched-list';

/** A page of a list: the total of all pages, and a function that presents the records of this page. */
interface Page {
  readonly total: number;
  records(): Promise<unknown>;
}

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

const jsonList = (values: readonly Buffer[]): object =>
  writtenJson([OPEN, ...values.flatMap((value, index) => (index === 0 ? [value] : [COMMA, value])), CLOSE]);

const ID_BYTES = 8;
/** Estimated bytes in memory of a watched list, without its filter. */
const LIST_BYTES = 3000;

const bytesOf = (ids: readonly number[], { filter }: { readonly filter: object }): number =>
  ids.length * ID_BYTES + LIST_BYTES + 4 * JSON.stringify(filter).length;

/**
 * Makes the function that reads and presents a page of a content type's list. While a response is tracked for the cache, the page's IDs
 * and total are cached until a record joins, leaves or moves within the list. With `isJson`, the records are cached as JSON too.
 */
export const createPages = <R extends PostRecord>(
  services: Pick<Services, 'cache' | 'connection'>,
  type: PostLike<R>,
  cachedRecords: CachedRecords<R>,
) => {
  const { cache, connection } = services;
  const { plural, posts, present } = type;
  const cachedTotals = createCachedTotals(services, type);

  const uncached = async (query: PageQuery<R>, view: View): Promise<Page> => {
    const { records, total } = await posts.page(query);
    return { total, records: () => present(records, view) };
  };

  /** Reads a page for a response with only some members (`_fields`). Undefined if a cached ID is gone or no longer matches the filter. */
  const partialPage = async (ids: readonly number[], total: number, filter: Filter<R>, view: View): Promise<Page | undefined> => {
    if (view.selected?.size === 0) return { total, records: async () => [] };
    const found = await posts.shownOf(ids, filter);
    const byId = new Map(found.map((record) => [record._id, record]));
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    return records.length === ids.length ? { total, records: () => present(records, view) } : undefined;
  };

  const idsOf = async (query: PageQuery<R>, list: WatchedList): Promise<readonly number[]> => {
    const { filter, sort, skip, limit, tiers } = query;
    const key = queryKey({ ids: plural, filter, sort, skip, limit, tiers });
    const found = cache.find<readonly number[]>(key);
    if (found !== undefined) return found;
    const state = cache.state();
    const records = await readExactly([], () => posts.pageOrder(query));
    const ids = records.map(({ _id }) => _id);
    const last = records[limit - 1];
    // Changes after the last record of a full page do not affect the page.
    const edge = last && list.edgeOf(last);
    // Tiers depend on more fields than those of `sort`.
    const dependency = tiers ? contentKey(plural) : { hasChangedSince: (since: number) => list.hasChangedSince(since, edge) };
    cache.keep(key, { value: ids, state, dependencies: [dependency] }, bytesOf(ids, query));
    noteDependencies([dependency]);
    return ids;
  };

  return async (query: PageQuery<R> & WatchedQuery, view: View, { isJson }: { readonly isJson: boolean }): Promise<Page> => {
    if (!isTracking()) return uncached(query, view);
    const list = watchList(connection, plural, query);
    noteDependencies([list]);
    const count = () => readExactly([], () => cachedTotals.read(query, list));
    const [ids, total] = await pageWithTotal(query, () => idsOf(query, list), count);
    if (view.selected !== undefined || !isJson) return (await partialPage(ids, total, query.filter, view)) ?? uncached(query, view);
    const records = await cachedRecords.page(ids, query.filter, view);
    return records === undefined ? uncached(query, view) : { total, records: async () => jsonList(records) };
  };
};
