import type { Filter, Sort } from 'mongodb';
import { readExactly } from '../../cache';
import { byIndex, type LinkedTiers, type NestedTiers, type PageQuery } from '../../database';
import type { Language } from '../../language';
import { listedLanguages, listLanguages } from '../translations';
import type { DistanceOrder, PostLike, PostRecord, Ranks, Repeated, Sent, View } from '../types';
import { type ListVisibility, listVisibility, translatedFor } from '../visibility';
import { applyFilters, linkParams } from './filters/applied-filters';
import { fieldQuery } from './filters/field-filters';
import { assertFewTexts } from './filters/text-limit';
import { type RequestedOrder, sortingOf } from './sort/sorting';

/** A request for a list: checked filters, the view of the reader, statuses, and more conditions from no filter. */
export interface ListRequest {
  readonly filters: Sent;
  readonly view: View;
  readonly status: readonly PostRecord['status'][] | undefined;
  readonly conditions?: readonly object[];
}

/** A list as a database query, with the query parameters for its links. */
export interface Listing<R extends PostRecord> extends Required<Pick<PageQuery<R>, 'filter' | 'parts'>> {
  readonly sort: Sort;
  readonly hint: string | undefined;
  readonly countHint: string | undefined;
  readonly leadingHint: string | undefined;
  /** The order before `sort`, by relevance for example. */
  readonly tiers: LinkedTiers | NestedTiers<R> | undefined;
  /** Searched words that no record has. Words with one typing error replaced them. */
  readonly corrected: readonly string[];
  links(): Promise<Required<Repeated>>;
}

const NEWEST_FIRST: Sort = { date: -1, _id: -1 };

/**
 * Turns a request for a list into a database query. It combines visibility, languages, the type's filters, its fields' filters and the
 * order.
 */
export async function listingOf<R extends PostRecord>(
  type: PostLike<R>,
  { filters, view: requested, status, conditions: more = [] }: ListRequest,
): Promise<Listing<R>> {
  const languages = listedLanguages(filters, requested.language, type.served);
  const view = languages.length > 1 ? inLanguages(requested, languages) : requested;
  const byFields = await fieldQuery(type, filters, view);
  const visibility = listVisibility(view.user, type.plural, status, view.password);
  const languageClauses = listLanguages(languages, filters, (other) => translatedFor(other, view.user, type.plural, status));
  const applied = await applyFilters(type, byFields.own, view, {
    records: [...languageClauses.whole, visibility.records],
    open: visibility.unprotected,
  });
  const sorting = sortingOf(type, filters);
  // No hint from the filters means that few records are left.
  const hintOf = (usual: string | undefined) =>
    usual === undefined || (byFields.sort && byFields.isFiltered) ? undefined : (byFields.hint ?? usual);
  const countHint = hintOf(applied.countHint);
  const rank = sorting || byFields.sort ? sorting?.rank : defaultRank(applied.ranks);
  const by = rank && applied.ranks.get(rank.name);
  // With a filter, the server itself picks the better index: that of the order or that of the filter.
  const isFiltered = applied.isFiltered || byFields.isFiltered;
  const hint = sorting?.hint === undefined ? hintOf(applied.hint) : isFiltered ? undefined : sorting.hint;
  const usual = byFields.inDirection(type.sort?.(byFields.own) ?? NEWEST_FIRST);
  const sort = (sorting ? sorting.sort : byFields.sort) ?? (by && isNearest(by) ? by.sort : usual);
  const where = (
    { records, unprotected }: ListVisibility,
    conditions: readonly object[],
    language: readonly object[],
    filtered = applied.conditions(unprotected),
  ) => ({ $and: [...language, records, ...filtered, ...more, ...conditions] }) as Filter<R>;
  const either = byFields.conditions(visibility.unprotected);
  const oneOfThem = either.length > 1 ? [{ $or: either.map((conditions) => ({ $and: conditions })) }] : (either[0] ?? []);
  const filter = where(visibility, oneOfThem, languageClauses.whole);
  const nested = ({ nearest }: DistanceOrder, isDown: boolean): NestedTiers<R> => ({
    filters: [
      ...nearest.map((_, nearness) =>
        where(visibility, oneOfThem, languageClauses.whole, applied.conditions(visibility.unprotected, nearness)),
      ),
      filter,
    ],
    conditions: nearest.map((condition) => condition(visibility.unprotected)),
    isDown,
  });
  const parts = languageClauses.parts.flatMap((language) =>
    (visibility.parts ?? [visibility]).flatMap((part) =>
      byFields.conditions(part.unprotected).map((conditions) => where(part, conditions, language)),
    ),
  );
  const unsearched = applied.unsearched(visibility.unprotected);
  // A text that is added later does not make a cached answer invalid.
  if (unsearched !== undefined)
    await readExactly([], () => assertFewTexts(type.posts, where(visibility, oneOfThem, languageClauses.whole, unsearched), countHint));
  return {
    filter,
    parts,
    sort,
    hint,
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

/** The multilingual view of each view, so that all lists of a request share one. */
const views = new WeakMap<View, View>();

const inLanguages = (requested: View, languages: readonly Language[]): View => {
  const view = views.get(requested) ?? { ...requested, languages };
  views.set(requested, view);
  return view;
};

const isNearest = (ranks: Ranks | DistanceOrder): ranks is DistanceOrder => 'nearest' in ranks;

/** The default order of a list with a search: nearest first. */
function defaultRank(ranks: Awaited<ReturnType<typeof applyFilters>>['ranks']): RequestedOrder | undefined {
  const found = [...ranks].find(([, one]) => isNearest(one));
  return found && { name: found[0], isDown: false };
}

/** Reads the first records of a list, without a total. */
export async function firstFew<R extends PostRecord>(type: PostLike<R>, request: ListRequest, most: number): Promise<readonly R[]> {
  const { filter, sort, hint } = await listingOf(type, request);
  const found = type.posts.collection().find(filter, byIndex(hint)).sort(sort).limit(most);
  return (await found.toArray()) as R[];
}

/** Reads the first record of a list. */
export const firstOf = async <R extends PostRecord>(type: PostLike<R>, request: ListRequest): Promise<R | undefined> =>
  (await firstFew(type, request, 1))[0];
