import type { Filter } from 'mongodb';
import { contentKey } from '../../records/change-log';
import { queryKey } from '../../records/query-key';
import type { PageQuery } from '../../records/store';
import type { Ingredient } from '../../registry/answer-lifetime';
import { findSlots, type SlottedPart } from '../../registry/slotted-text';
import { writtenJson } from '../../registry/written-json';
import type { Sent, View } from '../context';
import { isForeign } from '../listing/lasting-of-list';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import type { Services, User } from '../services';
import type { KeptRecords } from './kept-records';
import { createKeptTotals } from './kept-totals';
import { type WatchedList, watchList } from './watched-list';

/** Whether what is answered of a kind depends on nothing but the request, the records and the clock: whatever everybody sees without a password. */
export const isLasting = ({ lasts }: Pick<PostLike, 'lasts'>, user: User | undefined, password: unknown): boolean =>
  lasts && user === undefined && password === undefined;

/**
 * What a list is made of beside the records that it has: the collections that its filters look into; undefined where a field filters, which may look
 * at anything.
 */
export const readBy = (kind: Pick<PostLike, 'filters' | 'fields'>, sent: Sent): readonly string[] | undefined => {
  if (isForeign(kind, sent)) return undefined;
  const { filters } = kind;
  const collections: string[] = [];
  for (const { args, reads } of filters) {
    const names = Object.keys(args);
    if (names.length > 0 && names.every((name) => sent[name] === undefined)) continue;
    collections.push(...(typeof reads === 'function' ? reads(sent) : reads).map(contentKey));
  }
  return collections;
};

/** A page of a list: how many records there are, and those of the page as they are shown. */
interface Page {
  readonly total: number;
  records(): Promise<unknown>;
  readonly again?: PageAgain;
}

/** How a page that lasts is shown once more. */
export interface PageAgain {
  /** Whether none of the list's records came, went or moved. */
  readonly holds: Exclude<Ingredient, string>;
  /** What it takes in memory, in bytes. */
  readonly bytes: number;
  /** The records as they are shown now; undefined where one of them is gone. */
  records(): Promise<unknown>;
}

const COMMA: SlottedPart = findSlots(',');
const [OPEN, CLOSE]: readonly SlottedPart[] = [findSlots('['), findSlots(']')];

/** A list of what is JSON already. */
const listOfParts = (parts: readonly SlottedPart[]): object =>
  writtenJson([OPEN as SlottedPart, ...parts.flatMap((part, place) => (place === 0 ? [part] : [COMMA, part])), CLOSE as SlottedPart]);

const ID_BYTES = 8;
/** Bytes of a list that is followed. */
const LIST_BYTES = 3000;

const bytesOf = (ids: readonly number[], { filter }: { readonly filter: object }): number =>
  ids.length * ID_BYTES + LIST_BYTES + 4 * JSON.stringify(filter).length;

const idOf = ({ _id }: { readonly _id: number }): number => _id;

/** What may be kept of a page. */
interface Keeping {
  /** Whether its records may be, as they are shown. */
  readonly lasts: boolean;
  /** Whether which they are changes with each moment: then neither that nor the total is kept. */
  readonly isPassing: boolean;
  /** Whether a plugin's function says which they are. */
  readonly isForeign: boolean;
}

/** Makes what reads and shows pages of a kind's list; those that last are put together from what is kept of them. */
export const createPages = <R extends PostRecord>(
  services: Pick<Services, 'cache' | 'connection'>,
  kind: PostLike<R>,
  keptRecords: KeptRecords<R>,
) => {
  const { cache, connection } = services;
  const { plural, posts, present } = kind;
  const keptTotals = createKeptTotals(services, kind);

  const anew = async (query: PageQuery<R>, view: View): Promise<Page> => {
    const { records, total } = await posts.page(query);
    return { total, records: () => present(records, view) };
  };

  /** The records of a page of which a part is asked for; undefined where one of them is gone, or does not meet the filter any more. */
  const wantedPage = async (ids: readonly number[], total: number, filter: Filter<R>, view: View): Promise<Page | undefined> => {
    if (view.wanted?.size === 0) return { total, records: async () => [] };
    const found = await posts.findToShow({ $and: [{ _id: { $in: ids } }, filter] } as Filter<R>);
    const byId = new Map(found.map((record) => [record._id, record]));
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    return records.length === ids.length ? { total, records: () => present(records, view) } : undefined;
  };

  const idsOf = async (query: PageQuery<R>, list: WatchedList, begun: number): Promise<readonly number[]> => {
    const { filter, sort, skip, limit, ranks } = query;
    const key = queryKey({ ids: plural, filter, sort, skip, limit, ranks });
    const known = cache.find<readonly number[]>(key);
    if (known !== undefined) return known;
    const records = await posts.pageOrder(query);
    const ids = records.map(idOf);
    const last = records[limit - 1];
    // Behind a page that is full may come whatever will.
    const edge = last && list.edgeOf(last);
    // What it is ordered by is not told by `sort` alone.
    const madeOf = ranks ? contentKey(plural) : { hasChangedSince: (state: number) => list.hasMovedSince(state, edge) };
    cache.keep(key, ids, bytesOf(ids, query), begun, [madeOf]);
    return ids;
  };

  /** Apart from what has read the page, of which nothing is to stay. */
  const againOf = (ids: readonly number[], filter: Filter<R>, list: WatchedList, view: View): PageAgain => ({
    holds: { hasChangedSince: list.hasMovedSince },
    bytes: bytesOf(ids, { filter }),
    async records() {
      const now = cache.begin();
      const parts = now === undefined ? undefined : await keptRecords.page(ids, filter, view, now);
      return parts && listOfParts(parts);
    },
  });

  return {
    async read(query: PageQuery<R>, view: View, { lasts, isPassing, isForeign }: Keeping): Promise<Page> {
      const begun = lasts ? cache.begin() : undefined;
      if (begun === undefined) return anew(query, view);
      const list = isPassing ? undefined : watchList(connection, plural, query, isForeign);
      const [ids, total] = await Promise.all(
        list
          ? [idsOf(query, list, begun), keptTotals.read(query, list)]
          : [posts.pageOrder(query).then((places) => places.map(idOf)), posts.count(query)],
      );
      if (view.wanted !== undefined) return (await wantedPage(ids, total, query.filter, view)) ?? anew(query, view);
      const written = await keptRecords.page(ids, query.filter, view, begun);
      if (written === undefined) return anew(query, view);
      return {
        total,
        records: async () => listOfParts(written),
        ...(list && query.ranks === undefined && { again: againOf(ids, query.filter, list, view) }),
      };
    },
  };
};
