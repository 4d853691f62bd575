import type { Collection, Document, Filter, Sort } from 'mongodb';
import { toSort } from '../../query';
import { byIndex } from '../driver/indexes';
import { fieldAt } from '../driver/paths';
import type { Stored } from './record';

/** How many records are sorted for a page whatever their order is: to look for so few in an index of all takes longer. */
const MOST_SORTED = 1000;
/** How many times as long as all up to the end of the page a list is that is not sorted as a whole. */
const TIMES_LONGER = 4;

/** A page of what is ordered by `sort`: `skip` and `limit` count records. */
export interface SortedQuery<R> {
  readonly filter: Filter<R>;
  readonly sort: Sort;
  readonly skip: number;
  readonly limit: number;
  /** Name of the index that has this order; without one, the server's choice, which can be to sort all that passes the filter. */
  readonly hint?: string | undefined;
  /** Name of the index by which it is counted; `hint` unless given. */
  readonly countHint?: string | undefined;
  /** Name of the index in the order of the first field of `sort` alone, where there is none in the order of all of them. */
  readonly leadingHint?: string | undefined;
}

/**
 * Reads a page of a list in the order of `sort`. Where only the first of several fields has an index, and the list is long, that index tells what
 * the page ends with, so that no more than what comes up to there is sorted; the field holds one value of a record, or none.
 */
export async function sortedPage<R extends Stored>(
  collection: Collection<R>,
  query: SortedQuery<R>,
  projection: Document,
): Promise<readonly Document[]> {
  const { filter, sort, skip, limit, hint, countHint = hint, leadingHint } = query;
  const read = (where: Filter<R>, index: string | undefined) =>
    collection
      .find(where, { ...byIndex(index), projection })
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
  const page = bound && (await read({ $and: [filter, bound] } as unknown as Filter<R>, leadingHint));
  // One that has become shorter meanwhile needs what comes behind.
  return page?.length === limit ? page : read(filter, hint);
}

/** The condition that leaves out what the first field alone puts behind a page of a list; undefined where it leaves out nothing. */
async function boundOf<R extends Stored>(
  collection: Collection<R>,
  { filter, sort, skip, limit }: SortedQuery<R>,
  hint: string,
): Promise<object | undefined> {
  const [[field, direction] = ['_id', 1]] = toSort(sort);
  // However those are ordered that have the same value, the last one has it too.
  const last = await collection
    .find(filter, { hint, projection: { [field]: 1, _id: 1 } })
    .sort({ [field]: direction } as Sort)
    .skip(skip + limit - 1)
    .limit(1)
    .next();
  if (last === null) return undefined;
  const value = fieldAt(last, field) ?? null;
  if (value !== null) return { [field]: { $not: { [direction === 1 ? '$gt' : '$lt']: value } } };
  // Those without a value come first.
  return direction === 1 ? { [field]: null } : undefined;
}
