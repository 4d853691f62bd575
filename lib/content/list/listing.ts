import type { Filter, Sort } from 'mongodb';
import { readExactly } from '../../cache';
import { byIndex, type LinkedTiers, type NestedTiers, type PageQuery } from '../../database';
import type { Language } from '../../language';
import { listedLanguages, listLanguages } from '../translations';
import type { DistanceOrder, PostLike, PostRecord, Ranks, Repeated, Sent, View } from '../types';
import { type ListVisibility, listVisibility, translatedFor } from '../visibility';
import { applyFilters, repeatedBy } from './filters/applied-filters';
import { fieldQuery } from './filters/field-filters';
import { assertFewTexts } from './filters/text-limit';
import { sortingOf, type Wanted } from './sort/sorting';

/** What a list is asked for: checked filters, who reads, the statuses that were named, and conditions that no filter says. */
export interface ListRequest {
  readonly filters: Sent;
  readonly view: View;
  readonly status: readonly PostRecord['status'][] | undefined;
  readonly conditions?: readonly object[];
}

/** A list as the database is asked for it, and what answers the query that its links repeat, before and after the status. */
export interface Listing<R extends PostRecord> extends Required<Pick<PageQuery<R>, 'filter' | 'parts'>> {
  readonly sort: Sort;
  readonly hint: string | undefined;
  readonly countHint: string | undefined;
  readonly leadingHint: string | undefined;
  /** What the list is ordered by before `sort`. */
  readonly tiers: LinkedTiers | NestedTiers<R> | undefined;
  /** What was asked for that nothing has, in the place of which it takes what is written nearly so. */
  readonly corrected: readonly string[];
  links(): Promise<Required<Repeated>>;
}

const NEWEST_FIRST: Sort = { date: -1, _id: -1 };

/** Works out what a list of a kind asks of the database: what the reader may see, the kind's filters and those that its fields are. */
export async function listingOf<R extends PostRecord>(
  kind: PostLike<R>,
  { filters, view: asked, status, conditions: more = [] }: ListRequest,
): Promise<Listing<R>> {
  const languages = listedLanguages(filters, asked.language, kind.served);
  const view = languages.length > 1 ? inLanguages(asked, languages) : asked;
  const byFields = await fieldQuery(kind, filters, view);
  const seen = listVisibility(view.user, kind.plural, status, view.password);
  const spoken = listLanguages(languages, filters, (other) => translatedFor(other, view.user, kind.plural, status));
  const own = await applyFilters(kind, byFields.own, view, { records: [...spoken.whole, seen.records], open: seen.open });
  const sorting = sortingOf(kind, filters);
  // Without an index of its own a list is one of few records.
  const hintOf = (usual: string | undefined) =>
    usual === undefined || (byFields.sort && byFields.narrowed) ? undefined : (byFields.hint ?? usual);
  const countHint = hintOf(own.countHint);
  const rank = sorting || byFields.sort ? sorting?.rank : usualRank(own.ranks);
  const by = rank && own.ranks.get(rank.name);
  // Which of two indexes is the better one, that of an order or that of a filter, is the server's to say.
  const isNarrow = own.isNarrow || byFields.narrowed;
  const hint = sorting?.hint === undefined ? hintOf(own.hint) : isNarrow ? undefined : sorting.hint;
  const usual = byFields.turned(kind.sort?.(byFields.own) ?? NEWEST_FIRST);
  const sort = (sorting ? sorting.sort : byFields.sort) ?? (by && isNearest(by) ? by.sort : usual);
  const where = (
    { records, open }: ListVisibility,
    conditions: readonly object[],
    language: readonly object[],
    narrowed = own.conditions(open),
  ) => ({ $and: [...language, records, ...narrowed, ...more, ...conditions] }) as Filter<R>;
  const either = byFields.conditions(seen.open);
  const oneOfThem = either.length > 1 ? [{ $or: either.map((conditions) => ({ $and: conditions })) }] : (either[0] ?? []);
  const filter = where(seen, oneOfThem, spoken.whole);
  const nested = ({ nearest }: DistanceOrder, isDown: boolean): NestedTiers<R> => ({
    filters: [...nearest.map((_, nearness) => where(seen, oneOfThem, spoken.whole, own.conditions(seen.open, nearness))), filter],
    conditions: nearest.map((condition) => condition(seen.open)),
    isDown,
  });
  const parts = spoken.parts.flatMap((language) =>
    (seen.parts ?? [seen]).flatMap((part) => byFields.conditions(part.open).map((conditions) => where(part, conditions, language))),
  );
  const unsearched = own.unsearched(seen.open);
  // A cached answer stays what it is while more texts come.
  if (unsearched !== undefined)
    await readExactly([], () => assertFewTexts(kind.posts, where(seen, oneOfThem, spoken.whole, unsearched), countHint));
  return {
    filter,
    parts,
    sort,
    hint,
    countHint,
    leadingHint: isNarrow ? undefined : sorting?.leadingHint,
    tiers: rank && by && (isNearest(by) ? nested(by, rank.isDown) : { ...by, isDown: rank.isDown }),
    corrected: own.corrected,
    async links() {
      const [repeated, last] = await Promise.all([repeatedBy(kind, byFields.own, view), byFields.links()]);
      return { first: repeated.first, last: { ...repeated.last, ...last } };
    },
  };
}

/** The views of several languages that lists were asked for with, so that what is worked out for one is for all lists of a request. */
const views = new WeakMap<View, View>();

const inLanguages = (asked: View, languages: readonly Language[]): View => {
  const known = views.get(asked) ?? { ...asked, languages };
  views.set(asked, known);
  return known;
};

const isNearest = (ranks: Ranks | DistanceOrder): ranks is DistanceOrder => 'nearest' in ranks;

/** What a list is ordered by that does not say what by, where a filter orders it. */
function usualRank(ranks: Awaited<ReturnType<typeof applyFilters>>['ranks']): Wanted | undefined {
  const found = [...ranks].find(([, one]) => isNearest(one));
  return found && { name: found[0], isDown: false };
}

/** The first few records of a list, without counting the others. */
export async function firstFew<R extends PostRecord>(kind: PostLike<R>, asked: ListRequest, most: number): Promise<readonly R[]> {
  const { filter, sort, hint } = await listingOf(kind, asked);
  const found = kind.posts.collection().find(filter, byIndex(hint)).sort(sort).limit(most);
  return (await found.toArray()) as R[];
}

/** The first record of a list, without counting the others. */
export const firstOf = async <R extends PostRecord>(kind: PostLike<R>, asked: ListRequest): Promise<R | undefined> =>
  (await firstFew(kind, asked, 1))[0];
