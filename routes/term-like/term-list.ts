import type { Filter, Sort } from 'mongodb';
import { fold } from '../../lib/calendar/fold';
import type { Language } from '../../lib/language';
import { TERM_INDEXES } from '../../lib/records/indexes';
import type { Term } from '../../lib/records/record';
import type { EventRecord } from '../events/event-record';
import type { Query } from '../post-like/kind';
import { containing } from '../searching';
import type { Services } from '../services';

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
    term_group: '_id',
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
const UNORDERED = new Set(['none', 'term_group']);

/** The conditions of a list of terms in a language (REFERENCE 7.3). */
export async function termFilter(asked: AskedTerms, language: Language, services: Services, plural: string): Promise<Filter<Term>> {
  const conditions: object[] = [{ language }];
  const event = asked.event ?? asked.post;
  if (event !== undefined) {
    const found = await services.kinds.posts<EventRecord>('events').byId(event);
    conditions.push({ _id: { $in: found?.[plural as 'tags'] ?? [] } });
  }
  if (asked.hide_empty !== false) conditions.push({ count: { $gt: 0 } });
  if (asked.include) conditions.push({ _id: { $in: asked.include } });
  if (asked.exclude) conditions.push({ _id: { $nin: asked.exclude } });
  if (asked.parent !== undefined) conditions.push({ parent: asked.parent });
  if (asked.slug) conditions.push({ slug: { $in: asked.slug } });
  if (asked.search !== undefined) {
    const folded = fold(asked.search) || ' ';
    conditions.push({ $or: [...containing(folded, 'keys.name'), ...containing(slugText(asked.search), 'slug')] });
  }
  return { $and: conditions } as Filter<Term>;
}

/** The order of a list of terms. */
export function termSort({ order, orderby, include }: AskedTerms): Sort {
  const direction = order?.toLowerCase() === 'desc' ? -1 : 1;
  const field = (orderby === 'include' && !include ? undefined : ORDERS.get(orderby ?? 'name')) ?? 'keys.name';
  if (field === '_id') return { _id: UNORDERED.has(orderby ?? '') ? 1 : direction };
  // Names and slugs are told apart by themselves; where many tie, IDs always ascend.
  const tie = field === 'keys.name' || field === 'slug' ? direction : 1;
  return { [field]: direction, _id: tie };
}

/** The index that has the order of a list; few terms of given IDs or slugs need none. */
export function termIndex(asked: AskedTerms): string | undefined {
  if (asked.include || asked.slug || asked.event !== undefined || asked.post !== undefined) return undefined;
  const [[field, direction] = []] = Object.entries(termSort(asked));
  if (field === 'keys.name' && asked.parent !== undefined) return 'children';
  const name = TERM_ORDERS[field ?? ''];
  return name && TERM_INDEXES.some((one) => one.name === `${name}Down`) && direction === -1 ? `${name}Down` : name;
}

/** What the links of a list repeat. */
export function shownTerms({ hide_empty: hideEmpty, ...asked }: AskedTerms): Query {
  return { ...asked, hide_empty: hideEmpty === false ? false : undefined };
}

/** A search as slugs spell it; nothing where a slug cannot hold it. */
const slugText = (search: string): string => search.trim().toLowerCase().normalize('NFC') || ' ';
