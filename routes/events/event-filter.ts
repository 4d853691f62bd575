import type { Filter } from 'mongodb';
import { type Bounds, dateWindow, type WindowParams } from '../../lib/calendar/window';
import { toWall, ZONES_APART } from '../../lib/calendar/zones';
import { invalidParam } from '../../lib/errors';
import type { View } from '../../lib/kinds/post-like/context';
import type { ListQuery } from '../../lib/kinds/post-like/kind';
import type { PostRecord } from '../../lib/kinds/post-like/post-record';
import { readableOf } from '../../lib/kinds/post-like/visibility';
import { matching } from '../../lib/kinds/searching';
import type { Services, User } from '../../lib/kinds/services';
import type { Language } from '../../lib/language';
import type { Terms } from '../../lib/records/terms';
import type { EventRecord } from './event-record';
import { nearby, type Point, RADIUS_KILOMETRES } from './places';

/** What the list of events is filtered by, after validation (SPECIFICATION 4.2). */
export interface EventFilters extends Omit<WindowParams, 'strict_dates'> {
  readonly strict_dates?: boolean;
  readonly search?: string;
  readonly categories?: number[];
  readonly tags?: number[];
  readonly venue?: number[];
  readonly organizer?: number[];
  readonly featured?: boolean;
  readonly geoloc?: boolean;
  readonly geoloc_lat?: number;
  readonly geoloc_lng?: number;
  readonly geoloc_radius?: number;
  readonly include?: number[];
  readonly post_parent?: number;
  readonly ticketed?: boolean;
  readonly password?: string;
}

/** The conditions of the date filters on what the index holds. */
function datesFilter(filters: EventFilters, context: { siteZone: string; now: Date }): object {
  const { start, end } = dateWindow(filters, context);
  const conditions: object[] = [];
  if (Object.keys(start).length > 0) conditions.push({ startsAt: operators(start) });
  if (Object.keys(end).length > 0) conditions.push({ endsAt: operators(end) });
  const earliest = start.gte ?? start.gt;
  const latest = start.lt ?? end.lte ?? end.lt;
  const wall = (at: Date, apart: number) => toWall(new Date(at.getTime() + apart), 'UTC');
  // Beyond the first and the last year there is no bound.
  const from = earliest ? wall(earliest, -ZONES_APART) : '';
  const to = latest ? wall(latest, ZONES_APART) : '';
  const range = { ...(from !== '' && { $gte: from }), ...(to !== '' && { $lte: to }) };
  if (Object.keys(range).length > 0) conditions.push({ startDate: range });
  return conditions.length > 0 ? { $and: conditions } : {};
}

const operators = (bounds: Bounds) => Object.fromEntries(Object.entries(bounds).map(([name, at]) => [`$${name}`, at]));

/** The conditions of a list of events (REFERENCE 4.6; DIFFERENCES 22, 28, 32). */
export async function eventFilter(
  filters: EventFilters,
  view: View,
  services: Services,
  terms: { readonly categories: Terms; readonly tags: Terms },
): Promise<Pick<ListQuery<EventRecord>, 'filter' | 'hint'>> {
  const { include, search, featured, post_parent: parent } = filters;
  const conditions: object[] = [{ hidden: false }];
  conditions.push(
    include ? { _id: { $in: include } } : datesFilter(filters, { siteZone: services.site.timezone, now: services.clock.now() }),
  );
  const located = await locatedFilter(filters, view, services);
  const places = [...(located && '$in' in located.venues ? [located] : []), ...(await nearFilter(filters, view, services))];
  const hiddenParts = [
    filters.categories && { categories: { $in: await terms.categories.withDescendants(filters.categories) } },
    filters.tags && { tags: { $in: filters.tags } },
    filters.venue && { venues: { $in: await readable(services, 'venues', filters.venue, view.user) } },
    filters.organizer && { organizers: { $in: await readable(services, 'organizers', filters.organizer, view.user) } },
    ...places,
  ].filter((condition) => condition !== undefined);
  conditions.push(...hiddenParts);
  if (parent !== undefined) conditions.push({ parent });
  if (featured === true) conditions.push({ featured: true });
  if (filters.ticketed) conditions.push({ _id: { $in: [] } });
  const filter = (open: Filter<PostRecord>) => {
    const protecting: object[] = hiddenParts.length > 0 || featured === true ? [open] : [];
    if (featured === false) protecting.push(notFeatured(open));
    if (located && '$nin' in located.venues) protecting.push(isEmpty(open) ? located : { $or: [located, { $nor: [open] }] });
    if (search !== undefined) protecting.push(searchFilter(search, open, view.language));
    return { $and: [...conditions, ...protecting].filter((condition) => !isEmpty(condition)) } as Filter<EventRecord>;
  };
  return { filter, hint: indexOf(filters, places) };
}

