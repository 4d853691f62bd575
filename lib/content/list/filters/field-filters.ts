import type { Filter, Sort } from 'mongodb';
import type { Args } from '../../../registry';
import type { PostLike, PostRecord, Query, Sent, View } from '../../types';
import { hidesNothing, protectedFrom } from '../../visibility';
import { orderingArgs, ordersOf, sortArg, sortInLinks } from '../sorting';

type ListedType = Pick<PostLike, 'fields' | 'orders' | 'protectable'>;

export function fieldListArgs(type: Parameters<typeof sortArg>[0] & Parameters<typeof orderingArgs>[0]): Args {
  const filters = type.fields.flatMap(({ name, filter }) => (filter ? [[name, filter.arg] as const] : []));
  return { ...Object.fromEntries(filters), ...orderingArgs(type), sort: sortArg(type) };
}

/** Reads the filters and the sort order of a list that belong to fields. */
export async function fieldQuery(type: ListedType, sent: Sent, view: View) {
  const { orderby, order, sort: _, ...rest } = sent;
  const own: Record<string, unknown> = {};
  const found: { readonly name: string; readonly condition: object; readonly blank: boolean; inLinks(): unknown }[] = [];
  let hint: string | undefined;
  for (const [name, value] of Object.entries(rest)) {
    const filter = type.fields.find((field) => field.name === name && field.filter)?.filter;
    if (filter === undefined) {
      own[name] = value;
      continue;
    }
    found.push({
      name,
      condition: await filter.where(value, view),
      blank: filter.blank?.(value) ?? false,
      inLinks: () => (filter.inLinks ? filter.inLinks(value, view) : value),
    });
    hint ??= filter.hint;
  }
  const by = typeof orderby === 'string' ? ordersOf(type).get(orderby) : undefined;
  const direction = order === undefined ? (by?.down ? -1 : 1) : order === 'desc' ? -1 : 1;
  return {
    own: own as Sent,
    isFiltered: found.length > 0,
    /**
     * Returns the conditions of the fields as one alternative, or as two that exclude each other. `unprotected` restricts matches in
     * password-protected parts to their readers.
     */
    conditions(unprotected: Filter<PostRecord>): readonly (readonly object[])[] {
      const all = found.map(({ condition }) => condition);
      if (all.length === 0 || !type.protectable || hidesNothing(unprotected)) return [all];
      const shown = [unprotected, ...all];
      return found.every(({ blank }) => blank) ? [shown, [protectedFrom(unprotected)]] : [shown];
    },
    // With both a filter and a sort order, either index may be better: MongoDB picks.
    hint: by ? (hint === undefined ? by.hint : undefined) : hint,
    sort: by && ({ [by.field]: direction, _id: direction } as const),
    /** Reverses the default sort order if the arg `order` requests the other direction. */
    inDirection(sort: Sort): Sort {
      const entries = Object.entries(sort as Readonly<Record<string, 1 | -1>>);
      const natural = entries[0]?.[1] === -1 ? 'desc' : 'asc';
      return order === undefined || order === natural ? sort : Object.fromEntries(entries.map(([field, way]) => [field, -way as 1 | -1]));
    },
    async links(): Promise<Query> {
      const repeated = await Promise.all(found.map(async ({ name, inLinks }) => [name, await inLinks()] as const));
      return { ...Object.fromEntries(repeated), orderby, order, sort: sortInLinks(sent) };
    },
  };
}
