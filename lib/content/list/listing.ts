import type { Filter, Sort } from 'mongodb';
import { readExactly } from '../../cache';
import { byIndex, type LinkedTiers, NEWEST, type NestedTiers, type PageQuery, type Posts, WORDS_INDEX } from '../../database';
import { errors } from '../../errors';
import type { Args } from '../../registry';
import { listedLanguages, listLanguages } from '../translations';
import type { Clause, DistanceOrder, ListFilter, PassedValues, PostLike, PostRecord, Ranks, Repeated, Sent, Shown, View } from '../types';
import { hidesNothing, listVisibility, protectedFrom, translatedFor } from '../visibility';
import { orderingArgs, ordersOf, type RequestedOrder, type SortedType, sortArg, sortInLinks, sortingOf } from './sorting';

export interface ListRequest {
  readonly filters: Sent;
  readonly view: View;
  readonly status: readonly PostRecord['status'][] | undefined;
  readonly conditions?: readonly object[];
}

/** A list as a MongoDB query, with the query parameters for its page links. */
export interface Listing<R extends PostRecord> extends Required<Pick<PageQuery<R>, 'filter' | 'parts'>> {
  readonly sort: Sort;
  readonly hint: string | undefined;
  readonly countHint: string | undefined;
  readonly leadingHint: string | undefined;
  /** The order that precedes `sort`, for example relevance. */
  readonly tiers: LinkedTiers | NestedTiers<R> | undefined;
  /** Searched words in no record, replaced by words that differ by one typing error. */
  readonly corrected: readonly string[];
  links(): Promise<Required<Repeated>>;
}

const NEWEST_FIRST: Sort = { date: -1, _id: -1 };

/** Turns a request for a list into a MongoDB query: visibility, languages, filters and sort order. */
export async function listingOf<R extends PostRecord>(
  type: PostLike<R>,
  { filters, view: requested, status, conditions: more = [] }: ListRequest,
): Promise<Listing<R>> {
  const languages = listedLanguages(filters, requested.language, type.served);
  const view = languages.length > 1 ? { ...requested, languages } : requested;
  const byFields = await fieldQuery(type, filters, view);
  const visibility = listVisibility(view.user, type.plural, status, view.password);
  const { unprotected } = visibility;
  const inLanguages = listLanguages(languages, filters, (other) => translatedFor(other, view.user, type.plural, status));
  const applied = await applyFilters(type, byFields.own, view, {
    records: [...inLanguages.whole, visibility.records],
    open: unprotected,
  });
  const joined = (language: readonly object[], records: object, filtered: readonly object[], ofFields: readonly object[]) =>
    ({ $and: [...language, records, ...filtered, ...more, ...ofFields] }) as Filter<R>;
  const alternatives = byFields.conditions(unprotected);
  const ofFields = alternatives.length > 1 ? [{ $or: alternatives.map((conditions) => ({ $and: conditions })) }] : alternatives.flat();
  const filterWith = (filtered: readonly object[]) => joined(inLanguages.whole, visibility.records, filtered, ofFields);
  const filter = filterWith(applied.conditions(unprotected));
  const parts = inLanguages.parts.flatMap((language) =>
    (visibility.parts ?? [visibility]).flatMap((part) => {
      const filtered = applied.conditions(part.unprotected);
      return byFields.conditions(part.unprotected).map((conditions) => joined(language, part.records, filtered, conditions));
    }),
  );
  const sorting = sortingOf(type, filters);
  const rank = sorting || byFields.sort ? sorting?.rank : defaultRank(applied.ranks);
  const ranks = rank && applied.ranks.get(rank.name);
  const defaultSort = byFields.inDirection(type.sort?.(byFields.own) ?? NEWEST_FIRST);
  const nestedTiers = ({ nearest }: DistanceOrder) => ({
    filters: [...nearest.map((_, level) => filterWith(applied.conditions(unprotected, level))), filter],
    conditions: nearest.map((condition) => condition(unprotected)),
  });
  // With a filter, MongoDB picks the better index: that of the order or that of the filter.
  const isFiltered = applied.isFiltered || byFields.isFiltered;
  // The filters give no hint if few records pass them. MongoDB then finds the best index itself.
  const hintOf = (hint: string | undefined) =>
    hint === undefined || (byFields.sort && byFields.isFiltered) ? undefined : (byFields.hint ?? hint);
  const countHint = hintOf(applied.countHint);
  const unsearched = applied.unsearched(unprotected);
  // A text that is added later does not make a cached answer invalid.
  if (unsearched !== undefined) await readExactly([], () => assertFewTexts(type.posts, filterWith(unsearched), countHint));
  return {
    filter,
    parts,
    sort: (sorting ? sorting.sort : byFields.sort) ?? (ranks && isNearest(ranks) ? ranks.sort : defaultSort),
    hint: sorting?.hint === undefined ? hintOf(applied.hint) : isFiltered ? undefined : sorting.hint,
    countHint,
    leadingHint: isFiltered ? undefined : sorting?.leadingHint,
    tiers: rank && ranks && { ...(isNearest(ranks) ? nestedTiers(ranks) : ranks), isDown: rank.isDown },
    corrected: applied.corrected,
    async links() {
      const [repeated, last] = await Promise.all([linkParams(type, byFields.own, view), byFields.links()]);
      return { first: repeated.first, last: { ...repeated.last, ...last } };
    },
  };
}

