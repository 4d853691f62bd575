import type { Collection, Filter, Sort } from 'mongodb';
import { byIndex } from '../driver/indexes';
import type { Stored } from './record';

/**
 * Nested filters, from the narrowest to the whole list. Each condition tells one filter from the next wider one. With
 * `isDown` the widest comes first.
 */
export interface NestedTiers<R> {
  readonly filters: readonly Filter<R>[];
  readonly conditions: readonly object[];
  readonly isDown: boolean;
}

/** A page of a list that is ordered by the narrowest filter that passes, then by `sort`. */
interface NestedQuery<R> {
  readonly sort: Sort;
  readonly skip: number;
  readonly limit: number;
  /** The index that serves all filters. */
  readonly hint?: string | undefined;
  readonly tiers: NestedTiers<R>;
}

/** Reads the IDs of a page, filter by filter. Records before the page are counted, not read. */
export async function nestedPage<R extends Stored>(
  collection: Collection<R>,
  { sort, skip, limit, hint, tiers: { filters, conditions, isDown } }: NestedQuery<R>,
): Promise<readonly { readonly _id: number }[]> {
  const by = byIndex(hint);
  const counts = new Map<number, Promise<number>>();
  const countOf = (index: number): Promise<number> => {
    const filter = filters[index];
    if (filter === undefined) return Promise.resolve(0);
    const counting = counts.get(index) ?? collection.countDocuments(filter, by);
    counts.set(index, counting);
    return counting;
  };
  const projection = { ...Object.fromEntries(Object.keys(sort as object).map((path) => [path, 1])), _id: 1 };
  const indexes = filters.map((_, index) => index);
  const found: { readonly _id: number }[] = [];
  let passed = 0;
  for (const index of isDown ? indexes.toReversed() : indexes) {
    const missing = limit - found.length;
    if (missing <= 0) break;
    const before = Math.max(0, skip - passed);
    const narrower = conditions[index - 1];
    const filter = narrower === undefined ? filters[index] : { $and: [filters[index], { $nor: [narrower] }] };
    const page = await collection
      .find<{ readonly _id: number }>(filter as Filter<R>, { ...by, projection })
      .sort(sort)
      .skip(before)
      .limit(missing)
      .toArray();
    found.push(...page);
    if (page.length === missing) break;
    // A page that is not full tells the count by itself.
    passed += page.length > 0 || before === 0 ? before + page.length : (await countOf(index)) - (await countOf(index - 1));
  }
  return found;
}
