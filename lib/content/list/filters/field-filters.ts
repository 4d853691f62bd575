import type { Filter, Sort } from 'mongodb';
import type { Args } from '../../../registry';
import type { PostLike, PostRecord, Query, Sent, View } from '../../types';
import { closedTo, hidesNothing } from '../../visibility';
import { orderingArgs, ordersOf } from '../sort/ordering';
import { sortArg, sortInLinks } from '../sort/sorting';

/** What of a kind its list is made of. */
type Listed = Pick<PostLike, 'fields' | 'orders' | 'names' | 'protectable'>;

/** The args of the list that fields bring with them, and those that order it. */
export function fieldListArgs(kind: Listed & Parameters<typeof sortArg>[0]): Args {
  const filters = kind.fields.flatMap(({ name, filter }) => (filter ? [[name, filter.arg] as const] : []));
  return { ...Object.fromEntries(filters), ...orderingArgs(kind), sort: sortArg(kind) };
}

/** What fields say of a list: conditions, order, index, and what links repeat. */
export interface FieldQuery {
  /** The filters of the kind itself. */
  readonly own: Sent;
  /**
   * The conditions, given what keeps hidden parts to those who may see them: one set of them, or two of which a record meets one at most. Which of
   * two hold, no index tells by itself.
   */
  conditions(open: Filter<PostRecord>): readonly (readonly object[])[];
  readonly narrowed: boolean;
  readonly hint: string | undefined;
  readonly sort: Readonly<Record<string, 1 | -1>> | undefined;
  /** The order of the kind itself, in the direction that was asked for without an `orderby`. */
  turned(sort: Sort): Sort;
  /** What links repeat of it, behind what the kind itself repeats. */
  links(): Promise<Query>;
}

/** Reads what a list is asked for beyond the kind's own filters. */
export async function fieldQuery(kind: Listed, sent: Sent, view: View): Promise<FieldQuery> {
  const { orderby, order, sort: _, ...rest } = sent;
  const own: Record<string, unknown> = {};
  const found: { readonly name: string; readonly condition: object; readonly blank: boolean; inLinks(): unknown }[] = [];
  let hint: string | undefined;
  for (const [name, value] of Object.entries(rest)) {
    const filter = kind.fields.find((field) => field.name === name && field.filter)?.filter;
    if (filter === undefined) own[name] = value;
    else {
      found.push({
        name,
        condition: await filter.where(value, view),
        blank: filter.blank?.(value) ?? false,
        inLinks: () => (filter.inLinks ? filter.inLinks(value, view) : value),
      });
      hint ??= filter.hint;
    }
  }
  const by = typeof orderby === 'string' ? ordersOf(kind).get(orderby) : undefined;
  const direction = order === undefined ? (by?.down ? -1 : 1) : order === 'desc' ? -1 : 1;
  return {
    own,
    narrowed: found.length > 0,
    conditions(open) {
      const all = found.map(({ condition }) => condition);
      if (all.length === 0 || !kind.protectable || hidesNothing(open)) return [all];
      const shown = [open, ...all];
      return found.every(({ blank }) => blank) ? [shown, [closedTo(open)]] : [shown];
    },
    // With an order of its own a narrowed list is the server's choice: either index can be the better one.
    hint: by ? (hint === undefined ? by.hint : undefined) : hint,
    sort: by && { [by.field]: direction, _id: direction },
    turned(sort) {
      const entries = Object.entries(sort as Readonly<Record<string, 1 | -1>>);
      const natural = entries[0]?.[1] === -1 ? 'desc' : 'asc';
      return order === undefined || order === natural
        ? sort
        : Object.fromEntries(entries.map(([field, way]) => [field, way === 1 ? -1 : 1]));
    },
    async links() {
      const repeated = await Promise.all(found.map(async ({ name, inLinks }) => [name, await inLinks()] as const));
      return { ...Object.fromEntries(repeated), orderby, order, sort: sortInLinks(sent) };
    },
  };
}
