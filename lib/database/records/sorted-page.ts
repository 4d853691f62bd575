import type { Collection, Document, Filter, Sort } from 'mongodb';
import { toSort } from '../../query';
import { byIndex } from '../driver/indexes';
import { fieldAt, type Stored } from './record';

/** The number of records that are always sorted as a whole. A search in an index would take longer. */
const MOST_SORTED = 1000;
/** The factor by which a list must exceed the end of the page to be sorted in part only. */
const TIMES_LONGER = 4;

/** A page of a list in the order of `sort`. `skip` and `limit` count records. */
export interface SortedQuery<R> {
  readonly filter: Filter<R>;
  readonly sort: Sort;
  readonly skip: number;
  readonly limit: number;
  /** The name of the index with this order. Without it the server chooses, and may sort all records that pass. */
  readonly hint?: string | undefined;
  /** The name of the index for counting; by default `hint`. */
  readonly countHint?: string | undefined;
  /** The name of the index for the first field of `sort`, if no index has the whole order. */
  readonly leadingHint?: string | undefined;
}

/** The projection of the ID and of the fields of an order. */
export const sortFields = (sort: Sort): Document => ({ ...Object.fromEntries(toSort(sort).map(([path]) => [path, 1])), _id: 1 });

/**
 * Reads a page of a list in the order of `sort`. If only the first field has an index and the list is long, that index
 * tells where the page ends, so that fewer records are sorted. The first field must hold at most one value per record.
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
  const isLong = async () => {
    const most = Math.max(MOST_SORTED, TIMES_LONGER * (skip + limit));
    return (await collection.countDocuments(filter, { ...byIndex(countHint), limit: most })) === most;
  };
  if (leadingHint === undefined || !(await isLong())) return read(filter, hint);
  const bound = await boundOf(collection, query, leadingHint);
  const page = bound && (await read({ $and: [filter, bound] } as Filter<R>, leadingHint));
  // If the list became shorter meanwhile, the page needs records from behind the bound.
  return page?.length === limit ? page : read(filter, hint);
}

/** The condition that leaves out the records which the first field puts behind the page; undefined if there are none. */
async function boundOf<R extends Stored>(
  collection: Collection<R>,
  { filter, sort, skip, limit }: SortedQuery<R>,
  hint: string,
): Promise<object | undefined> {
  const [[field, direction] = ['_id', 1]] = toSort(sort);
  // The order among equal values does not matter: the last one has the same value.
  const last = await collection
    .find(filter, { hint, projection: { [field]: 1, _id: 1 } })
    .sort({ [field]: direction } as Sort)
    .skip(skip + limit - 1)
    .limit(1)
    .next();
  if (last === null) return undefined;
  const value = fieldAt(last, field) ?? null;
  if (value !== null) return { [field]: { $not: { [direction === 1 ? '$gt' : '$lt']: value } } };
  // Records without a value come first.
  return direction === 1 ? { [field]: null } : undefined;
}
