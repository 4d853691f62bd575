import type { Filter } from 'mongodb';
import { isRecording, noteDependencies, readExactly } from '../../../cache';
import { contentKey, type PageQuery, queryKey } from '../../../database';
import { writtenJson } from '../../../registry';
import type { CachedRecords } from '../../show';
import type { PostLike, PostRecord, Services, View } from '../../types';
import { createCachedTotals } from './cached-totals';
import { type WatchedList, watchList } from './watched-list';

/** A page of a list: how many records there are on all pages, and those of the page as they are shown. */
interface Page {
  readonly total: number;
  records(): Promise<unknown>;
}

/** The parts of a page that may be cached. */
interface Caching {
  /** True: its records may be, as JSON. */
  readonly isJson: boolean;
  /** True: a plugin's function says which records it has, which means what it means to the database alone. */
  readonly isOpaque: boolean;
}

const COMMA = Buffer.from(',');
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')];

/** A list of values that are JSON already. */
const listOf = (values: readonly Buffer[]): object =>
  writtenJson([OPEN, ...values.flatMap((value, place) => (place === 0 ? [value] : [COMMA, value])), CLOSE]);

const ID_BYTES = 8;
/** Bytes of a watched list beside its filter. */
const LIST_BYTES = 3000;

const bytesOf = (ids: readonly number[], { filter }: { readonly filter: object }): number =>
  ids.length * ID_BYTES + LIST_BYTES + 4 * JSON.stringify(filter).length;

/**
 * Makes the function that reads and shows pages of a type's list. In recorded work the IDs and the total of a list are kept, and watched: they hold until a
 * record of the list comes, goes or moves.
 */
export const createPages = <R extends PostRecord>(
  services: Pick<Services, 'cache' | 'connection'>,
  kind: PostLike<R>,
  keptRecords: CachedRecords<R>,
) => {
  const { cache, connection } = services;
  const { plural, posts, present } = kind;
  const keptTotals = createCachedTotals(services, kind);

  const anew = async (query: PageQuery<R>, view: View): Promise<Page> => {
    const { records, total } = await posts.page(query);
    return { total, records: () => present(records, view) };
  };

  /** The records of a page of which a part is asked for; undefined where one of them is gone, or does not meet the filter any more. */
  const wantedPage = async (ids: readonly number[], total: number, filter: Filter<R>, view: View): Promise<Page | undefined> => {
    if (view.wanted?.size === 0) return { total, records: async () => [] };
    const found = await posts.shownOf(ids, filter);
    const byId = new Map(found.map((record) => [record._id, record]));
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    return records.length === ids.length ? { total, records: () => present(records, view) } : undefined;
  };

  const idsOf = async (query: PageQuery<R>, list: WatchedList): Promise<readonly number[]> => {
    const { filter, sort, skip, limit, tiers } = query;
    const key = queryKey({ ids: plural, filter, sort, skip, limit, tiers });
    const known = cache.find<readonly number[]>(key);
    if (known !== undefined) return known;
    const begun = cache.begin();
    const records = await readExactly([], () => posts.pageOrder(query));
    const ids = records.map(({ _id }) => _id);
    const last = records[limit - 1];
    // Whatever comes behind a full page does not change it.
    const edge = last && list.edgeOf(last);
    // Ranks look at more than the fields of `sort`.
    const dependency = tiers ? contentKey(plural) : { hasChangedSince: (state: number) => list.hasMovedSince(state, edge) };
    cache.keep(key, ids, bytesOf(ids, query), begun, [dependency]);
    noteDependencies([dependency]);
    return ids;
  };

  return async (query: PageQuery<R>, view: View, { isJson, isOpaque }: Caching): Promise<Page> => {
    if (!isRecording()) return anew(query, view);
    const list = watchList(connection, plural, query, isOpaque);
    noteDependencies([{ hasChangedSince: (state) => list.hasMovedSince(state) }]);
    const [ids, total] = await Promise.all([idsOf(query, list), readExactly([], () => keptTotals.read(query, list))]);
    if (view.wanted !== undefined || !isJson) return (await wantedPage(ids, total, query.filter, view)) ?? anew(query, view);
    const records = await keptRecords.page(ids, query.filter, view);
    return records === undefined ? anew(query, view) : { total, records: async () => listOf(records) };
  };
};
