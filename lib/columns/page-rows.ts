import type { RankedBy } from '../records/ranked-page';
import type { PlacedRecord, RowOrder, RowRanks } from './answers';
import { listLength } from './column';
import { keepThose, keepWithin, leaveOutThose, type Mask, removeRow, rowsIn } from './mask';
import { type NumberedOrder, rowAt } from './row-at';
import type { Selected } from './table';

/** Places of a list by ranks, from its beginning, up to the end of the last page that is put in order here. */
export const MOST_RANKED = 10_000;

/** Up to so many rows are put in order from the first on, of a list without ranks. */
const SHALLOW = 500;

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

/** What compares two rows by a number of each. */
interface Numbered {
  numberOf(row: number): number;
  /** Leaves out of a mask rows whose number is greater. */
  keepUpTo?(mask: Mask, greatest: number): void;
}

/** What compares two rows, and first of all by a number of each. */
interface Comparison extends Numbered {
  readonly compare: Compare;
}

const numberedBy = ({ rows, column }: Selected, path: string, direction: number): Numbered | undefined => {
  if (path === '_id') return { numberOf: (row) => rows.idAt(row) * direction };
  const { as } = column(path);
  const orders = as.type === 'instants' ? as.orders() : undefined;
  return (
    orders && {
      numberOf: (row) => (orders[row] as number) * direction,
      keepUpTo(mask, greatest) {
        if (direction > 0) keepWithin(mask, orders, Number.NEGATIVE_INFINITY, greatest);
        else keepWithin(mask, orders, -greatest, Number.POSITIVE_INFINITY);
      },
    }
  );
};

/** What compares two rows; undefined where a column has no order of its own, or something else than what has one. */
const comparison = (selected: Selected, sort: RowOrder['sort']): (Comparison & NumberedOrder) | undefined => {
  const numbers = sort.map(([path, direction]) => numberedBy(selected, path, direction));
  if (!numbers.every((one) => one !== undefined)) return undefined;
  const compare: Compare = (one, other) => {
    for (const { numberOf } of numbers) {
      const difference = numberOf(one) - numberOf(other);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return { numberOf: () => 0, ...numbers[0], numbers: numbers.map(({ numberOf }) => numberOf), compare };
};

/** How many bytes of a mask are looked at first, here and there: what comes behind the first of those rows need not be put in order. */
const SAMPLE = 256;

const sampleOf = (mask: Mask): Mask => {
  const sample = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at += Math.ceil(mask.length / SAMPLE)) sample[at] = mask[at] as number;
  return sample;
};

/** The first rows of a mask, so many, in an order. */
const firstRows = (mask: Mask, most: number, comparison: Comparison): number[] => {
  const { keepUpTo, ...exact } = comparison;
  const isLarge = keepUpTo !== undefined && mask.length > 8 * SAMPLE;
  const last = isLarge ? firstOf(sampleOf(mask), most, exact)[most - 1] : undefined;
  if (last === undefined) return firstOf(mask, most, exact);
  const some = mask.slice();
  keepUpTo?.(some, exact.numberOf(last));
  return firstOf(some, most, exact);
};

const firstOf = (mask: Mask, most: number, { compare, numberOf }: Comparison): number[] => {
  let found: number[] = [];
  let last: number | undefined;
  let greatest = Number.POSITIVE_INFINITY;
  const cut = (): void => {
    found.sort(compare);
    found = found.slice(0, most);
    last = found.length === most ? found[most - 1] : undefined;
    if (last !== undefined) greatest = numberOf(last);
  };
  const rows = rowsIn(mask);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    if (numberOf(row) > greatest || (last !== undefined && compare(row, last) >= 0)) continue;
    found.push(row);
    if (found.length >= 2 * most + 64) cut();
  }
  cut();
  return found;
};

/** The rows of a mask from a place on, so many, in an order that tells any two apart. */
const rowsFrom = (mask: Mask, skip: number, limit: number, order: Comparison & NumberedOrder): number[] => {
  if (skip + limit <= SHALLOW) return firstRows(mask, skip + limit, order).slice(skip);
  const first = rowAt(mask, skip, order);
  if (first === undefined) return [];
  const rest = mask.slice();
  for (const row of rowsIn(mask)) if (order.compare(row, first) < 0) removeRow(rest, row);
  return firstRows(rest, limit, order);
};

/** The first rows, so many, by tiers of what a field names. */
const firstByTiers = (selected: Selected, ranks: RankedBy, most: number, { compare }: Comparison): number[] | undefined => {
  const tiers = tiersBy(selected, ranks);
  if (tiers === undefined) return undefined;
  const way = ranks.isDown ? -1 : 1;
  const mask = selected.mask.slice();
  for (const row of rowsIn(mask)) if ((tiers[row] as number) < 0) removeRow(mask, row);
  const numberOf = (row: number) => way * (tiers[row] as number);
  return firstRows(mask, most, { numberOf, compare: (one, other) => numberOf(one) - numberOf(other) || compare(one, other) });
};

/** The same by the first of some conditions that they meet, and those that meet none behind. */
const firstByConditions = (
  { mask, within }: Selected,
  { conditions, isDown }: Exclude<RowRanks, RankedBy>,
  most: number,
  bySort: Comparison,
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

/** The first rows, so many, by ranks and then in an order. */
const firstByRanks = (selected: Selected, ranks: RowRanks, most: number, bySort: Comparison): number[] | undefined =>
  'tiers' in ranks ? firstByTiers(selected, ranks, most, bySort) : firstByConditions(selected, ranks, most, bySort);

/** The records of a page; undefined where the columns do not tell their order. */
export function pageRows(
  selected: Selected,
  { sort, ranks, skip, limit }: RowOrder & { readonly skip: number; readonly limit: number },
): readonly PlacedRecord[] | undefined {
  const bySort = comparison(selected, sort);
  if (bySort === undefined) return undefined;
  const { rows, column, mask } = selected;
  const found =
    ranks === undefined ? rowsFrom(mask, skip, limit, bySort) : firstByRanks(selected, ranks, skip + limit, bySort)?.slice(skip);
  return found?.map((row) => {
    const placed: Record<string, unknown> & { _id: number } = { _id: rows.idAt(row) };
    for (const [path] of sort) if (path !== '_id') placed[path] = column(path).valueAt(row);
    return placed;
  });
}
