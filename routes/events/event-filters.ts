import type { Filter } from 'mongodb';
import { canRead } from '../../lib/access/posts';
import { readInstant } from '../../lib/calendar/dates';
import { slugify } from '../../lib/calendar/slug';
import { type Bounds, dateWindow, defaultWindow, effectiveDates, type WindowParams } from '../../lib/calendar/window';
import { toWall } from '../../lib/calendar/zones';
import { errors } from '../../lib/errors';
import type { Text } from '../../lib/language';
import type { Posts } from '../../lib/records/posts';
import type { Terms } from '../../lib/records/terms';
import type { ArgRequest, Args } from '../../lib/registry/args';
import { idFilter, idsFilter, isTrue, listOf, readId, refused } from '../common';
import type { ListQuery, View } from '../post-like/kind';
import { ownedBy, type PostRecord } from '../post-like/post-record';
import { isOpenTo } from '../post-like/visibility';
import { matching } from '../searching';
import type { Services, User } from '../services';
import type { EventRecord } from './event-record';
import { nearby, type Point } from './places';

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

const DATES = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

const DATE: Text = {
  en: 'Send a date, e.g. 2030-05-06, or 0 for today.',
  fr: 'Envoyez une date, par exemple 2030-05-06, ou 0 pour aujourd’hui.',
};

const RADIUS_KILOMETRES = 25;

/** Times of the site's zone differ from those of an event's by less than this, in ms: the index is searched that much wider. */
const ZONES_APART = 48 * 3_600_000;

/** The args of the list of events beside paging, search and status. */
export function eventFilterArgs(services: Services, terms: { readonly categories: Terms; readonly tags: Terms }): Args {
  const context = () => ({ siteZone: services.site.timezone, now: services.clock.now() });
  const sentDates = (params: Readonly<Record<string, unknown>>): WindowParams => {
    const dates = DATES.filter((name) => typeof params[name] === 'string').map((name) => [name, params[name]] as const);
    return { ...Object.fromEntries(dates), strict_dates: isTrue(params['strict_dates']) };
  };
  const inForce =
    (name: 'start_date' | 'end_date') =>
    ({ params }: ArgRequest): string | undefined => {
      if (params['include'] !== undefined) return defaultWindow(context())[name];
      const sent = sentDates(params);
      return DATES.some((date) => sent[date] !== undefined) ? effectiveDates(sent, context())[name] : defaultWindow(context())[name];
    };
  const date = {
    type: 'string',
    format: 'date',
    validate(value: unknown): true {
      const given = typeof value === 'number' ? String(value) : value;
      if (typeof given === 'string' && (given.trim() === '0' || readInstant(given, context()) !== undefined)) return true;
      throw errors.invalidValue(DATE);
    },
    sanitize: (value: unknown): string | undefined => (value === undefined ? undefined : String(value)),
  } as const;
  const exist = (plural: string) => async (ids: readonly number[], request: ArgRequest) => {
    const found = await services.kinds.posts<PostRecord>(plural).many(ids);
    return ids.every((id) => {
      const record = found.get(id);
      return record !== undefined && (record.status === 'trash' || canRead(request.user as User | undefined, plural, ownedBy(record)));
    });
  };
  const seesEvent = async (id: number, request: ArgRequest) => {
    const event = await services.kinds.posts<EventRecord>('events').byId(id);
    const user = request.user as User | undefined;
    return event !== undefined && canRead(user, 'events', ownedBy(event)) && isOpenTo(user, 'events', event);
  };
  const degrees = (most: number) =>
    ({
      type: 'number',
      validate(value: unknown): true {
        const number = Number(value);
        if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number') if (Math.abs(number) <= most) return true;
        throw errors.invalidValue({
          en: `Send degrees between -${most} and ${most}.`,
          fr: `Envoyez des degrés entre -${most} et ${most}.`,
        });
      },
      sanitize: Number,
    }) as const;
  const list = { type: 'array', items: { type: 'integer' } } as const;
  return {
    start_date: {
      ...date,
      format: 'date-time',
      default: inForce('start_date'),
      description: { en: 'Events that start on or after the date', fr: 'Évènements qui commencent à cette date ou après' },
    },
    end_date: {
      ...date,
      format: 'date-time',
      default: inForce('end_date'),
      description: { en: 'Events that end on or before the date', fr: 'Évènements qui se terminent à cette date ou avant' },
    },
    starts_before: { ...date, description: { en: 'Events starting before the date', fr: 'Évènements commençant avant la date' } },
    starts_after: { ...date, description: { en: 'Events starting after the date', fr: 'Évènements commençant après la date' } },
    ends_before: { ...date, description: { en: 'Events ending before the date', fr: 'Évènements se terminant avant la date' } },
    ends_after: { ...date, description: { en: 'Events ending after the date', fr: 'Évènements se terminant après la date' } },
    strict_dates: {
      default: false,
      validate(value: unknown): true {
        if (value === true || value === false || (typeof value === 'string' && value !== '' && value !== '0')) return true;
        throw errors.invalidValue({ en: 'Send true or false.', fr: 'Envoyez true ou false.' });
      },
      sanitize: isTrue,
      description: {
        en: 'Whether the times of the dates count, and not only their days',
        fr: 'Indique si les heures des dates comptent, et pas seulement leurs jours',
      },
    },
    categories: {
      ...list,
      ...termsFilter(terms.categories),
      description: {
        en: 'Events in one of these categories, as IDs or slugs',
        fr: 'Évènements dans l’une de ces catégories : identifiants ou slugs',
      },
    },
    tags: {
      ...list,
      ...termsFilter(terms.tags),
      description: {
        en: 'Events with one of these tags, as IDs or slugs',
        fr: 'Évènements portant l’une de ces étiquettes : identifiants ou slugs',
      },
    },
    venue: {
      ...list,
      ...idsFilter(exist('venues')),
      description: { en: 'Events at one of these venues', fr: 'Évènements dans l’un de ces lieux' },
    },
    organizer: {
      ...list,
      ...idsFilter(exist('organizers')),
      description: { en: 'Events of one of these organizers', fr: 'Évènements de l’un de ces organisateurs' },
    },
    featured: { type: 'boolean', description: { en: 'Filter by featured status', fr: 'Filtrer selon la mise en avant' } },
    geoloc: {
      type: 'boolean',
      description: { en: 'Filter by whether the venue has coordinates', fr: 'Filtrer selon que le lieu a des coordonnées' },
    },
    geoloc_lat: { ...degrees(90), description: { en: 'Latitude of a point near the venue', fr: 'Latitude d’un point proche du lieu' } },
    geoloc_lng: { ...degrees(180), description: { en: 'Longitude of a point near the venue', fr: 'Longitude d’un point proche du lieu' } },
    geoloc_radius: {
      type: 'number',
      default: RADIUS_KILOMETRES,
      minimum: 0,
      maximum: 20_040,
      description: {
        en: 'How far the venue may be from the point, in kilometres',
        fr: 'Distance maximale du lieu au point, en kilomètres',
      },
    },
    include: {
      ...list,
      ...idsFilter(),
      description: {
        en: 'Events with one of these post IDs; the date filters are then ignored',
        fr: 'Évènements portant l’un de ces identifiants ; les filtres de date sont alors ignorés',
      },
    },
    post_parent: {
      type: 'integer',
      ...idFilter(seesEvent),
      description: {
        en: 'Events whose parent is the event of this ID',
        fr: 'Évènements dont le parent est l’évènement de cet identifiant',
      },
    },
    ticketed: { type: 'boolean', description: { en: 'Events with or without tickets', fr: 'Évènements avec ou sans billets' } },
  };
}

