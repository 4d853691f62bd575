import type { Filter, Sort } from 'mongodb';
import type { Args } from '../../../registry';
import type { PostLike, PostRecord, Query, Sent, View } from '../../types';
import { hidesNothing, protectedFrom } from '../../visibility';
import { orderingArgs, ordersOf } from '../sort/ordering';
import { sortArg, sortInLinks } from '../sort/sorting';

/** The parts of a content type that describe its list. */
type ListedType = Pick<PostLike, 'fields' | 'orders' | 'names' | 'protectable'>;

/** The list args that come from fields: filters, `orderby`, `order` and `sort`. */
export function fieldListArgs(type: ListedType & Parameters<typeof sortArg>[0]): Args {
  const filters = type.fields.flatMap(({ name, filter }) => (filter ? [[name, filter.arg] as const] : []));
  return { ...Object.fromEntries(filters), ...orderingArgs(type), sort: sortArg(type) };
}

/** The part of a list query that comes from fields. */
export interface FieldQuery {
  /** The filters of the content type itself. */
  readonly own: Sent;
  /**
   * The alternatives of the fields' conditions: one, or two that exclude each other. `unprotected` restricts matches in protected parts to readers
   * of these parts.
   */
  conditions(unprotected: Filter<PostRecord>): readonly (readonly object[])[];
  readonly isFiltered: boolean;
  readonly hint: string | undefined;
  readonly sort: Readonly<Record<string, 1 | -1>> | undefined;
  /** Turns the default order around if `order` asks for that. */
  inDirection(sort: Sort): Sort;
  /** The query parameters that links repeat, after those of the content type itself. */
  links(): Promise<Query>;
}

/** Reads the filters and the order that fields add to a list. */
export async function fieldQuery(type: ListedType, sent: Sent, view: View): Promise<FieldQuery> {
  const { orderby, order, sort: _, ...rest } = sent;
  const own: Record<string, unknown> = {};
  const found: { readonly name: string; readonly condition: object; readonly blank: boolean; inLinks(): unknown }[] = [];
  let hint: string | undefined;
  for (const [name, value] of Object.entries(rest)) {
    const filter = type.fields.find((field) => field.name === name && field.filter)?.filter;
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
  const by = typeof orderby === 'string' ? ordersOf(type).get(orderby) : undefined;
  const direction = order === undefined ? (by?.down ? -1 : 1) : order === 'desc' ? -1 : 1;
  return {
    own,
    isFiltered: found.length > 0,
    conditions(unprotected) {
      const all = found.map(({ condition }) => condition);
      if (all.length === 0 || !type.protectable || hidesNothing(unprotected)) return [all];
      const shown = [unprotected, ...all];
      return found.every(({ blank }) => blank) ? [shown, [protectedFrom(unprotected)]] : [shown];
    },
    // With both a filter and an order, either index may be better: the server picks.
    hint: by ? (hint === undefined ? by.hint : undefined) : hint,
    sort: by && { [by.field]: direction, _id: direction },
    inDirection(sort) {
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
