import type { Collection, Filter, Sort } from 'mongodb';
import { sortKey, toSort } from '../../query';
import { fieldAt } from '../driver/paths';
import type { Stored } from './record';

/** Tiers of IDs, and the field that links to them. With `isDown` the last tier comes first. */
export interface LinkedTiers {
  readonly field: string;
  readonly tiers: readonly (readonly number[])[];
  readonly isDown: boolean;
}

/** A page of a list that is ordered by tiers, then by `sort`. */
interface TieredQuery<R> {
  readonly filter: Filter<R>;
  readonly sort: Sort;
  readonly skip: number;
  readonly limit: number;
  readonly tiers: LinkedTiers;
}

/** The number of tiers in the first query. It doubles with each query up to the most. */
const FIRST_TIERS = 4;
const MOST_TIERS = 256;

/** The most records that are sorted in memory. The database sorts larger tiers. */
const MOST_SORTED = 500;

interface Identified {
  readonly _id: number;
}

/** Reads the IDs of a page that is ordered by tiers, several tiers at a time. Records before the page are counted. */
export async function tieredPage<R extends Stored>(
  collection: Collection<R>,
  { filter, sort, skip, limit, tiers: { field, tiers, isDown } }: TieredQuery<R>,
): Promise<readonly Identified[]> {
  const order = toSort(sort);
  const projection = Object.fromEntries([field, ...order.map(([path]) => path), '_id'].map((path) => [path, 1]));
  const tierOf = new Map(tiers.flatMap((ids, tier) => ids.map((id) => [id, tier] as const)));
  const way = isDown ? -1 : 1;

  /** The records of some tiers that link to no earlier tier. */
  const within = (from: number, to: number): Filter<R> => {
    const nearer = tiers.slice(0, from).flat();
    const named = { $in: tiers.slice(from, to).flat(), ...(nearer.length > 0 && { $nin: nearer }) };
    return { $and: [{ [field]: named }, filter] } as Filter<R>;
  };
  const sorted = async (where: Filter<R>): Promise<Identified[]> => {
    const records = await collection.find<Identified>(where, { projection }).toArray();
    const placed = records.map((record) => ({
      _id: record._id,
      tier: Math.min(...[fieldAt(record, field)].flat().flatMap((id) => tierOf.get(id as number) ?? [])),
      key: sortKey(record, order),
    }));
    placed.sort((one, other) => way * (one.tier - other.tier) || one.key.compare(other.key));
    return placed;
  };

  let passed = 0;
  const found: Identified[] = [];
  const look = async (from: number, to: number): Promise<void> => {
    const where = within(from, to);
    const count = await collection.countDocuments(where);
    const before = Math.max(0, skip - passed);
    const missing = limit - found.length;
    if (before < count && count > MOST_SORTED && to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      const halves: readonly (readonly [number, number])[] = [
        [from, middle],
        [middle, to],
      ];
      for (const half of isDown ? halves.toReversed() : halves) if (found.length < limit) await look(...half);
      return;
    }
    passed += count;
    if (before >= count || missing <= 0) return;
    const page =
      count > MOST_SORTED
        ? await collection
            .find<Identified>(where, { projection: { _id: 1 } })
            .sort(sort)
            .skip(before)
            .limit(missing)
            .toArray()
        : (await sorted(where)).slice(before, before + missing);
    for (const { _id } of page) found.push({ _id });
  };

  for (let at = 0, many = FIRST_TIERS; at < tiers.length && found.length < limit; many = Math.min(2 * many, MOST_TIERS)) {
    const some = Math.min(many, tiers.length - at);
    await (isDown ? look(tiers.length - at - some, tiers.length - at) : look(at, at + some));
    at += some;
  }
  return found;
}
