import DataLoader from 'dataloader';
import type { ClientSession, Collection, Document, Filter, IndexDescription } from 'mongodb';
import { isTracking, noteDependencies, readExactly, untracked } from '../../cache';
import type { Language } from '../../language';
import { contentKey, countsKey } from '../changes/change-log';
import type { CountedLink } from '../counting';
import type { Records } from '../driver/connection';
import { queryKey, sessionOption } from '../driver/driver';
import { byIndex } from '../driver/indexes';
import { keyOf, keysOf } from '../driver/locks';
import { stateOf } from '../driver/transactions';
import {
  type Identified,
  type LinkedTiers,
  type NestedTiers,
  nestedPage,
  pageWithTotal,
  type SortedQuery,
  sortedPage,
  sortFields,
  tieredPage,
} from './pages';
import { fieldAt, type Stored, WORDS_FIELD } from './record';
import type { LinkedFrom } from './relinking';
import { formerOwner } from './slugs';

export interface StoredType<R extends Stored> {
  /** The name of the collection, which is the plural of the content type. */
  readonly plural: string;
  /** Computes the sub-document `keys` from the other fields of a record. */
  keys(record: Omit<R, 'keys'>): Stored['keys'];
  /** Returns the slug of a record that requests none; by default its ID. */
  fallbackSlug?(record: Pick<R, '_id'> & Omit<NewRecord<R>, 'slug'>): string;
  /** The paths of the fields that all translations of a record share. */
  readonly shared?: readonly string[];
  /** The indexes of the collection. Each query of the type uses one of them. */
  readonly indexes: readonly IndexDescription[];
  /** The links whose targets store counts of the public records that link to them. Term-like types have none. */
  readonly counted?: readonly CountedLink[];
}

/** The query of a page of a list. `skip` and `limit` are numbers of records. */
export interface PageQuery<R> extends SortedQuery<R> {
  /** Tiers (groups of records) that order the list before `sort`. */
  readonly tiers?: LinkedTiers | NestedTiers<R> | undefined;
  /** Disjoint filters that together equal `filter`. The server counts each one with its index alone. */
  readonly parts?: readonly Filter<R>[] | undefined;
}

/** The part of a query that determines the total. */
export type CountedQuery<R> = Pick<PageQuery<R>, 'filter' | 'parts' | 'hint' | 'countHint'>;

export interface RecordPage<R> {
  readonly records: readonly R[];
  readonly total: number;
}

/** A new record without the fields that the store sets. */
export type NewRecord<R extends Stored> = Omit<R, '_id' | 'group' | 'translations' | 'revision' | 'edition' | 'keys'> & {
  readonly group?: number;
  readonly translations?: R['translations'];
};

export interface StoreState<R extends Stored> extends Records {
  readonly type: StoredType<R>;
  readonly counted: readonly CountedLink[];
  /** The name of the sequence of IDs. */
  readonly sequence: keyof typeof WITHOUT_KEYS;
  readonly linkedFrom: LinkedFrom;
  collection(): Collection<R>;
  readonly load: Load<R>;
}

/**
 * The projections of records for responses, by sequence of IDs. They omit keys, which only serve queries, except those by which terms are
 * sorted.
 */
export const WITHOUT_KEYS = { posts: { keys: 0 }, terms: { [WORDS_FIELD]: 0, 'keys.text': 0 } } as const;

/** Casts a filter for records, because TypeScript cannot see that R has its own `_id`. */
export const filterOf = <R extends Identified>(filter: object): Filter<R> => filter as Filter<R>;

const byIds = <R extends Identified>(records: readonly R[]): ReadonlyMap<number, R> =>
  new Map(records.map((record) => [record._id, record]));

