import type { User } from '../../../lib/access';
import { attendanceOf, beginningOf, type CalendarEvent, paragraphs, textOf } from '../../../lib/calendar';
import { namesIn, type PostRecord, readableTo, type Services, shownMembers, termsVisibleTo } from '../../../lib/content';
import { createInstallation, type Store, type Stored } from '../../../lib/database';
import type { EventRecord } from '../../events';
import type { OrganizerRecord } from '../../organizers';
import type { VenueRecord } from '../../venues';
import { eventUrl } from '../fields/links';
import { MOVED_ONLINE, ONLINE } from '../fields/states';

/** Links of events whose target records appear in calendars and feeds. */
const LINKS = ['venues', 'organizers', 'categories', 'tags'] as const;

type Changed = Pick<Stored, '_id' | 'translations' | 'modified'>;
type Reads = Pick<Store<Stored>, 'many'>;

const siblingsOf = ({ translations }: Changed): number[] => Object.values(translations).map(({ id }) => id);

/** Reads records by ID, together with their translations. */
const withTranslations = async ({ many }: Reads, ids: readonly number[]): Promise<ReadonlyMap<number, Changed>> => {
  const named = await many(ids);
  const others = [...named.values()].flatMap(siblingsOf).filter((id) => !named.has(id));
  return new Map([...named, ...(await many(others))]);
};

/**
 * Makes the function that returns the time of each event's last change for calendars and feeds. A change of a linked record, in any
 * language, counts as a change of the event. The time therefore never decreases when a linked record is hidden or removed.
 */
export function createLastChanges({ kinds }: Services): (events: readonly EventRecord[]) => Promise<readonly Date[]> {
  const readsOf = (link: (typeof LINKS)[number]): Reads =>
    link === 'categories' || link === 'tags' ? namesIn(kinds.terms(link), 'modified') : namesIn(kinds.posts<PostRecord>(link), 'modified');

  return async (events) => {
    const known = await Promise.all(
      LINKS.map(async (link) => ({
        link,
        records: await withTranslations(
          readsOf(link),
          events.flatMap((event) => event[link]),
        ),
      })),
    );
    return events.map((event) => {
      const moments = known.flatMap(({ link, records }) => {
        const named = event[link].flatMap((id) => records.get(id) ?? []);
        const shown = named.flatMap((record) => siblingsOf(record).flatMap((id) => records.get(id) ?? []));
        return [...named, ...shown].map(({ modified }) => modified);
      });
      const all = [event.modified, ...(event.unlinked ? [event.unlinked] : []), ...moments];
      return new Date(Math.max(...all.map(Number)));
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
  const { kinds } = services;
  const lastChanges = createLastChanges(services);
  const installation = createInstallation(services.connection);

  return async (records: readonly EventRecord[], view: CalendarView): Promise<CalendarEvent[]> => {
    const naming = (field: 'venues' | 'organizers' | 'categories' | 'tags') =>
      records.map((event) => ({ ids: event[field], language: event.language }));
    const linked = <R extends PostRecord>(plural: 'venues' | 'organizers') =>
      shownMembers(kinds.posts<R>(plural), naming(plural), readableTo(view.user, plural), services.site.served);
    const assigned = (plural: 'categories' | 'tags') =>
      shownMembers(kinds.terms(plural), naming(plural), termsVisibleTo(services, plural, view.user), services.site.served);
    const [venues, organizers, categories, tags, changes, uuid] = await Promise.all([
      linked<VenueRecord>('venues'),
      linked<OrganizerRecord>('organizers'),
      assigned('categories'),
      assigned('tags'),
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
        ...{ allDay, startDate, endDate, startsAt, endsAt, timezone },
        categories: [...new Set(terms.map(({ name }) => name))],
        places: placesOf(event, venues[index] ?? []),
        contacts: organizers[index] ?? [],
      };
    });
  };
}
