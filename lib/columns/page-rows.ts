import type { RankedBy } from '../records/ranked-page';
import type { PlacedRecord, RowOrder, RowRanks } from './answers';
import { listLength } from './column';
import { keepThose, leaveOutThose, type Mask, removeRow, rowsIn } from './mask';
import type { Selected } from './table';

/** Places of a list, from its beginning, up to the end of the last page that is put in order here: the database walks an index as far as quickly. */
export const MOST_PLACES = 10_000;

type Compare = (one: number, other: number) => number;

/** The tier of each row, the nearest of what it names; -1: it is in none. Undefined where no column tells what it names. */
const tiersBy = ({ rows, mask, column }: Selected, { field, tiers }: RankedBy): Int32Array | undefined => {
  const tierOf = new Map(tiers.flatMap((ids, tier) => ids.map((id) => [id, tier] as const)));
  const as = field === '_id' ? undefined : column(field).as;
  if (as !== undefined && as.type !== 'lists') return undefined;
  const found = new Int32Array(rows.size()).fill(-1);
  const { pool, starts, lengths } = as?.arrays() ?? {};
  for (const row of rowsIn(mask)) {
    let nearest = as === undefined ? (tierOf.get(rows.idAt(row)) ?? tiers.length) : tiers.length;
    const start = starts?.[row] ?? 0;
    const end = start + (lengths === undefined ? 0 : listLength(lengths, row));
    for (let at = start; at < end; at += 1) nearest = Math.min(nearest, tierOf.get(pool?.[at] as number) ?? tiers.length);
    if (nearest < tiers.length) found[row] = nearest;
  }
  return found;
};

/** Whether a path holds what has an order here, be it that some rows hold something else. */
export const isOrdered = ({ column }: Selected, path: string): boolean => path === '_id' || column(path).as.type === 'instants';

/** What compares two rows; undefined where a column has no order of its own, or something else than what has one. */
const comparison = ({ rows, column }: Selected, sort: RowOrder['sort']): Compare | undefined => {
  const orders = sort.map(([path, direction]) => {
    if (path === '_id') return { direction, orderAt: rows.idAt };
    const { as } = column(path);
    return as.type === 'instants' && as.isOrdered() ? { direction, orderAt: as.orderAt } : undefined;
  });
  if (!orders.every((one) => one !== undefined)) return undefined;
  return (one, other) => {
    for (const { direction, orderAt } of orders) {
      const difference = (orderAt(one) - orderAt(other)) * direction;
      if (difference !== 0) return difference;
    }
    return 0;
  };
};

/** The first rows of a mask, so many, in an order. */
const firstRows = (mask: Mask, most: number, compare: Compare): number[] => {
  let found: number[] = [];
  let last: number | undefined;
  const cut = (): void => {
    found.sort(compare);
    found = found.slice(0, most);
    last = found.length === most ? found[most - 1] : undefined;
  };
  for (const row of rowsIn(mask)) {
    if (last !== undefined && compare(row, last) >= 0) continue;
    found.push(row);
    if (found.length >= 2 * most + 64) cut();
  }
  cut();
  return found;
};

/** The first rows, so many, by tiers of what a field names. */
const firstByTiers = (selected: Selected, ranks: RankedBy, most: number, bySort: Compare): number[] | undefined => {
  const tiers = tiersBy(selected, ranks);
  if (tiers === undefined) return undefined;
  const way = ranks.isDown ? -1 : 1;
  const mask = selected.mask.slice();
  for (const row of rowsIn(mask)) if ((tiers[row] as number) < 0) removeRow(mask, row);
  return firstRows(mask, most, (one, other) => way * ((tiers[one] as number) - (tiers[other] as number)) || bySort(one, other));
};

/** The same by the first of some conditions that they meet, and those that meet none behind. */
const firstByConditions = (
  { mask, within }: Selected,
  { conditions, isDown }: Exclude<RowRanks, RankedBy>,
  most: number,
  bySort: Compare,
): number[] | undefined => {
  const rest = mask.slice();
  const tiers: Mask[] = [];
  for (const condition of conditions) {
    const tier = within(condition);
    if (tier === undefined) return undefined;
    keepThose(tier, rest);
    leaveOutThose(rest, tier);
    tiers.push(tier);
  }
  tiers.push(rest);
  const found: number[] = [];
  for (const tier of isDown ? tiers.toReversed() : tiers)
    if (found.length < most) found.push(...firstRows(tier, most - found.length, bySort));
  return found;
};

/** The records of a page; undefined where the columns do not tell their order. */
export function pageRows(
  selected: Selected,
  { sort, ranks, skip, limit }: RowOrder & { readonly skip: number; readonly limit: number },
): readonly PlacedRecord[] | undefined {
  const bySort = comparison(selected, sort);
  if (bySort === undefined) return undefined;
  const { rows, column, mask } = selected;
  const most = skip + limit;
  const first = () => {
    if (ranks === undefined) return firstRows(mask, most, bySort);
    return 'tiers' in ranks ? firstByTiers(selected, ranks, most, bySort) : firstByConditions(selected, ranks, most, bySort);
  };
  return first()
    ?.slice(skip)
    .map((row) => {
      const placed: Record<string, unknown> & { _id: number } = { _id: rows.idAt(row) };
      for (const [path] of sort) if (path !== '_id') placed[path] = column(path).valueAt(row);
      return placed;
    });
}
