import type { User } from '../../../lib/access';
import { attendanceOf, beginningOf, type CalendarEvent, monthAgo, paragraphs, textOf } from '../../../lib/calendar';
import {
  filterArgs,
  groupOf,
  type Listing,
  listingOf,
  type PostLike,
  type PostRecord,
  partialReads,
  type Sent,
  type Services,
  shownMembers,
  type View,
  visibleInLinks,
} from '../../../lib/content';
import { createInstallation, type Post, type Store, type Stored, type Term } from '../../../lib/database';
import type { Language } from '../../../lib/language';
import type { Arg, ArgRequest, Args } from '../../../lib/registry';
import type { EventRecord } from '../../events';
import type { OrganizerRecord } from '../../organizers';
import { EVENT_LINKS } from '../../shared/about';
import type { VenueRecord } from '../../venues';
import { eventUrl } from '../fields/links';
import { MOVED_ONLINE, ONLINE } from '../fields/states';

/** The header of public calendars and feeds, which clients may cache for some seconds. */
export const FRESH = { 'Cache-Control': 'public, max-age=300' } as const;

/** Makes the args of the calendar route: the filters of the list. Without dates the calendar starts a month ago. */
export function calendarArgs(services: Services, type: PostLike<EventRecord>): Args {
  const { orderby: _, order: __, sort: ___, start_date: start, end_date: end, overlaps, ...filters } = filterArgs(type);
  const begin = (request: ArgRequest): unknown => {
    const usual: unknown = typeof start?.default === 'function' ? start.default(request) : undefined;
    if (usual === undefined) return undefined;
    services.clock.limitValidity('day');
    return monthAgo({ siteZone: services.site.timezone, now: services.clock.peek() });
  };
  return {
    ...(start && { start_date: markedDefault({ ...start, default: begin }) }),
    ...(end && { end_date: markedDefault(end) }),
    ...filters,
    ...(overlaps && { overlaps: { ...overlaps, default: hasNoDates } }),
    own_days: OWN_DAYS,
    status: {
      type: 'string',
      enum: ['publish'],
      default: 'publish',
      description: {
        en: 'The post status: calendars contain public events',
        fr: 'Le statut de publication : les calendriers contiennent les évènements publics',
      },
    },
  };
}

/** The arg `own_days`. It bounds events by the days in their own zones, so that a calendar has the same events as a page. */
const OWN_DAYS = {
  type: 'boolean',
  default: false,
  description: {
    en: 'With overlaps: true if start_date and end_date are days in the time zone of each event, as on pages, and not in that of the site',
    fr: 'Avec overlaps : vrai si start_date et end_date sont des jours dans le fuseau de chaque évènement, comme sur les pages, et non dans celui du site',
  },
} as const satisfies Arg;

/** Marks the default value of a date arg, so that the name of the calendar does not contain the date. */
const markedDefault = (arg: Arg): Arg => ({
  ...arg,
  async sanitize(value: unknown, request: ArgRequest, name: string) {
    const date: unknown = await arg.sanitize?.(value, request, name);
    return request.params[name] === undefined && typeof date === 'object' && date !== null ? { ...date, isDefault: true } : date;
  },
});

/** True if the request has no date. The calendar then includes events that began earlier and have not ended. */
const hasNoDates = ({ params }: ArgRequest): boolean => params['start_date'] === undefined && params['end_date'] === undefined;

/** Returns the database query of the calendar. It finds only events that everybody may read, for every user. */
export function calendarQuery(
  type: PostLike<EventRecord>,
  params: Sent,
  view: Pick<View, 'language' | 'baseUrl'>,
): Promise<Listing<EventRecord>> {
  const { status: _, ...filters } = params;
  return listingOf(type, {
    filters,
    view: { ...view, user: undefined, single: false },
    status: ['publish'],
    conditions: [{ password: '' }],
  });
}

/** Returns the name of a calendar or feed. Its module is loaded on first use, since it needs the texts of pages. */
export const filteredName = (params: Sent, language: Language, services: Services): Promise<string> => {
  const { calendarName } = require('../../site/subscriptions/calendar-name') as typeof import('../../site/subscriptions/calendar-name');
  return calendarName(params, language, services);
};

/** The types that events link to. Calendars and feeds show their records. */
const LINKED = Object.values(EVENT_LINKS);

type LinkedPlural = (typeof LINKED)[number];
type Linked = Stored & Partial<Pick<Post, 'status'> & Pick<Term, 'proposedBy'>>;

/** Returns the time of a linked record's last change that everybody may know. Undefined for a record that was never public. */
const knownChange = ({ status = 'publish', proposedBy, modified, unpublished }: Linked): Date | undefined =>
  status === 'publish' && proposedBy === undefined ? modified : unpublished;

/** Reads records by ID, together with their translations. */
const withTranslations = async ({ many }: Pick<Store<Linked>, 'many'>, ids: readonly number[]) => {
  const named = await many(ids);
  const others = [...named.values()].flatMap(groupOf).filter((id) => !named.has(id));
  return new Map([...named, ...(await many(others))]);
};

