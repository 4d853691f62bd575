import type { Filter, Sort } from 'mongodb';
import type { RecordPage, Term } from '../../../database';
import type { Language } from '../../../language';
import { groupOf } from '../../records';
import { languageClauses, listedLanguages } from '../../translations';
import type { Clause, Sent, Services, TermLike, View } from '../../types';
import { visibleTermConditions, withVisibleParents } from '../../visibility';
import { applyFilters, clauseBranches, conditionsOf } from '../clauses';
import { clauseHints } from '../hints';

export interface TermPaging extends Sent {
  readonly page: number;
  readonly per_page: number;
  /** Number of terms to skip, in place of `page`. Only for terms without a hierarchy. */
  readonly offset?: number | undefined;
}

interface OrderArgs {
  readonly order?: string;
  readonly orderby?: string;
  readonly include?: readonly number[];
  readonly slug?: readonly string[];
  readonly parent?: number;
}

/**
 * A sort order of terms. Equal terms are ordered by ID: in the same direction if the field is unique, else ascending. The index `…Down`
 * then serves the descending order.
 */
interface TermOrder {
  readonly field: string;
  readonly index: string;
  readonly isUnique?: true;
}

const BY_NAME: TermOrder = { field: 'keys.name', index: 'name', isUnique: true };
const BY_ID: TermOrder = { field: '_id', index: 'order', isUnique: true };

/** Sort orders of terms by the value of the arg `orderby`. Other values sort by name. */
const ORDERS: ReadonlyMap<string, TermOrder> = new Map([
  ['name', BY_NAME],
  ['slug', { field: 'slug', index: 'bySlug', isUnique: true }],
  ['count', { field: 'count', index: 'count' }],
  ['description', { field: 'keys.description', index: 'description' }],
  ['parent', { field: 'parent', index: 'parent' }],
  ...['id', 'term_id', 'none', 'taxonomy', 'term_group', 'term_order', 'term_taxonomy_id'].map((name) => [name, BY_ID] as const),
]);

export const ORDER_NAMES: readonly string[] = [...ORDERS.keys(), 'include', 'include_slugs'];

/** Values of the arg `orderby` for which all terms are equal. IDs ascend, and the arg `order` is ignored. */
const UNORDERED = new Set(['none', 'taxonomy', 'term_group']);

const directionOf = ({ order }: OrderArgs): 1 | -1 => (order?.toLowerCase() === 'desc' ? -1 : 1);

interface SortWithHint {
  readonly sort: Sort;
  readonly hint: string | undefined;
}

function orderOf({ fields }: Pick<TermLike, 'fields'>, args: OrderArgs): SortWithHint {
  const orderby = args.orderby?.toLowerCase() ?? 'name';
  const direction = UNORDERED.has(orderby) ? 1 : directionOf(args);
  const own = fields.find(({ name, sort }) => sort && name === orderby)?.sort;
  if (own) return { sort: { [own.field]: direction, _id: direction }, hint: own.hint };
  const { field, index, isUnique } = ORDERS.get(orderby) ?? BY_NAME;
  const hint = field === BY_NAME.field && args.parent !== undefined ? 'children' : index;
  return { sort: { [field]: direction, _id: isUnique ? direction : 1 }, hint: isUnique || direction === 1 ? hint : `${index}Down` };
}

/** Reads one page of terms, with their visible parents. In the order of sent IDs or slugs, it sorts all (few) terms in memory. */
export async function pageOfTerms(
  services: Services,
  type: TermLike,
  { page, per_page: perPage, offset, ...sent }: TermPaging,
  view: View,
): Promise<RecordPage<Term>> {
  const terms = services.stores.terms(type.plural);
  const args = sent as OrderArgs;
  const { clauses, filter, parts } = await termQuery(services, type, sent, view);
  const skip = offset ?? (page - 1) * perPage;
  const positionOf = sentOrder(args);
  const sortAll = async (position: (term: Term) => number): Promise<RecordPage<Term>> => {
    const direction = directionOf(args);
    const found = (await terms.find(filter)).sort((one, other) => (position(one) - position(other)) * direction || one._id - other._id);
    return { records: found.slice(skip, skip + perPage), total: found.length };
  };
  const { records, total } = await (positionOf
    ? sortAll(positionOf)
    : terms.page({ filter, parts, ...sortWithHint(type, args, clauses), skip, limit: perPage }));
  return { records: await withVisibleParents(terms, records, services.site), total };
}

/** Makes the filter of a query for terms, with its disjoint parts for counting. Its clauses come from the filters in the request. */
async function termQuery(services: Services, type: TermLike, sent: Sent, view: View) {
  const languages = listedLanguages(sent, view.language, services.site.served);
  const inLanguages = languageClauses(languages, sent, isTranslated);
  const listView = languages.length > 1 ? { ...view, languages } : view;
  const { clauses } = await applyFilters(type.filters, sent, listView, { records: [], unprotected: {} });
  const visible = await visibleTermConditions(services, type, view.user);
  const joined = (ofLanguage: readonly object[], branch: readonly Clause[]) =>
    ({ $and: [...ofLanguage, ...visible, ...conditionsOf(branch, {})] }) as Filter<Term>;
  const branches = clauseBranches(clauses);
  return {
    clauses,
    filter: joined(inLanguages.whole, clauses),
    parts: inLanguages.parts.flatMap((ofLanguage) => branches.map((branch) => joined(ofLanguage, branch))),
  };
}

/** Returns the sort order of a list of terms, and its index. With both a filter and an order, either may have the better index: MongoDB picks. */
function sortWithHint(type: TermLike, args: OrderArgs, clauses: readonly Clause[]): SortWithHint {
  const { sort, hint } = orderOf(type, args);
  const filtered = clauseHints(type, clauses);
  if (filtered.isFew) return { sort, hint: undefined };
  if (!filtered.isFiltered) return { sort, hint };
  return { sort, hint: Object.hasOwn(sort as object, BY_NAME.field) ? filtered.hint : undefined };
}

/** Makes the clause for terms with a translation into a language. Everybody may read terms. */
export const isTranslated = (language: Language): object => ({ [`translations.${language}`]: { $exists: true } });

/** Makes the function that finds a term's position in the arg `include` or `slug`. Undefined for any other `orderby`. */
function sentOrder({ orderby, include, slug }: OrderArgs): ((term: Term) => number) | undefined {
  const sent: readonly unknown[] | undefined =
    orderby?.toLowerCase() === 'include' ? include : orderby === 'include_slugs' ? slug : undefined;
  if (!sent) return undefined;
  const positions = new Map<unknown, number>();
  for (const [index, value] of sent.entries()) if (!positions.has(value)) positions.set(value, index);
  // A sent ID may belong to a translation.
  const valuesOf = (term: Term) => (sent === include ? groupOf(term) : [term.slug]);
  return (term) => Math.min(sent.length, ...valuesOf(term).flatMap((value) => positions.get(value) ?? []));
}
