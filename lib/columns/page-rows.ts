import type { RankedBy } from '../records/ranked-page';
import type { PlacedRecord, RowOrder } from './answers';
import type { Selected } from './table';

/** Places of a list, from its beginning, up to the end of the last page that is put in order here: the database walks an index as far as quickly. */
export const MOST_PLACES = 10_000;

type Compare = (one: number, other: number) => number;

/** The tier of each row, the nearest of what it names; -1: it is in none. Undefined where no column tells what it names. */
const tiersBy = ({ rows, mask, column }: Selected, { field, tiers }: RankedBy): Int32Array | undefined => {
  const tierOf = new Map(tiers.flatMap((ids, tier) => ids.map((id) => [id, tier] as const)));
  const as = field === '_id' ? undefined : column(field).as;
  if (as !== undefined && as.type !== 'lists') return undefined;
  const found = new Int32Array(mask.length).fill(-1);
  const pool = as?.pool();
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 0) continue;
    let nearest = as === undefined ? (tierOf.get(rows.idAt(row)) ?? tiers.length) : tiers.length;
    const start = as?.startAt(row) ?? 0;
    const end = start + (as?.lengthAt(row) ?? 0);
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
const firstRows = (mask: Uint8Array, most: number, compare: Compare): number[] => {
  let found: number[] = [];
  let last: number | undefined;
  const cut = (): void => {
    found.sort(compare);
    found = found.slice(0, most);
    last = found.length === most ? found[most - 1] : undefined;
  };
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 0 || (last !== undefined && compare(row, last) >= 0)) continue;
    found.push(row);
    if (found.length >= 2 * most + 64) cut();
  }
  cut();
  return found;
};

/** The records of a page; undefined where the columns do not tell their order. */
export function pageRows(
  selected: Selected,
  { sort, ranks, skip, limit }: RowOrder & { readonly skip: number; readonly limit: number },
): readonly PlacedRecord[] | undefined {
  const bySort = comparison(selected, sort);
  if (bySort === undefined) return undefined;
  const { rows, column } = selected;
  let { mask } = selected;
  let compare = bySort;
  if (ranks !== undefined) {
    const tiers = tiersBy(selected, ranks);
    if (tiers === undefined) return undefined;
    const way = ranks.isDown ? -1 : 1;
    mask = mask.map((isIn, row) => Number(isIn === 1 && (tiers[row] as number) >= 0));
    compare = (one, other) => way * ((tiers[one] as number) - (tiers[other] as number)) || bySort(one, other);
  }
  return firstRows(mask, skip + limit, compare)
    .slice(skip)
    .map((row) => {
      const placed: Record<string, unknown> & { _id: number } = { _id: rows.idAt(row) };
      for (const [path] of sort) if (path !== '_id') placed[path] = column(path).valueAt(row);
      return placed;
    });
}