/**
 * Makes the function that returns the time of each event's last change for calendars and feeds. A change of a linked record, in any
 * language, counts as a change of the event. The time therefore never decreases when a linked record is hidden or removed. Later changes
 * of a hidden record do not count.
 */
export function createLastChanges(services: Services): (events: readonly EventRecord[]) => Promise<readonly Date[]> {
  const readLinked = (link: LinkedPlural, events: readonly EventRecord[]) =>
    withTranslations(
      partialReads<Linked>(services, link, 'modified', 'unpublished'),
      events.flatMap((event) => event[link]),
    );
  return async (events) => {
    const linked = await Promise.all(LINKED.map(async (link) => ({ link, records: await readLinked(link, events) })));
    return events.map((event) => {
      const changed = linked.flatMap(({ link, records }) => {
        const present = (ids: readonly number[]) => ids.flatMap((id) => records.get(id) ?? []);
        return present(present(event[link]).flatMap(groupOf));
      });
      const moments = [event.modified, event.unlinked ?? event.modified, ...changed.flatMap((record) => knownChange(record) ?? [])];
      return new Date(Math.max(...moments.map(Number)));
    });
  };
}

/** The reader of an iCalendar file, and the limit of descriptions in UTF-16 units. */
export interface CalendarView {
  readonly user: User | undefined;
  readonly baseUrl: string;
  readonly longestDescription: number;
}

const STATUSES: Readonly<Record<PostRecord['status'], CalendarEvent['status']>> = {
  publish: 'CONFIRMED',
  future: 'CONFIRMED',
  private: 'CONFIRMED',
  draft: 'TENTATIVE',
  pending: 'TENTATIVE',
  trash: 'CANCELLED',
};

/** The iCalendar STATUS for states of an event. They take precedence over the publication status. */
const STATES: Readonly<Record<string, CalendarEvent['status']>> = { cancelled: 'CANCELLED', postponed: 'TENTATIVE' };

/** Returns the title for iCalendar, with a mark for a state that STATUS cannot express. */
const titleOf = ({ title, language, eventStatus }: EventRecord): string =>
  eventStatus === 'moved_online' ? `${MOVED_ONLINE[language]} · ${title}` : title;

const plainly = (stored: string): string => textOf(paragraphs(stored));

/** Returns the description of an event as plain text; without a description, the excerpt. */
const descriptionOf = ({ description, excerpt }: EventRecord, longest: number): string =>
  beginningOf(description, longest, plainly) || beginningOf(excerpt, longest, plainly);

const placeOf = ({ name, address, city, stateprovince, zip, country, latitude, longitude }: VenueRecord) => ({
  name,
  address: [address, city, stateprovince, zip, country],
  latitude,
  longitude,
});

/** Returns the locations of an event: its venues, or its address on the web if it is online. */
const placesOf = ({ eventStatus, attendance, virtualUrl, language }: EventRecord, venues: readonly VenueRecord[]) =>
  attendanceOf({ status: eventStatus, attendance }) === 'online'
    ? [{ name: virtualUrl || ONLINE[language], address: [], latitude: null, longitude: null }]
    : venues.map(placeOf);

/** Makes the function that converts stored events to iCalendar events. It reads the linked records of all events at once. */
export function calendarEvents(services: Services) {
  const { stores } = services;
  const lastChanges = createLastChanges(services);
  const installation = createInstallation(services.connection);

  return async (records: readonly EventRecord[], view: CalendarView): Promise<CalendarEvent[]> => {
    const linked = <R extends Stored>(plural: LinkedPlural, targets: Pick<Store<R>, 'many'>): Promise<R[][]> => {
      const links = records.map((event) => ({ ids: event[plural], language: event.language }));
      return shownMembers<R>(targets, links, visibleInLinks(services, plural, view.user), services.site.served);
    };
    const [venues, organizers, categories, tags, changes, uuid] = await Promise.all([
      linked('venues', stores.posts<VenueRecord>('venues')),
      linked('organizers', stores.posts<OrganizerRecord>('organizers')),
      linked('categories', stores.terms('categories')),
      linked('tags', stores.terms('tags')),
      lastChanges(records),
      installation(),
    ]);
    return records.map((event, index) => {
      const terms = [...(categories[index] ?? []), ...(tags[index] ?? [])];
      const { language, allDay, startDate, endDate, startsAt, endsAt, timezone } = event;
      return {
        uid: `event-${event._id}@${uuid}`,
        sequence: event.revision,
        modified: changes[index] ?? event.modified,
        status: (event.status === 'trash' ? undefined : STATES[event.eventStatus ?? '']) ?? STATUSES[event.status],
        language,
        title: titleOf(event),
        description: descriptionOf(event, view.longestDescription),
        // The address that a person opens from a calendar to take part.
        url: event.virtualUrl || eventUrl(event, view.baseUrl, services),
        virtualUrl: event.virtualUrl ?? '',
        statusReason: event.statusReason ?? '',
        allDay,
        startDate,
        endDate,
        startsAt,
        endsAt,
        timezone,
        categories: [...new Set(terms.map(({ name }) => name))],
        places: placesOf(event, venues[index] ?? []),
        contacts: organizers[index] ?? [],
      };
    });
  };
}