/** Makes the function that finds records by the values of a field. Outside transactions it joins simultaneous requests into one query. */
export const createFinder = <R extends Identified>(
  collection: () => Collection<R>,
  path: string,
  { filter = {}, projection = {} }: { readonly filter?: object; readonly projection?: Document } = {},
) => {
  const read = (values: readonly unknown[], session?: ClientSession): Promise<R[]> =>
    collection()
      .find<R>(filterOf({ ...filter, [path]: { $in: values } }), { projection, ...sessionOption(session) })
      .toArray();
  const loader = new DataLoader<readonly unknown[], R[]>(
    async (lists) => {
      const found = await untracked(() => read([...new Set(lists.flat())]));
      if (lists.length === 1) return [found];
      return lists.map((values) => {
        const own = new Set(values);
        return found.filter((record) => own.has(fieldAt(record, path)));
      });
    },
    // A turn of the event loop often has replies for several requests, which then read on together.
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (values: readonly unknown[], session?: ClientSession): Promise<R[]> =>
    session === undefined ? loader.load(values) : read(values, session);
};

type Load<R> = (ids: Iterable<number>) => Promise<ReadonlyMap<number, R>>;

/** Makes the function that reads records by ID. */
export const createLoad = <R extends Identified>(plural: string, collection: () => Collection<R>, projection: Document = {}): Load<R> => {
  const find = createFinder(collection, '_id', { projection });
  return async (ids) => {
    const requested = [...new Set(ids)];
    if (requested.length === 0) return new Map();
    noteDependencies(keysOf(plural, requested));
    return byIds(await find(requested));
  };
};

/** Makes the function that counts the records of a filter by an index. Equal counts of the same moment are one command. */
const createCount = <R extends Identified>(collection: () => Collection<R>) => {
  type Counted = Pick<CountedQuery<R>, 'filter' | 'hint'>;
  const count = ({ filter, hint }: Counted) => collection().countDocuments(filter, byIndex(hint));
  const loader = new DataLoader<Counted, number, string>(
    (queries) => {
      // Later requests count again, since they must see what is stored until then.
      loader.clearAll();
      return Promise.all(queries.map((query) => count(query).catch((error: Error) => error)));
    },
    { cacheKeyFn: queryKey, batchScheduleFn: setImmediate },
  );
  // Each recorded answer notes its own commands.
  return (query: Counted): Promise<number> => (isTracking() ? count(query) : loader.load(query));
};

export const readsOf = <R extends Stored>(state: StoreState<R>) => {
  const { plural, collection, sequence } = state;
  const projection = WITHOUT_KEYS[sequence];
  const count = createCount(collection);
  const countedKey = (id: number) => countsKey(keyOf(plural, id));
  const reads = {
    byId: (id: number, session?: ClientSession): Promise<R | undefined> =>
      readExactly(
        [countedKey(id)],
        async () => (await collection().findOne<R>(filterOf({ _id: id }), sessionOption(session))) ?? undefined,
      ),
    async bySlug(language: Language, slug: string, session?: ClientSession): Promise<R | undefined> {
      if (slug === '') return undefined;
      const found = await readExactly([], () => collection().findOne<R>(filterOf({ language, slug }), sessionOption(session)));
      // A slug belongs to one record of a language. While no record has the slug, any record may get it.
      noteDependencies([found === null ? plural : countedKey(found._id)]);
      return found ?? undefined;
    },
    /** Finds the record that last had this slug and now has another one. */
    async byFormerSlug(language: Language, slug: string): Promise<R | undefined> {
      const id = slug === '' ? undefined : await formerOwner(state, language, slug);
      return id === undefined ? undefined : reads.byId(id);
    },
    /** Reads the existing records of some IDs, by ID, in one query. Outside a transaction it omits keys, as for responses. */
    async many(ids: Iterable<number>, session?: ClientSession): Promise<ReadonlyMap<number, R>> {
      if (session === undefined) return state.load(ids);
      const requested = [...new Set(ids)];
      if (requested.length === 0) return new Map();
      const preloaded = stateOf(session).preloaded.get(plural) as ReadonlyMap<number, R> | undefined;
      if (preloaded && requested.every((id) => preloaded.has(id))) return new Map(requested.map((id) => [id, preloaded.get(id) as R]));
      return byIds(await reads.find(filterOf({ _id: { $in: requested } }), session));
    },
    /** Reads records ahead for `many` in this session. Use it only in transactions that change none of them. */
    async preload(ids: Iterable<number>, session: ClientSession): Promise<void> {
      const { preloaded } = stateOf(session);
      // Records of an earlier call must be read again.
      preloaded.delete(plural);
      preloaded.set(plural, await reads.many(ids, session));
    },
    /** Reads a page of a list with the total, as for responses. */
    async page(query: PageQuery<R>): Promise<RecordPage<R>> {
      const [records, total] = await pageWithTotal(
        query,
        () => reads.records(query),
        () => reads.count(query),
      );
      return { records, total };
    },
    /** Reads the records of a page, as for responses. */
    async records(query: PageQuery<R>): Promise<readonly R[]> {
      if (query.tiers === undefined && query.limit > 0) return sortedPage<R, R>(collection(), query, projection);
      const ids = (await reads.pageOrder(query)).map(({ _id }) => _id);
      const found = await reads.many(ids);
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    /** Reads the IDs and sort fields of a page. */
    async pageOrder(query: PageQuery<R>): Promise<readonly { readonly _id: number }[]> {
      const { sort, limit, tiers } = query;
      // MongoDB takes 0 as no limit.
      if (limit === 0) return [];
      if (tiers === undefined) return sortedPage<R, { readonly _id: number }>(collection(), query, sortFields(sort));
      return 'conditions' in tiers ? nestedPage(collection(), query, tiers) : tieredPage(collection(), query, tiers);
    },
    async count({ filter, parts = [filter], hint, countHint = hint }: CountedQuery<R>): Promise<number> {
      const counts = await Promise.all(parts.map((one) => count({ filter: one, hint: countHint })));
      return counts.reduce((sum, one) => sum + one, 0);
    },
    find: (filter: Filter<R>, session?: ClientSession): Promise<R[]> =>
      readExactly([contentKey(plural)], () => collection().find<R>(filter, sessionOption(session)).toArray()),
    /** Reads the records of some IDs that pass a filter, as for responses. */
    shownOf: (ids: readonly number[], filter: Filter<R>): Promise<R[]> =>
      readExactly(ids.map(countedKey), () =>
        collection()
          .find<R>(filterOf({ $and: [{ _id: { $in: ids } }, filter] }), { projection })
          .toArray(),
      ),
  };
  return reads;
};
