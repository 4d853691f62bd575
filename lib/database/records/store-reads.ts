import DataLoader from 'dataloader';
import type { ClientSession, Collection, Filter } from 'mongodb';
import { noteDependencies, readExactly, unrecorded } from '../../cache';
import type { Language } from '../../language';
import { contentKey, countsKey } from '../changes/change-log';
import { keyOf } from '../driver/connection';
import { byIndex } from '../driver/indexes';
import { stateOf } from '../driver/transaction-state';
import { WORDS_FIELD } from './link-keys';
import { nestedPage } from './nested-page';
import type { Stored } from './record';
import { sortedPage } from './sorted-page';
import type { CountedQuery, PageQuery, RecordPage, StoreState } from './store-types';
import { tieredPage } from './tiered-page';

/** The projection without the texts for searches. They are half of a record, and never shown. */
const WITHOUT_TEXTS = { [WORDS_FIELD]: 0, 'keys.text': 0 } as const;

/** A filter of records. TypeScript cannot see that R has its own `_id`. */
export const filterOf = <R extends Stored>(filter: object): Filter<R> => filter as Filter<R>;

const within = (session: ClientSession | undefined) => (session ? { session } : {});

const byIds = <R extends Stored>(records: readonly R[]): ReadonlyMap<number, R> => new Map(records.map((record) => [record._id, record]));

export const findToShow = <R extends Stored>(collection: () => Collection<R>, filter: Filter<R>): Promise<R[]> =>
  collection().find<R>(filter, { projection: WITHOUT_TEXTS }).toArray();

/** Creates the loader that joins requests for records of the same moment into one query. */
export const createLoader = <R extends Stored>(collection: () => Collection<R>) =>
  new DataLoader<readonly number[], ReadonlyMap<number, R>>(
    async (lists) => {
      const requested = filterOf<R>({ _id: { $in: [...new Set(lists.flat())] } });
      const found = byIds(await unrecorded(() => findToShow(collection, requested)));
      return lists.map((ids) => (lists.length === 1 ? found : byIds(ids.flatMap((id) => found.get(id) ?? []))));
    },
    { cache: false },
  );

export const byId = <R extends Stored>({ type, collection }: StoreState<R>, id: number, session?: ClientSession): Promise<R | undefined> =>
  readExactly([countsKey(keyOf(type.plural, id))], async () => {
    return ((await collection().findOne(filterOf({ _id: id }), within(session))) as R | null) ?? undefined;
  });

export async function bySlug<R extends Stored>(
  { type: { plural }, collection }: StoreState<R>,
  language: Language,
  slug: string,
  session?: ClientSession,
): Promise<R | undefined> {
  if (slug === '') return undefined;
  const findOne = () => collection().findOne(filterOf({ language, slug }), within(session)) as Promise<R | null>;
  const found = await readExactly([], findOne);
  // A slug belongs to one record of a language. While it belongs to none, any record may take it.
  noteDependencies([found === null ? plural : countsKey(keyOf(plural, found._id))]);
  return found ?? undefined;
}

export async function byFormerSlug<R extends Stored>(state: StoreState<R>, language: Language, slug: string): Promise<R | undefined> {
  const id = slug === '' ? undefined : await state.formerSlugs.ownerOf(language, slug);
  return id === undefined ? undefined : byId(state, id);
}

export async function many<R extends Stored>(
  state: StoreState<R>,
  ids: Iterable<number>,
  session?: ClientSession,
): Promise<ReadonlyMap<number, R>> {
  const { plural } = state.type;
  const requested = [...new Set(ids)];
  if (requested.length === 0) return new Map();
  if (session === undefined) {
    noteDependencies(requested.map((id) => keyOf(plural, id)));
    return state.loader.load(requested);
  }
  const preloaded = stateOf(session).preloaded.get(plural) as ReadonlyMap<number, R> | undefined;
  if (preloaded && requested.every((id) => preloaded.has(id))) return new Map(requested.map((id) => [id, preloaded.get(id) as R]));
  return byIds(await find(state, filterOf({ _id: { $in: requested } }), session));
}

export async function preload<R extends Stored>(state: StoreState<R>, ids: Iterable<number>, session: ClientSession): Promise<void> {
  const { preloaded } = stateOf(session);
  const { plural } = state.type;
  // Records of an earlier call must be read again.
  preloaded.delete(plural);
  preloaded.set(plural, await many(state, ids, session));
}

export async function page<R extends Stored>(state: StoreState<R>, query: PageQuery<R>): Promise<RecordPage<R>> {
  const [records, total] = await Promise.all([pageRecords(state, query), count(state, query)]);
  return { records, total };
}

async function pageRecords<R extends Stored>(state: StoreState<R>, query: PageQuery<R>): Promise<R[]> {
  if (query.tiers === undefined && query.limit > 0) return sortedPage<R, R>(state.collection(), query, WITHOUT_TEXTS);
  const ids = (await pageOrder(state, query)).map(({ _id }) => _id);
  const found = await many(state, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function pageOrder<R extends Stored>(
  { collection }: StoreState<R>,
  query: PageQuery<R>,
): Promise<readonly { readonly _id: number }[]> {
  const { filter, sort, skip, limit, hint, tiers } = query;
  // For the database 0 means no limit.
  if (limit === 0) return [];
  if (tiers !== undefined)
    return 'filters' in tiers
      ? nestedPage(collection(), { sort, skip, limit, hint, tiers })
      : tieredPage(collection(), { filter, sort, skip, limit, tiers });
  const projection = { ...Object.fromEntries(Object.keys(sort as object).map((path) => [path, 1])), _id: 1 };
  return sortedPage<R, { readonly _id: number }>(collection(), query, projection);
}

export async function count<R extends Stored>({ collection }: StoreState<R>, query: CountedQuery<R>): Promise<number> {
  const { filter, parts = [filter], hint, countHint = hint } = query;
  const counts = await Promise.all(parts.map((one) => collection().countDocuments(one, byIndex(countHint))));
  return counts.reduce((sum, one) => sum + one, 0);
}

export const find = <R extends Stored>({ type, collection }: StoreState<R>, filter: Filter<R>, session?: ClientSession): Promise<R[]> =>
  readExactly([contentKey(type.plural)], async () => (await collection().find(filter, within(session)).toArray()) as R[]);

export const shownOf = <R extends Stored>({ type, collection }: StoreState<R>, ids: readonly number[], filter: Filter<R>): Promise<R[]> => {
  const keys = ids.map((id) => countsKey(keyOf(type.plural, id)));
  return readExactly(keys, () => findToShow(collection, filterOf<R>({ $and: [{ _id: { $in: ids } }, filter] })));
};
