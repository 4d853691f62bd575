import type { Collection, Filter, IndexDescription } from 'mongodb';
import { groupOfIds, readIdLists } from './id-lists';
import type { Stored } from './record';

/** What is told of each record. */
const FIELDS = ['_id'];

/** Filters, and the name of the index that tells of each by itself which records it lets through. */
export interface ToldFilters<R> {
  readonly filters: readonly Filter<R>[];
  readonly hint: string;
}

/** Whether an index tells by itself which records a filter lets through: it names no other fields than those of the index. */
export const tellsOf = (index: IndexDescription, filter: object): boolean =>
  Object.entries(filter).every(([name, value]) =>
    LOGICAL.has(name) ? (value as readonly object[]).every((one) => tellsOf(index, one)) : Object.hasOwn(index.key, name),
  );

const LOGICAL = new Set(['$and', '$or', '$nor']);

/** The IDs of the records that each of some filters lets through, in a list for each: with `most`, of so many, in no order, where there are more. */
export const idsOfEach = <R extends Stored>(
  collection: Collection<R>,
  { filters, hint }: ToldFilters<R>,
  most?: number,
): Promise<readonly (readonly number[])[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const stages = [{ $match: filter }, ...(most === undefined ? [] : [{ $limit: most }]), { $group: groupOfIds(FIELDS) }];
      const groups = await collection.aggregate(stages, { hint, raw: true }).toArray();
      return readIdLists(groups as unknown as readonly Buffer[], FIELDS).flatMap(({ ids }) => ids);
    }),
  );

/** What is in all of some lists: to read the records of one, to see whether they belong to the others, would take several times as long. */
export function inAll(lists: readonly (readonly number[])[]): readonly number[] {
  const [fewest = [], ...others] = lists.toSorted((one, other) => one.length - other.length);
  const sets = others.map((ids) => new Set(ids));
  return fewest.filter((id) => sets.every((ids) => ids.has(id)));
}
