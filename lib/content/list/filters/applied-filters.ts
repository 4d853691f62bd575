import type { Filter, Sort } from 'mongodb';
import { NEWEST, WORDS_INDEX } from '../../../database';
import type { Args } from '../../../registry';
import type {
  Clause,
  DistanceOrder,
  ListFilter,
  PassedValues,
  PostLike,
  PostRecord,
  Query,
  Ranks,
  Repeated,
  Sent,
  Shown,
  TypeField,
  View,
} from '../../types';
import { hidesNothing, protectedFrom } from '../../visibility';
import { orderingArgs, ordersOf, sortArg, sortInLinks } from '../sorting';

type AppliedFilter = readonly [filter: ListFilter, clause: Clause];

const clausesOf = async (filters: readonly ListFilter[], sent: Sent, view: View, shown: Shown): Promise<readonly AppliedFilter[]> => {
  const found = await Promise.all(filters.map(async (filter) => [filter, await filter.where(sent, view, shown)] as const));
  return found.flatMap(([filter, clause]): AppliedFilter[] => (clause === undefined ? [] : [[filter, clause]]));
};

const hasArgs = ({ args }: ListFilter): boolean => Object.keys(args).length > 0;

const conditionOf = ({ condition }: Clause, unprotected: Filter<PostRecord>): object =>
  typeof condition === 'function' ? condition(unprotected) : condition;

/** Picks the index hint of a list by its filters. Undefined lets MongoDB choose between the index of words and another. */
function indexOf(type: Pick<PostLike, 'indexes' | 'order'>, indexes: readonly (string | null | undefined)[]): string | undefined {
  const [own] = (type.indexes ?? []).filter(({ name }) => indexes.includes(name));
  if (!indexes.includes(WORDS_INDEX)) return (own ?? type.order ?? NEWEST).name;
  return own === undefined ? WORDS_INDEX : undefined;
}

export type AppliedFilters = Awaited<ReturnType<typeof applyFilters>>;

/** Applies the filters of a content type to a request. `shown` has the conditions for records that the reader may see. */
export async function applyFilters(
  type: Pick<PostLike, 'filters' | 'indexes' | 'order'>,
  sent: Sent,
  view: View,
  shown: Shown = { records: [], open: {} },
) {
  const always = await clausesOf(
    type.filters.filter((filter) => !hasArgs(filter)),
    sent,
    view,
    shown,
  );
  const shownAlways = { ...shown, records: [...shown.records, ...always.map(([, one]) => conditionOf(one, shown.open))] };
  const applied = [...always, ...(await clausesOf(type.filters.filter(hasArgs), sent, view, shownAlways))];
  const clauses = applied.map(([, clause]) => clause);
  const indexes = clauses.map(({ index }) => index);
  const isFew = indexes.includes(null);
  const isFiltered = isFew || indexes.some((index) => index === WORDS_INDEX || type.indexes?.some(({ name }) => name === index));
  /** Collects the conditions of all clauses. `instead` may return a replacement for the condition of a clause. */
  const conditionsOf = (unprotected: Filter<PostRecord>, instead: (clause: Clause) => object | undefined): object[] =>
    [
      ...clauses.map((one) => instead(one) ?? conditionOf(one, unprotected)),
      ...(clauses.some((one) => one.byHidden) ? [unprotected] : []),
    ].filter((condition) => Object.keys(condition).length > 0);
  return {
    /** Returns the conditions of the list. `nearness` selects one level of relevance in place of the whole search. */
    conditions: (unprotected: Filter<PostRecord>, nearness = -1): readonly object[] =>
      conditionsOf(unprotected, ({ ranks }) => (ranks && 'nearest' in ranks ? ranks.nearest[nearness]?.(unprotected) : undefined)),
    /** Returns the conditions without text searches. Undefined if there is no text search. */
    unsearched: (unprotected: Filter<PostRecord>): readonly object[] | undefined =>
      clauses.some(({ readsTexts }) => readsTexts)
        ? conditionsOf(unprotected, ({ readsTexts }) => (readsTexts ? {} : undefined))
        : undefined,
    /** Alternatives of the conditions that exclude each other, so that their counts add up. Usually there is only one. */
    parts: (clauses.find(({ branches }) => branches)?.branches ?? [undefined]).map((branch) =>
      conditionsOf({}, ({ branches }) => branches && branch),
    ),
    /** True if a filter leaves so few records that the query needs no index hint. */
    isFew,
    /** True if the index of the query begins with a filtered field, false if it begins with the sort field. */
    isFiltered,
    hint: isFew ? undefined : indexOf(type, indexes),
    countHint: isFew ? undefined : indexOf(type, isFiltered ? indexes : clauses.map(({ countIndex }) => countIndex)),
    /** Sort orders that no stored field has, by their names in the arg `sort`. */
    ranks: new Map<string, Ranks | DistanceOrder>(
      applied.flatMap(([filter, { ranks }]) => (ranks ? Object.keys(filter.ranks ?? {}).map((name) => [name, ranks] as const) : [])),
    ),
    /** Searched words in no record, replaced by words that differ by one typing error. */
    corrected: clauses.flatMap(({ corrected = [] }) => corrected),
  };
}

