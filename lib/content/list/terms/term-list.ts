import type { Filter, Sort } from 'mongodb';
import { type RecordPage, TERM_INDEXES, type Term } from '../../../database';
import type { Language } from '../../../language';
import { groupOf } from '../../records';
import { listedLanguages, listLanguages } from '../../translations';
import type { Sent, Services, TermLike, View } from '../../types';
import { visibleTermConditions, withVisibleParents } from '../../visibility';
import { applyFilters } from '../filters/applied-filters';

/** Validated paging args of a list of terms, with its filters. */
export interface TermPaging extends Sent {
  readonly page: number;
  readonly per_page: number;
  /** Number of terms to skip, in place of `page`. Flat lists only. */
  readonly offset?: number | undefined;
}

/** The args that decide the order of a list of terms. */
interface OrderArgs {
  readonly order?: string;
  readonly orderby?: string;
  readonly include?: readonly number[];
  readonly slug?: readonly string[];
  readonly parent?: number;
}

/** The stored field of each `orderby`. Other names sort by name. */
const ORDERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: 'keys.name',
    slug: 'slug',
    id: '_id',
    term_id: '_id',
    count: 'count',
    description: 'keys.description',
    parent: 'parent',
    none: '_id',
    taxonomy: '_id',
    term_group: '_id',
    term_order: '_id',
    term_taxonomy_id: '_id',
  }),
);

/** The values of `orderby`. */
export const ORDER_NAMES: readonly string[] = [...ORDERS.keys(), 'include', 'include_slugs'];

/** The index of each stored field. Fields with many equal values have a second index for the descending order. */
const TERM_ORDERS: Readonly<Record<string, string>> = {
  'keys.name': 'name',
  slug: 'bySlug',
  _id: 'order',
  count: 'count',
  'keys.description': 'description',
  parent: 'parent',
};

/** Values of `orderby` that ignore `order`: all terms are equal, so IDs ascend. */
const UNORDERED = new Set(['none', 'taxonomy', 'term_group']);

const directionOf = ({ order }: OrderArgs): 1 | -1 => (order?.toLowerCase() === 'desc' ? -1 : 1);

/** The parts of a content type that describe the order of its lists. */
type SortedType = Pick<TermLike, 'fields'>;

/** The order of a plugin's field, if `orderby` names it. */
const fieldOrder = ({ fields }: SortedType, { orderby }: OrderArgs) =>
  fields.find(({ name, sort }) => sort && name === orderby?.toLowerCase())?.sort;

/** The sort of a list of terms. */
function termSort(type: SortedType, args: OrderArgs): Sort {
  const orderby = args.orderby?.toLowerCase() ?? 'name';
  const direction = directionOf(args);
  const own = fieldOrder(type, args);
  if (own) return { [own.field]: direction, _id: direction };
  const field = ORDERS.get(orderby) ?? 'keys.name';
  if (field === '_id') return { _id: UNORDERED.has(orderby) ? 1 : direction };
  // Names and slugs are unique enough to follow the direction; elsewhere IDs always ascend.
  const tie = field === 'keys.name' || field === 'slug' ? direction : 1;
  return { [field]: direction, _id: tie };
}

/** Reads one page of terms, with the parents that are visible. */
export async function pageOfTerms(services: Services, type: TermLike, args: TermPaging, view: View): Promise<RecordPage<Term>> {
  const { records, total } = await storedPage(services, type, args, view);
  return { records: await withVisibleParents(services.kinds.terms(type.plural), records, services.site), total };
}

/**
 * Reads one page of terms as stored. If the order is that of the sent IDs or slugs, all terms are read and sorted here, since they are few.
 */
async function storedPage(
  services: Services,
  type: TermLike,
  { page, per_page: perPage, offset, ...sent }: TermPaging,
  view: View,
): Promise<RecordPage<Term>> {
  const terms = services.kinds.terms(type.plural);
  const args = sent as OrderArgs;
  const languages = listedLanguages(sent, view.language, services.site.served);
  const applied = await applyFilters(type, sent, languages.length > 1 ? { ...view, languages } : view);
  const languageClauses = listLanguages(languages, sent, isTranslated);
  const visible = await visibleTermConditions(services, type, view.user);
  const filter = { $and: [...languageClauses.whole, ...visible, ...applied.conditions({})] } as Filter<Term>;
  const skip = offset ?? (page - 1) * perPage;
  const positionOf = sentOrder(args);
  if (!positionOf) {
    const parts = languageClauses.parts.flatMap((language) =>
      applied.parts.map((conditions) => ({ $and: [...language, ...visible, ...conditions] }) as Filter<Term>),
    );
    const sort = termSort(type, args);
    // With both a filter and an order, either index may be better: the server picks.
    const isByName = Object.hasOwn(sort as object, 'keys.name');
    const filterHint = isByName ? applied.hint : undefined;
    const hint = applied.isFew ? undefined : applied.isFiltered ? filterHint : termIndex(type, args);
    return terms.page({ filter, parts, sort, hint, skip, limit: perPage });
  }
  const found = (await terms.find(filter)).sort(
    (one, other) => (positionOf(one) - positionOf(other)) * directionOf(args) || one._id - other._id,
  );
  return { records: found.slice(skip, skip + perPage), total: found.length };
}

/** The clause for terms with a translation in a language. Everybody may read terms. */
export const isTranslated = (language: Language): object => ({ [`translations.${language}`]: { $exists: true } });

/** Makes the function that gives each term its position in `include` or `slug`. Undefined for any other order. */
function sentOrder({ orderby, include, slug }: OrderArgs): ((term: Term) => number) | undefined {
  const sent: readonly unknown[] | undefined =
    orderby?.toLowerCase() === 'include' ? include : orderby === 'include_slugs' ? slug : undefined;
  if (!sent) return undefined;
  const places = new Map([...sent.entries()].reverse().map(([index, value]) => [value, index]));
  // A sent ID may belong to a translation.
  return (term) => Math.min(...(sent === include ? groupOf(term) : [term.slug]).flatMap((one) => places.get(one) ?? []), places.size);
}

/** The index for the order of a list. */
function termIndex(type: SortedType, args: OrderArgs): string | undefined {
  const own = fieldOrder(type, args);
  if (own) return own.hint;
  const [[field, direction] = []] = Object.entries(termSort(type, args));
  if (field === 'keys.name' && args.parent !== undefined) return 'children';
  const name = TERM_ORDERS[field ?? ''];
  return name && TERM_INDEXES.some((one) => one.name === `${name}Down`) && direction === -1 ? `${name}Down` : name;
}