const isNearest = (ranks: Ranks | DistanceOrder): ranks is DistanceOrder => 'nearest' in ranks;

/** Returns the default order of a list with a search by words: most relevant first. Undefined without a search. */
function defaultRank(ranks: ReadonlyMap<string, Ranks | DistanceOrder>): RequestedOrder | undefined {
  const found = [...ranks].find(([, one]) => isNearest(one));
  return found && { name: found[0], isDown: false };
}

export async function firstFew<R extends PostRecord>(type: PostLike<R>, request: ListRequest, most: number): Promise<readonly R[]> {
  const { filter, sort, hint } = await listingOf(type, request);
  return type.posts.collection().find<R>(filter, byIndex(hint)).sort(sort).limit(most).toArray();
}

export const firstOf = async <R extends PostRecord>(type: PostLike<R>, request: ListRequest): Promise<R | undefined> =>
  (await firstFew(type, request, 1))[0];

/** Highest number of records whose texts one search may read, since no index covers texts. */
const MOST_TEXTS = 100_000;

/** Throws 400 `rest_search_too_broad` if a search would read too many texts. `filter` is the list without the search. */
export async function assertFewTexts<R extends PostRecord>(
  { collection }: Pick<Posts<R>, 'collection'>,
  filter: Filter<R>,
  hint: string | undefined,
  most = MOST_TEXTS,
): Promise<void> {
  // Most collections are smaller than that.
  if ((await collection().estimatedDocumentCount()) <= most) return;
  const found = await collection().countDocuments(filter, { ...byIndex(hint), limit: most + 1 });
  if (found > most) throw errors.searchTooBroad(most);
}

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

/** Applies the filters of a content type to a request. `shown` has the conditions for records that the reader may see. */
export async function applyFilters(
  type: Pick<PostLike, 'filters' | 'indexes' | 'order'>,
  sent: Sent,
  view: View,
  shown: Shown = { records: [], open: {} },
) {
  const fixed = type.filters.filter((filter) => !hasArgs(filter));
  const always = await clausesOf(fixed, sent, view, shown);
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
    /** Returns the conditions of the list. `level` selects one level of relevance in place of the whole search. */
    conditions: (unprotected: Filter<PostRecord>, level?: number): readonly object[] =>
      conditionsOf(unprotected, ({ ranks }) =>
        level !== undefined && ranks && isNearest(ranks) ? ranks.nearest[level]?.(unprotected) : undefined,
      ),
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

type FieldFilter = NonNullable<PostLike['fields'][number]['filter']>;

/** Returns the list args of a type's fields: their filters, and the orders. */
export function fieldListArgs(type: SortedType): Args {
  const filters = type.fields.flatMap(({ name, filter }) => (filter ? [[name, filter.arg] as const] : []));
  return { ...Object.fromEntries(filters), ...orderingArgs(type), sort: sortArg(type) };
}

/** Reads the filters and the sort order of a list that belong to fields. */
async function fieldQuery(type: Pick<PostLike, 'fields' | 'orders' | 'protectable'>, sent: Sent, view: View) {
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
    /** The params without those of fields. A plugin's field may replace a filter of the type. */
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
    async links() {
      const repeated: Record<string, unknown> = {};
      for (const { name, value, filter } of found) repeated[name] = filter.inLinks ? await filter.inLinks(value, view) : value;
      return { ...repeated, orderby, order, sort: sortInLinks(sent) };
    },
  };
}
