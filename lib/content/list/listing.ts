import type { Filter, Sort } from 'mongodb';
import { readExactly } from '../../cache';
import { hasMore, type LinkedTiers, type NestedTiers, type PageQuery, type Store } from '../../database';
import { errors } from '../../errors';
import type { Language } from '../../language';
import { languageClauses, listedLanguages } from '../translations';
import type { Clause, ListedType, ListRequest, PostLike, PostRecord, Repeated, ScopePart, Sent, View } from '../types';
import { listVisibility, translatedFor } from '../visibility';
import { applyFilters, clausesAtTier, conditionsOf, isMatch } from './clauses';
import { type FieldClause, fieldClausesOf, fieldConditions, fieldParamsInLinks, type ListParams, listParams } from './field-filters';
import { type ListHints, listHints } from './hints';
import { orderOf, type RequestedTiers, sortInLinks } from './order';
import { linkParams } from './page-links';

/** A list as a MongoDB query, with the query parameters for its page links. */
export interface Listing<R extends PostRecord> extends ListHints, Required<Pick<PageQuery<R>, 'filter' | 'parts' | 'readsTexts'>> {
  readonly sort: Sort;
  /** The order that precedes `sort`, for example relevance. */
  readonly tiers: LinkedTiers | NestedTiers<R> | undefined;
  /** True if a plugin's function filters the list. Only MongoDB can evaluate such a condition reliably, not this process. */
  readonly isOpaque: boolean;
  /** Searched words in no record, replaced by words that differ by one typing error. */
  readonly corrected: readonly string[];
  links(): Promise<Repeated>;
}

/**
 * Turns a request for a list into a MongoDB query, in four stages:
 *
 * 1. The scope (`scopeOf`): the records that the reader may see, in the languages of the list.
 * 2. The clauses (`fieldClausesOf`, `applyFilters`): one for each filter in the request.
 * 3. The filter (`filterOf`): the scope with all clauses. Its disjoint parts (`filterParts`) serve to count.
 * 4. The order (`orderOf`), and the indexes for filter and order (`listHints`).
 */
export async function listingOf<R extends PostRecord>(type: ListedType<R>, request: ListRequest): Promise<Listing<R>> {
  const { filters: sent, conditions = [] } = request;
  const languages = listedLanguages(sent, request.view.language, type.served);
  const view = languages.length > 1 ? { ...request.view, languages } : request.view;
  const scope = scopeOf(type, request, languages);

  const params = listParams(type, sent);
  const ofFields = await fieldClausesOf(params.ofFields, view);
  const { clauses, tiers } = await applyFilters(type.filters, params.own, view, scope.whole);

  const selection: Selection = { scope, clauses, conditions, ofFields, protectable: type.protectable };
  const filter = filterOf<R>(selection);
  const parts = filterParts<R>(selection);

  const order = orderOf(type, sent, params.own, tiers);
  const hints = listHints(type, clauses, ofFields, order);
  const unsearched = clauses.filter(({ readsTexts }) => !readsTexts);
  const readsTexts = unsearched.length < clauses.length;
  if (readsTexts) {
    const searched = filterOf<R>({ ...selection, clauses: unsearched });
    // A text that is added later does not make a cached answer invalid.
    await readExactly([], () => assertFewTexts(type.posts, searched, hints.countHint));
  }
  return {
    filter,
    readsTexts,
    parts,
    sort: order.sort,
    ...hints,
    tiers: order.tiers && queriedTiers(order.tiers, selection, filter),
    isOpaque: ofFields.length > 0,
    corrected: clauses.flatMap(({ corrected = [] }) => corrected),
    links: () => listLinks(type, params, sent, view),
  };
}

/** The records of a list before any filter applies. The `parts` exclude each other and together equal the `whole`. */
interface Scope {
  readonly whole: ScopePart;
  readonly parts: readonly ScopePart[];
}

/** Returns the scope of a list. It has a part for each language, and in each language for each sort of visible records. */
function scopeOf(
  { plural, inLists }: Pick<PostLike, 'plural' | 'inLists'>,
  { filters, view, status }: ListRequest,
  languages: readonly Language[],
): Scope {
  const { parts, ...whole } = listVisibility(view.user, plural, status, view.password);
  const inLanguages = languageClauses(languages, filters, (other) => translatedFor(other, view.user, plural, status));
  const shown = (ofLanguage: readonly object[], { records, unprotected }: ScopePart): ScopePart => ({
    records: [...ofLanguage, ...records, ...(inLists === undefined ? [] : [inLists])],
    unprotected,
  });
  return {
    whole: shown(inLanguages.whole, whole),
    parts: inLanguages.parts.flatMap((ofLanguage) => (parts ?? [whole]).map((part) => shown(ofLanguage, part))),
  };
}