/** Returns the filters' query parameters for page links: those before and those after the parameter `status`. */
export async function linkParams(type: Pick<PostLike, 'filters'>, sent: Sent, view: View): Promise<Required<Repeated>> {
  const repeated = await Promise.all(type.filters.map(async (filter) => filter.links(sent, view)));
  return {
    first: Object.assign({}, ...repeated.map(({ first }) => first)),
    last: Object.assign({}, ...repeated.map(({ last }) => last)),
  };
}

/** Returns the values that filters pass to the fields of found records. Undefined if there are none. */
export const passedToFields = ({ filters }: Pick<PostLike, 'filters'>, sent: Sent): PassedValues | undefined => {
  const passed = filters.flatMap((filter) => filter.passes?.(sent) ?? []);
  return passed.length === 0 ? undefined : Object.assign({}, ...passed);
};

type FieldFilter = NonNullable<TypeField['filter']>;
type ListedType = Pick<PostLike, 'fields' | 'orders' | 'protectable'>;

export function fieldListArgs(type: Parameters<typeof sortArg>[0] & Parameters<typeof orderingArgs>[0]): Args {
  const filters = type.fields.flatMap(({ name, filter }) => (filter ? [[name, filter.arg] as const] : []));
  return { ...Object.fromEntries(filters), ...orderingArgs(type), sort: sortArg(type) };
}

/** Reads the filters and the sort order of a list that belong to fields. */
export async function fieldQuery(type: ListedType, sent: Sent, view: View) {
  const { orderby, order, sort: _, ...rest } = sent;
  const own: Record<string, unknown> = {};
  const found: { readonly name: string; readonly value: unknown; readonly filter: FieldFilter; readonly condition: object }[] = [];
  for (const [name, value] of Object.entries(rest)) {
    const filter = type.fields.find((field) => field.name === name && field.filter)?.filter;
    if (filter) found.push({ name, value, filter, condition: await filter.where(value, view) });
    else own[name] = value;
  }
  const hint = found.find(({ filter }) => filter.hint !== undefined)?.filter.hint;
  const by = typeof orderby === 'string' ? ordersOf(type).get(orderby) : undefined;
  const direction = order === undefined ? (by?.down ? -1 : 1) : order === 'desc' ? -1 : 1;
  return {
    own: own as Sent,
    isFiltered: found.length > 0,
    /** Returns the conditions of the fields as one alternative, or as two that exclude each other. */
    conditions(unprotected: Filter<PostRecord>): readonly (readonly object[])[] {
      const all = found.map(({ condition }) => condition);
      if (all.length === 0 || !type.protectable || hidesNothing(unprotected)) return [all];
      const shown = [unprotected, ...all];
      return found.every(({ filter, value }) => filter.blank?.(value)) ? [shown, [protectedFrom(unprotected)]] : [shown];
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
      const repeated = found.map(
        async ({ name, value, filter }) => [name, filter.inLinks ? await filter.inLinks(value, view) : value] as const,
      );
      return { ...Object.fromEntries(await Promise.all(repeated)), orderby, order, sort: sortInLinks(sent) };
    },
  };
}