/** A filter by terms, as IDs, slugs or names; what is both a slug and an ID is taken as the slug (REFERENCE 4.6). */
function termsFilter(terms: Terms) {
  const why: Text = {
    en: 'Send IDs or slugs that exist, in a list or with commas between them.',
    fr: 'Envoyez des identifiants ou des slugs existants, dans une liste ou séparés par des virgules.',
  };
  const read = (value: unknown): string[] =>
    listOf(value).map((item) => (typeof item === 'string' || typeof item === 'number' ? String(item) : ''));
  return {
    validate(value: unknown): true {
      const items = read(value);
      if (items.length === 0 || items.some((item) => item === '' || item === '0')) throw errors.invalidValue(why);
      return true;
    },
    async sanitize(value: unknown, { language }: ArgRequest): Promise<number[]> {
      const items = read(value);
      const slugs = items.map((item) => slugify(item));
      const ids = items.flatMap((item) => readId(item) ?? []);
      const found = await terms.find({ $or: [{ language, slug: { $in: slugs } }, ...(ids.length > 0 ? [{ _id: { $in: ids } }] : [])] });
      return items.map((item, place) => {
        const term =
          found.find((one) => one.language === language && one.slug === slugs[place]) ?? found.find((one) => one._id === readId(item));
        if (!term) throw errors.invalidValue(why);
        return term._id;
      });
    },
  };
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
  const range = { ...(earliest && { $gte: wall(earliest, -ZONES_APART) }), ...(latest && { $lte: wall(latest, ZONES_APART) }) };
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
  const places = await placeFilters(filters, view, services);
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
    if (search !== undefined) protecting.push(searchFilter(search, open));
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
  const found = await services.kinds.posts<PostRecord>(plural).many(ids);
  return [...found.values()].filter((record) => canRead(user, plural, ownedBy(record))).map(({ _id }) => _id);
}

/** A protected event is not known to be featured. */
function notFeatured(open: Filter<PostRecord>): object {
  if (isEmpty(open)) return { featured: false };
  return open.password === '' ? { 'keys.featured': false } : { $or: [{ featured: false }, { $nor: [open] }] };
}

const isEmpty = (condition: object) => Object.keys(condition).length === 0;

/** Of a protected event only the title is shown, and only the title is searched. */
function searchFilter(search: string, open: object): object {
  const texts = matching(search, 'keys.text');
  if (texts.length === 0 || isEmpty(open)) return texts.length === 0 ? {} : { $and: texts };
  return { $or: [{ $and: [open, ...texts] }, { $and: [{ $nor: [open] }, ...matching(search, 'keys.title')] }] };
}

async function placeFilters(filters: EventFilters, view: View, services: Services): Promise<PlaceFilter[]> {
  const { geoloc, geoloc_lat: latitude, geoloc_lng: longitude, geoloc_radius: radius = RADIUS_KILOMETRES } = filters;
  if ((latitude === undefined) !== (longitude === undefined)) {
    const missing = latitude === undefined ? 'geoloc_lat' : 'geoloc_lng';
    throw refused(missing, { en: 'Send both geoloc_lat and geoloc_lng.', fr: 'Envoyez à la fois geoloc_lat et geoloc_lng.' });
  }
  const conditions: PlaceFilter[] = [];
  if (geoloc !== undefined) {
    const located = await nearby(services, view.user);
    conditions.push({ venues: geoloc ? { $in: located } : { $nin: located } });
  }
  if (latitude !== undefined && longitude !== undefined) {
    const point: Point = { latitude, longitude };
    conditions.push({ venues: { $in: await nearby(services, view.user, { point, kilometres: radius }) } });
  }
  return conditions;
}

export type EventPosts = Posts<EventRecord>;