/** The records that a list selects: its scope, and everything that limits the scope. */
interface Selection extends Pick<PostLike, 'protectable'> {
  readonly scope: Scope;
  readonly clauses: readonly Clause[];
  /** The further conditions of the request. */
  readonly conditions: readonly object[];
  readonly ofFields: readonly FieldClause[];
}

function filterOf<R extends PostRecord>(selection: Selection): Filter<R> {
  const { whole } = selection.scope;
  const alternatives = fieldConditions(selection, selection.ofFields, whole.unprotected);
  const ofFields = alternatives.length > 1 ? [{ $or: alternatives.map((conditions) => ({ $and: conditions })) }] : alternatives.flat();
  return joined(selection, whole, ofFields);
}

/** Makes the filters that exclude each other and together equal the filter of the whole list. */
const filterParts = <R extends PostRecord>(selection: Selection): readonly Filter<R>[] =>
  selection.scope.parts.flatMap((part) =>
    fieldConditions(selection, selection.ofFields, part.unprotected).map((ofFields) => joined<R>(selection, part, ofFields)),
  );

/** Joins the conditions of a list, or of a part of it, with those of its fields. */
const joined = <R extends PostRecord>({ clauses, conditions }: Selection, shown: ScopePart, ofFields: readonly object[]): Filter<R> =>
  ({ $and: [...shown.records, ...conditionsOf(clauses, shown.unprotected), ...conditions, ...ofFields] }) as Filter<R>;

/** Makes the tiers of the query. Those of a search are filters: each one has all matches of the one before. */
function queriedTiers<R extends PostRecord>(
  { from, isDown }: RequestedTiers,
  selection: Selection,
  filter: Filter<R>,
): LinkedTiers | NestedTiers<R> {
  if (!isMatch(from)) return { ...from, isDown };
  const { unprotected } = selection.scope.whole;
  return {
    filters: [
      ...from.conditions.map((_, level) => filterOf<R>({ ...selection, clauses: clausesAtTier(selection.clauses, level) })),
      filter,
    ],
    conditions: from.conditions.map((condition) => condition(unprotected)),
    isDown,
  };
}

/** Returns the params that the page links of a list repeat: those of filters, of fields, and of the order. */
async function listLinks(type: Pick<PostLike, 'filters'>, params: ListParams, sent: Sent, view: View): Promise<Repeated> {
  const [{ first, last }, ofFields] = await Promise.all([linkParams(type, params.own, view), fieldParamsInLinks(params.ofFields, view)]);
  const { orderby, order } = sent;
  return { first, last: { ...last, ...ofFields, orderby, order, sort: sortInLinks(sent) } };
}

/** The maximum number of records whose texts one search may read, since no index covers texts. */
const MOST_TEXTS = 100_000;

/** Throws 400 `rest_search_too_broad` if a search would read too many texts. `filter` is the list without the search. */
export async function assertFewTexts<R extends PostRecord>(
  { collection }: Pick<Store<R>, 'collection'>,
  filter: Filter<R>,
  hint: string | undefined,
  most = MOST_TEXTS,
): Promise<void> {
  // Most collections are smaller than that.
  if ((await collection().estimatedDocumentCount()) <= most) return;
  if (await hasMore(collection(), filter, { hint, most })) throw errors.searchTooBroad(most);
}

/** Reads the first records of a list, at most `most`. */
export async function firstFew<R extends PostRecord>(type: PostLike<R>, request: ListRequest, most: number): Promise<readonly R[]> {
  const { filter, sort, hint } = await listingOf(type, request);
  return type.posts.records({ filter, sort, hint, skip: 0, limit: most });
}

/** True if a list has more than `most` records. */
export async function isLongerThan<R extends PostRecord>(type: PostLike<R>, request: ListRequest, most: number): Promise<boolean> {
  const { filter, countHint } = await listingOf(type, request);
  return hasMore(type.posts.collection(), filter, { hint: countHint, most });
}

export const firstOf = async <R extends PostRecord>(type: PostLike<R>, request: ListRequest): Promise<R | undefined> =>
  (await firstFew(type, request, 1))[0];
