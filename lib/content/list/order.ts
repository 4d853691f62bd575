import type { Sort } from 'mongodb';
import type { IdTiers } from '../../database';
import type { MatchTiers, PostLike, Sent } from '../types';
import { type AppliedFilters, isMatch } from './clauses';
import { ordersOf, type RequestedOrder, type SortedType, sortsOf } from './sorting';

type OrderedType = Omit<SortedType, 'names'> & Pick<PostLike, 'sort'>;

/** The order of a list: by tiers, if there are any, and within each tier by a MongoDB sort order. */
export interface ListOrder {
  readonly sort: Sort;
  readonly tiers?: RequestedTiers | undefined;
  /** The names of indexes in the order that each arg requests. `leading` has only the first of several orders in `sort`. */
  readonly indexes: Readonly<Partial<Record<'sort' | 'leading' | 'orderby', string | undefined>>>;
}

/** The tiers of a filter that order a list. `isDown` reverses them. */
export interface RequestedTiers {
  readonly from: IdTiers | MatchTiers;
  readonly isDown: boolean;
}

const NEWEST_FIRST: Sort = { date: -1, _id: -1 };

/**
 * Decides the order of a list. The first of these applies: the arg `sort`, the arg `orderby`, the best match of a search first, the default
 * of the type. `own` has the params of the type's own filters, and `offered` the tiers that these filters offer.
 */
export function orderOf(type: OrderedType, sent: Sent, own: Sent, offered: AppliedFilters['tiers']): ListOrder {
  const usual = inDirection(type.sort?.(own) ?? NEWEST_FIRST, sent);
  if (sent['sort'] !== undefined) return bySort(type, sent['sort'] as readonly RequestedOrder[], { usual, offered });
  const orderby = byOrderby(type, sent);
  if (orderby) return orderby;
  const match = [...offered.values()].find(isMatch);
  return match ? { sort: match.sort, tiers: { from: match, isDown: false }, indexes: {} } : { sort: usual, indexes: {} };
}

/** Returns the order of the arg `sort`. If the first name is an order by tiers, the tiers precede the stored fields. */
function bySort(
  type: Omit<SortedType, 'names'>,
  requested: readonly RequestedOrder[],
  { usual, offered }: { readonly usual: Sort; readonly offered: AppliedFilters['tiers'] },
): ListOrder {
  const sorts = sortsOf(type);
  const [first] = requested;
  const ofFilter = first && sorts.get(first.name) === null ? first : undefined;
  const from = ofFilter && offered.get(ofFilter.name);
  const stored = requested.flatMap(({ name, isDown }) => {
    const order = sorts.get(name);
    return order ? [{ ...order, direction: isDown ? (-1 as const) : (1 as const) }] : [];
  });
  const last = stored.at(-1);
  const byFields = last && { ...Object.fromEntries(stored.map(({ field, direction }) => [field, direction])), _id: last.direction };
  return {
    sort: byFields ?? (from && isMatch(from) ? from.sort : usual),
    tiers: from && { from, isDown: ofFilter?.isDown === true },
    indexes: {
      sort: stored.length === 1 ? stored[0]?.hint : undefined,
      leading: stored.length > 1 && ofFilter === undefined ? stored[0]?.hint : undefined,
    },
  };
}

/** Returns the order of the args `orderby` and `order`. Undefined without `orderby`. */
function byOrderby(type: Pick<PostLike, 'orders' | 'fields'>, { orderby, order }: Sent): ListOrder | undefined {
  const found = typeof orderby === 'string' ? ordersOf(type).get(orderby) : undefined;
  if (found === undefined) return undefined;
  const isDown = order === undefined ? found.down === true : order === 'desc';
  const direction = isDown ? -1 : 1;
  return { sort: { [found.field]: direction, _id: direction }, indexes: { orderby: found.hint } };
}

/** Reverses a sort order if the arg `order` requests the other direction. */
function inDirection(sort: Sort, { order }: Sent): Sort {
  const entries = Object.entries(sort as Readonly<Record<string, 1 | -1>>);
  const natural = entries[0]?.[1] === -1 ? 'desc' : 'asc';
  return order === undefined || order === natural ? sort : Object.fromEntries(entries.map(([field, way]) => [field, -way as 1 | -1]));
}

/** Returns the value of the arg `sort` for page links, in the form that the client sent. */
export const sortInLinks = ({ sort }: Sent): readonly string[] | undefined =>
  (sort as readonly RequestedOrder[] | undefined)?.map(({ name, isDown }) => (isDown ? `-${name}` : name));
