import type { User } from '../../lib/access/user';
import { textOf } from '../../lib/calendar/entities';
import { shortened } from '../../lib/calendar/icalendar/content-line';
import type { CalendarEvent } from '../../lib/calendar/icalendar/vevent';
import type { PostRecord } from '../../lib/kinds/post-record';
import { readableOf } from '../../lib/kinds/posts/visibility';
import type { Services } from '../../lib/kinds/services';
import type { EventRecord } from '../events';
import type { OrganizerRecord } from '../organizers';
import type { VenueRecord } from '../venues';
import { eventUrl } from './website';

/** For whom events are written, and how long their descriptions may be, in UTF-16 units. */
export interface CalendarView {
  readonly user: User | undefined;
  readonly baseUrl: string;
  /** Tells this database from any other. */
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

// A line that ends in both ways ends once.
const wordsOf = (html: string): string => textOf(html.replace(/(<br ?\/?>)\n/g, '$1'));

const placeOf = ({ name, address, city, stateprovince, zip, country, latitude, longitude }: VenueRecord) => ({
  name,
  address: [address, city, stateprovince, zip, country],
  latitude,
  longitude,
});

/** Makes the function that writes events for calendars, with one look-up a linked kind. */
export function calendarEvents(services: Services) {
  const { kinds } = services;
  const readable = async <R extends PostRecord>(plural: string, ids: number[], user: User | undefined) => {
    const found = await readableOf(kinds.posts<R>(plural), plural, ids, user);
    return new Map(found.filter(({ status }) => status !== 'trash').map((record) => [record._id, record]));
  };

  return async (records: readonly EventRecord[], view: CalendarView): Promise<CalendarEvent[]> => {
    const [venues, organizers, categories, tags] = await Promise.all([
      readable<VenueRecord>(
        'venues',
        records.flatMap((event) => event.venues),
        view.user,
      ),
      readable<OrganizerRecord>(
        'organizers',
        records.flatMap((event) => event.organizers),
        view.user,
      ),
      kinds.terms('categories').many(records.flatMap((event) => event.categories)),
      kinds.terms('tags').many(records.flatMap((event) => event.tags)),
    ]);
    const latest = (event: EventRecord, places: readonly VenueRecord[]) =>
      new Date(Math.max(...[event, ...places].map(({ modified }) => modified.getTime())));
    return records.map((event) => {
      const places = event.venues.flatMap((id) => venues.get(id) ?? []);
      const terms = [...event.categories.map((id) => categories.get(id)), ...event.tags.map((id) => tags.get(id))];
      const { title, language, allDay, startDate, endDate, startsAt, endsAt, timezone } = event;
      return {
        uid: `event-${event._id}@${view.installation}`,
        sequence: event.revision,
        modified: latest(event, places),
        status: STATUSES[event.status],
        language,
        title,
        // Of what no calendar shows little is read: half of a description may be HTML.
        description: shortened(wordsOf(event.description.slice(0, view.longestDescription * 2)), view.longestDescription),
        url: eventUrl(event, view.baseUrl, services),
        ...{ allDay, startDate, endDate, startsAt, endsAt, timezone },
        categories: [...new Set(terms.flatMap((term) => term?.name ?? []))],
        places: places.map(placeOf),
        contacts: event.organizers.flatMap((id) => organizers.get(id) ?? []),
      };
    });
  };
}
