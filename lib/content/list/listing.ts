import type { Filter, Sort } from 'mongodb';
import { readExactly } from '../../cache';
import { byIndex, type LinkedTiers, type NestedTiers, type PageQuery, type Posts } from '../../database';
import { errors } from '../../errors';
import { listedLanguages, listLanguages } from '../translations';
import type { DistanceOrder, PostLike, PostRecord, Ranks, Repeated, Sent, View } from '../types';
import { listVisibility, translatedFor } from '../visibility';
import { type AppliedFilters, applyFilters, fieldQuery, linkParams } from './filters/applied-filters';
import { type RequestedOrder, sortingOf } from './sorting';

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
  const where = (language: readonly object[], records: object, filtered: readonly object[], ofFields: readonly object[]) =>
    ({ $and: [...language, records, ...filtered, ...more, ...ofFields] }) as Filter<R>;
  const alternatives = byFields.conditions(unprotected);
  const ofFields = alternatives.length > 1 ? [{ $or: alternatives.map((conditions) => ({ $and: conditions })) }] : alternatives.flat();
  const filterWith = (filtered: readonly object[]) => where(inLanguages.whole, visibility.records, filtered, ofFields);
  const filter = filterWith(applied.conditions(unprotected));
  const parts = inLanguages.parts.flatMap((language) =>
    (visibility.parts ?? [visibility]).flatMap((part) =>
      byFields
        .conditions(part.unprotected)
        .map((conditions) => where(language, part.records, applied.conditions(part.unprotected), conditions)),
    ),
  );
  const sorting = sortingOf(type, filters);
  const rank = sorting || byFields.sort ? sorting?.rank : defaultRank(applied.ranks);
  const by = rank && applied.ranks.get(rank.name);
  const usual = byFields.inDirection(type.sort?.(byFields.own) ?? NEWEST_FIRST);
  const nested = ({ nearest }: DistanceOrder, isDown: boolean): NestedTiers<R> => ({
    filters: [...nearest.map((_, nearness) => filterWith(applied.conditions(unprotected, nearness))), filter],
    conditions: nearest.map((condition) => condition(unprotected)),
    isDown,
  });
  // With a filter, MongoDB picks the better index: that of the order or that of the filter.
  const isFiltered = applied.isFiltered || byFields.isFiltered;
  // No hint from the filters means that few records are left.
  const hintOf = (hint: string | undefined) =>
    hint === undefined || (byFields.sort && byFields.isFiltered) ? undefined : (byFields.hint ?? hint);
  const countHint = hintOf(applied.countHint);
  const unsearched = applied.unsearched(unprotected);
  // A text that is added later does not make a cached answer invalid.
  if (unsearched !== undefined) await readExactly([], () => assertFewTexts(type.posts, filterWith(unsearched), countHint));
  return {
    filter,
    parts,
    sort: (sorting ? sorting.sort : byFields.sort) ?? (by && isNearest(by) ? by.sort : usual),
    hint: sorting?.hint === undefined ? hintOf(applied.hint) : isFiltered ? undefined : sorting.hint,
    countHint,
    leadingHint: isFiltered ? undefined : sorting?.leadingHint,
    tiers: rank && by && (isNearest(by) ? nested(by, rank.isDown) : { ...by, isDown: rank.isDown }),
    corrected: applied.corrected,
    async links() {
      const [repeated, last] = await Promise.all([linkParams(type, byFields.own, view), byFields.links()]);
      return { first: repeated.first, last: { ...repeated.last, ...last } };
    },
  };
}

const isNearest = (ranks: Ranks | DistanceOrder): ranks is DistanceOrder => 'nearest' in ranks;

/** Returns the default order of a list with a search by words: most relevant first. Undefined without a search. */
function defaultRank(ranks: AppliedFilters['ranks']): RequestedOrder | undefined {
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
