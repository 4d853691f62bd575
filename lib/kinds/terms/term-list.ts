import type { Filter, Sort } from 'mongodb';
import { fold } from '../../calendar/fold';
import type { Language } from '../../language';
import { TERM_INDEXES } from '../../records/indexes';
import { linkedIds } from '../../records/links';
import type { Term } from '../../records/record';
import type { Page, PageQuery } from '../../records/store';
import type { Query } from '../context';
import type { PostRecord } from '../post-record';
import { containing, LONGEST } from '../searching';
import type { Services } from '../services';
import type { Taxonomy } from '../taxonomy';

/** What a list of terms is asked for, after validation. */
export interface TermFilters {
  readonly page: number;
  readonly per_page: number;
  readonly search?: string;
  readonly exclude?: number[];
  readonly include?: number[];
  readonly order?: string;
  readonly orderby?: string;
  readonly hide_empty?: boolean;
  readonly parent?: number;
  readonly post?: number;
  readonly event?: number;
  readonly slug?: string[];
  /** How many terms to leave out, instead of the pages before `page` (lists without hierarchy). */
  readonly offset?: number | undefined;
  readonly context?: unknown;
}

type AskedTerms = Partial<TermFilters>;

/** The stored fields that lists sort by; anything else sorts by name (REFERENCE 7.3). */
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

/** The index of each order; those in which many terms tie have one for each direction. */
const TERM_ORDERS: Readonly<Record<string, string>> = {
  'keys.name': 'name',
  slug: 'bySlug',
  _id: 'order',
  count: 'count',
  'keys.description': 'description',
  parent: 'parent',
};

/** Orders that know no direction: all terms tie, and stand by ID. */
const UNORDERED = new Set(['none', 'taxonomy', 'term_group']);

/** The conditions of a list of terms in a language (REFERENCE 7.3), and where they are alternatives, each of these apart. */
async function termFilter(
  asked: AskedTerms,
  language: Language,
  services: Services,
  { plural, hierarchical }: Taxonomy,
): Promise<Pick<PageQuery<Term>, 'filter' | 'parts'>> {
  const conditions: object[] = [{ language }];
  const event = asked.event ?? asked.post;
  if (event !== undefined) {
    conditions.push({ _id: { $in: await assignedTo(event, services, plural) } });
  }
  if (asked.include) conditions.push({ _id: { $in: asked.include } });
  else if (asked.exclude) conditions.push({ _id: { $nin: asked.exclude } });
  if (asked.parent !== undefined) conditions.push({ parent: asked.parent });
  if (asked.slug) conditions.push({ slug: { $in: asked.slug } });
  if (asked.search !== undefined) {
    const search = asked.search.slice(0, LONGEST);
    const folded = fold(search) || ' ';
    // Latin slugs hold no accents, those of other scripts do.
    const slugs = [...new Set([slugText(search), folded])].flatMap((text) => containing(text, 'slug'));
    conditions.push({ $or: [...containing(folded, 'keys.name'), ...slugs] });
  }
  const all = (...more: object[]) => ({ $and: [...conditions, ...more] }) as Filter<Term>;
  // What an event has is not empty, though it may be hidden.
  if (asked.hide_empty === false || event !== undefined) return { filter: all() };
  const used = { count: { $gt: 0 } };
  // A branch of a tree is not empty where a leaf of it is not.
  const branches = hierarchical ? await services.kinds.terms(plural).emptyAboveUsed(language) : [];
  if (branches.length === 0) return { filter: all(used) };
  const above = { count: 0, _id: { $in: branches } };
  return { filter: all({ $or: [used, above] }), parts: [all(used), all(above)] };
}

/** The IDs of the terms of a record, of whatever kind it is that links to them: post-like kinds share their IDs. */
async function assignedTo(id: number, { kinds }: Services, plural: string): Promise<readonly number[]> {
  for (const { collection, field } of kinds.linksTo(plural)) {
    const record = await kinds.posts<PostRecord>(collection).byId(id);
    if (record) return linkedIds(record, field);
  }
  return [];
}

const directionOf = ({ order }: AskedTerms): 1 | -1 => (order?.toLowerCase() === 'desc' ? -1 : 1);

/** The order of a list of terms. */
function termSort(asked: AskedTerms): Sort {
  const orderby = asked.orderby?.toLowerCase() ?? 'name';
  const direction = directionOf(asked);
  const field = ORDERS.get(orderby) ?? 'keys.name';
  if (field === '_id') return { _id: UNORDERED.has(orderby) ? 1 : direction };
  // Names and slugs are told apart by themselves; where many tie, IDs always ascend.
  const tie = field === 'keys.name' || field === 'slug' ? direction : 1;
  return { [field]: direction, _id: tie };
}

/** Reads one page of a list of terms; those in the order of the IDs or slugs that were sent are few, and sorted here. */
export async function termPage(asked: TermFilters, language: Language, services: Services, of: Taxonomy): Promise<Page<Term>> {
  const terms = services.kinds.terms(of.plural);
  const query = await termFilter(asked, language, services, of);
  const skip = asked.offset ?? (asked.page - 1) * asked.per_page;
  const place = sentOrder(asked);
  if (!place) return terms.page({ ...query, sort: termSort(asked), hint: termIndex(asked), skip, limit: asked.per_page });
  const found = (await terms.find(query.filter)).sort((one, other) => (place(one) - place(other)) * directionOf(asked));
  return { records: found.slice(skip, skip + asked.per_page), total: found.length };
}

/** Where a term stands among those that were sent, where they are to stay as they were sent. */
function sentOrder({ orderby, include, slug }: AskedTerms): ((term: Term) => number) | undefined {
  const sent: readonly unknown[] | undefined =
    orderby?.toLowerCase() === 'include' ? include : orderby === 'include_slugs' ? slug : undefined;
  if (!sent) return undefined;
  const places = new Map([...sent.entries()].reverse().map(([place, value]) => [value, place]));
  return (term) => places.get(sent === include ? term._id : term.slug) ?? 0;
}

/** The index that has the order of a list; few terms of given IDs or slugs need none. */
function termIndex(asked: AskedTerms): string | undefined {
  if (asked.include || asked.slug || asked.event !== undefined || asked.post !== undefined) return undefined;
  const [[field, direction] = []] = Object.entries(termSort(asked));
  if (field === 'keys.name' && asked.parent !== undefined) return 'children';
  const name = TERM_ORDERS[field ?? ''];
  return name && TERM_INDEXES.some((one) => one.name === `${name}Down`) && direction === -1 ? `${name}Down` : name;
}

/** What the links of a list repeat. */
export function shownTerms({ hide_empty: hideEmpty, context: _, ...asked }: AskedTerms): Query {
  return { ...asked, hide_empty: hideEmpty === false ? false : undefined };
}

/** A search as slugs spell it; nothing where a slug cannot hold it. */
const slugText = (search: string): string => search.trim().toLowerCase().normalize('NFC') || ' ';