/** In how many places an index is read in order at once: above it servers sort. */
const MOST_PLACES = 30;

/** The index of the calendar that begins with what is asked for; few events of given IDs need none. */
function indexOf(filters: EventFilters, places: readonly PlaceFilter[]): string | undefined {
  if (filters.include) return undefined;
  if (filters.post_parent !== undefined) return 'children';
  if (filters.venue || places.some(({ venues }) => '$in' in venues && venues.$in.length <= MOST_PLACES)) return 'venues';
  if (filters.organizer) return 'organizers';
  if (filters.tags) return 'tags';
  return filters.categories ? 'categories' : 'calendar';
}

type PlaceFilter = { readonly venues: { readonly $in: readonly number[] } | { readonly $nin: readonly number[] } };

/** Those of the records that a user may read: one in the trash may be asked for, and finds nothing that its events do not show (DIFFERENCES 31). */
async function readable(services: Services, plural: string, ids: readonly number[], user: User | undefined): Promise<number[]> {
  const found = await readableOf(services.kinds.posts<PostRecord>(plural), plural, ids, user);
  return found.flatMap(({ _id, status }) => (status === 'trash' ? [] : [_id]));
}

/** A protected event is not known to be featured. */
function notFeatured(open: Filter<PostRecord>): object {
  if (isEmpty(open)) return { featured: false };
  return open.password === '' ? { 'keys.featured': false } : { $or: [{ featured: false }, { $nor: [open] }] };
}

const isEmpty = (condition: object) => Object.keys(condition).length === 0;

/** Of a protected event only the title is shown, and only the title is searched. */
function searchFilter(search: string, open: object, language: Language): object {
  const texts = matching(search, 'keys.text', language);
  if (texts.length === 0 || isEmpty(open)) return texts.length === 0 ? {} : { $and: texts };
  return { $or: [{ $and: [open, ...texts] }, { $and: [{ $nor: [open] }, ...matching(search, 'keys.title', language)] }] };
}

/** Of a protected event nobody knows that it has a place: it is among those without. */
async function locatedFilter({ geoloc }: EventFilters, view: View, services: Services): Promise<PlaceFilter | undefined> {
  if (geoloc === undefined) return undefined;
  const located = await nearby(services, view.user);
  return { venues: geoloc ? { $in: located } : { $nin: located } };
}

async function nearFilter(filters: EventFilters, view: View, services: Services): Promise<PlaceFilter[]> {
  const { geoloc_lat: latitude, geoloc_lng: longitude, geoloc_radius: radius = RADIUS_KILOMETRES } = filters;
  if ((latitude === undefined) !== (longitude === undefined)) {
    const missing = latitude === undefined ? 'geoloc_lat' : 'geoloc_lng';
    throw invalidParam(missing, { en: 'Send both geoloc_lat and geoloc_lng.', fr: 'Envoyez à la fois geoloc_lat et geoloc_lng.' });
  }
  if (latitude === undefined || longitude === undefined) return [];
  const point: Point = { latitude, longitude };
  return [{ venues: { $in: await nearby(services, view.user, { point, kilometres: radius }) } }];
}
