import type { Collection, Document, Filter, Sort } from 'mongodb';
import { sortKey, toSort } from '../../query';
import { byIndex } from '../driver/indexes';
import { fieldAt, type Stored } from './record';

/** The most records that are always sorted as a whole, because using an index would take longer. */
const MOST_SORTED = 1000;
/** Only a list with more than this many times `skip + limit` records is sorted in part. */
const TIMES_LONGER = 4;

/** The query of a page in the order of `sort`. `skip` and `limit` are numbers of records. */
export interface SortedQuery<R> {
  readonly filter: Filter<R>;
  readonly sort: Sort;
  readonly skip: number;
  readonly limit: number;
  /** The name of the index with this order. Without it the server chooses, and may sort all records of the list. */
  readonly hint?: string | undefined;
  /** The name of the index for counting; by default `hint`. */
  readonly countHint?: string | undefined;
  /** The name of an index for the first field of `sort`, if no index has the whole order. */
  readonly leadingHint?: string | undefined;
  /** True if the filter reads texts of records, which takes long. */
  readonly readsTexts?: boolean;
}

/**
 * Reads a page and the total of its list. If the filter reads texts, the page is read first: a page that is not full is the last one and
 * shows the total, so that nothing is counted.
 */
export async function pageWithTotal<S extends readonly unknown[]>(
  { skip, limit, readsTexts = false }: Pick<SortedQuery<never>, 'skip' | 'limit' | 'readsTexts'>,
  read: () => Promise<S>,
  count: () => Promise<number>,
): Promise<readonly [page: S, total: number]> {
  if (!readsTexts) return Promise.all([read(), count()]);
  const page = await read();
  const isLast = page.length < limit && (page.length > 0 || skip === 0);
  return [page, isLast ? skip + page.length : await count()];
}

/** Returns the projection of the ID and of the fields of a sort order. */
export const sortFields = (sort: Sort): Document => ({ ...Object.fromEntries(toSort(sort).map(([path]) => [path, 1])), _id: 1 });

/** True if more than `most` records match a filter. Counts no further. `hint` is the name of the index for counting. */
export const hasMore = async <R extends Stored>(
  collection: Collection<R>,
  filter: Filter<R>,
  { hint, most }: { readonly hint: string | undefined; readonly most: number },
): Promise<boolean> => (await collection.countDocuments(filter, { ...byIndex(hint), limit: most + 1 })) > most;

/**
 * Reads a page of a list in the order of `sort`. If the list is long and only the first field has an index, this index finds the end of
 * the page, so that fewer records are sorted. The first field must not be an array.
 */
export async function sortedPage<R extends Stored, S extends Document>(
  collection: Collection<R>,
  query: SortedQuery<R>,
  projection: Document,
): Promise<S[]> {
  const { filter, sort, skip, limit, hint, countHint = hint, leadingHint } = query;
  const read = (where: Filter<R>, index: string | undefined) =>
    collection
      .find<S>(where, { ...byIndex(index), projection })
      .sort(sort)
      .skip(skip)
      .limit(limit)
      .toArray();
  const isLong = () => hasMore(collection, filter, { hint: countHint, most: Math.max(MOST_SORTED, TIMES_LONGER * (skip + limit)) });
  if (leadingHint === undefined || !(await isLong())) return read(filter, hint);
  const bound = await boundOf(collection, query, leadingHint);
  const page = bound && (await read({ $and: [filter, bound] } as Filter<R>, leadingHint));
  // If the list became shorter during these reads, the page needs records from behind the bound.
  return page?.length === limit ? page : read(filter, hint);
}

/** Finds the condition that excludes records which the first field sorts behind the page; undefined if there are none. */
async function boundOf<R extends Stored>(
  collection: Collection<R>,
  { filter, sort, skip, limit }: SortedQuery<R>,
  hint: string,
): Promise<object | undefined> {
  const [[field, direction] = ['_id', 1]] = toSort(sort);
  // Records with equal values are interchangeable here.
  const last = await collection
    .find(filter, { hint, projection: { [field]: 1, _id: 1 } })
    .sort({ [field]: direction } as Sort)
    .skip(skip + limit - 1)
    .limit(1)
    .next();
  if (last === null) return undefined;
  const value = fieldAt(last, field) ?? null;
  if (value !== null) return { [field]: { $not: { [direction === 1 ? '$gt' : '$lt']: value } } };
  // Records without a value are first.
  return direction === 1 ? { [field]: null } : undefined;
}

/**
 * Nested filters that order a list, the narrowest first. Each condition separates a filter from the next wider one. `isDown` reverses
 * them.
 */
export interface NestedTiers<R> {
  readonly filters: readonly Filter<R>[];
  readonly conditions: readonly object[];
  readonly isDown: boolean;
}

