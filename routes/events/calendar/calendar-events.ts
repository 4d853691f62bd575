import type { User } from '../../../lib/access';
import { attendanceOf, beginningOf, type CalendarEvent, paragraphs, textOf } from '../../../lib/calendar';
import { type PostRecord, readableTo, type Services, shownMembers, termsVisibleTo } from '../../../lib/content';
import type { EventRecord } from '../../events';
import type { OrganizerRecord } from '../../organizers';
import type { VenueRecord } from '../../venues';
import { eventUrl } from '../fields/links';
import { MOVED_ONLINE, ONLINE } from '../fields/states';
import { createLastChanges } from './last-changes';

/** The reader of an iCalendar file, and the limit of descriptions in UTF-16 units. */
export interface CalendarView {
  readonly user: User | undefined;
  readonly baseUrl: string;
  /** A name of this database, unique among all installations, for iCalendar UIDs. */
  readonly installation: string;
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

  return async (records: readonly EventRecord[], view: CalendarView): Promise<CalendarEvent[]> => {
    const naming = (field: 'venues' | 'organizers' | 'categories' | 'tags') =>
      records.map((event) => ({ ids: event[field], language: event.language }));
    const linked = <R extends PostRecord>(plural: 'venues' | 'organizers') =>
      shownMembers(kinds.posts<R>(plural), naming(plural), readableTo(view.user, plural), services.site.served);
    const assigned = (plural: 'categories' | 'tags') =>
      shownMembers(kinds.terms(plural), naming(plural), termsVisibleTo(services, plural, view.user), services.site.served);
    const [venues, organizers, categories, tags, changes] = await Promise.all([
      linked<VenueRecord>('venues'),
      linked<OrganizerRecord>('organizers'),
      assigned('categories'),
      assigned('tags'),
      lastChanges(records),
    ]);
    return records.map((event, index) => {
      const terms = [...(categories[index] ?? []), ...(tags[index] ?? [])];
      const { language, allDay, startDate, endDate, startsAt, endsAt, timezone } = event;
      return {
        uid: `event-${event._id}@${view.installation}`,
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