/** An order by tiers of IDs, such as by distance. `field` stores one or several IDs, and the first matching tier decides the position. */
export interface IdTiers {
  readonly field: string;
  readonly tiers: readonly (readonly number[])[];
}

/** Tiers of IDs that order a list. With `isDown` the last IDs are first. */
export interface LinkedTiers extends IdTiers {
  readonly isDown: boolean;
}

export interface Identified {
  readonly _id: number;
}

/**
 * Reads the IDs of a page that is ordered by the narrowest matching filter, then by `sort`. Uses one query per filter, and counts the
 * records before the page. `hint` names the index for all filters.
 */
export async function nestedPage<R extends Stored>(
  collection: Collection<R>,
  { sort, skip, limit, hint }: Omit<SortedQuery<R>, 'filter'>,
  { filters, conditions, isDown }: NestedTiers<R>,
): Promise<readonly Identified[]> {
  const by = byIndex(hint);
  const countOf = async (index: number): Promise<number> => {
    const filter = filters[index];
    return filter === undefined ? 0 : collection.countDocuments(filter, by);
  };
  const indexes = filters.map((_, index) => index);
  const found: Identified[] = [];
  let passed = 0;
  for (const index of isDown ? indexes.toReversed() : indexes) {
    const missing = limit - found.length;
    if (missing <= 0) break;
    const before = Math.max(0, skip - passed);
    const narrower = conditions[index - 1];
    const filter = narrower === undefined ? filters[index] : { $and: [filters[index], { $nor: [narrower] }] };
    const page = await collection
      .find<Identified>(filter as Filter<R>, { ...by, projection: sortFields(sort) })
      .sort(sort)
      .skip(before)
      .limit(missing)
      .toArray();
    found.push(...page);
    if (page.length === missing) break;
    // A page that is not full shows the count.
    passed += page.length > 0 || before === 0 ? before + page.length : (await countOf(index)) - (await countOf(index - 1));
  }
  return found;
}

/** The number of tiers in the first query. It doubles with each query up to the most, and halves after too many records. */
const FIRST_TIERS = 4;
const MOST_TIERS = 256;

/** The most records that this process sorts in memory. The database sorts larger tiers. */
const MOST_IN_MEMORY = 500;

/** Reads the IDs of a page that is ordered by tiers, several tiers per query. Counts the records before the page. */
export async function tieredPage<R extends Stored>(
  collection: Collection<R>,
  { filter, sort, skip, limit }: SortedQuery<R>,
  { field, tiers, isDown }: LinkedTiers,
): Promise<readonly Identified[]> {
  const order = toSort(sort);
  const projection = { [field]: 1, ...sortFields(sort) };
  const tierOf = new Map(tiers.flatMap((ids, tier) => ids.map((id) => [id, tier] as const)));
  const direction = isDown ? -1 : 1;

  /** Returns the filter of records that link to some tiers but to no earlier tier. */
  const filterOfTiers = (from: number, to: number): Filter<R> => {
    const nearer = tiers.slice(0, from).flat();
    const linked = { $in: tiers.slice(from, to).flat(), ...(nearer.length > 0 && { $nin: nearer }) };
    return { $and: [{ [field]: linked }, filter] } as Filter<R>;
  };
  const sorted = async (where: Filter<R>): Promise<Identified[]> => {
    const records = await collection.find<Identified>(where, { projection }).toArray();
    const ranked = records.map((record) => ({
      _id: record._id,
      tier: Math.min(...[fieldAt(record, field)].flat().flatMap((id) => tierOf.get(id as number) ?? [])),
      key: sortKey(record, order),
    }));
    return ranked.sort((one, other) => direction * (one.tier - other.tier) || one.key.compare(other.key));
  };

  let passed = 0;
  const found: Identified[] = [];
  for (let at = 0, many = FIRST_TIERS; at < tiers.length && found.length < limit; ) {
    const some = Math.min(many, tiers.length - at);
    const where = isDown ? filterOfTiers(tiers.length - at - some, tiers.length - at) : filterOfTiers(at, at + some);
    const count = await collection.countDocuments(where);
    const before = Math.max(0, skip - passed);
    if (before < count && count > MOST_IN_MEMORY && some > 1) {
      many = Math.floor(some / 2);
      continue;
    }
    at += some;
    many = Math.min(2 * some, MOST_TIERS);
    passed += count;
    if (before >= count) continue;
    const missing = limit - found.length;
    const byId = { projection: { _id: 1 } };
    const page =
      count > MOST_IN_MEMORY
        ? await collection.find<Identified>(where, byId).sort(sort).skip(before).limit(missing).toArray()
        : (await sorted(where)).slice(before, before + missing);
    for (const { _id } of page) found.push({ _id });
  }
  return found;
}
