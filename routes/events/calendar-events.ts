import type { User } from '../../lib/access/user';
import { textOf } from '../../lib/calendar/entities';
import { shortened } from '../../lib/calendar/icalendar/content-line';
import type { CalendarEvent } from '../../lib/calendar/icalendar/vevent';
import type { PostRecord } from '../../lib/kinds/post-record';
import { readableTo } from '../../lib/kinds/posts/link-visibility';
import { termsKnownTo } from '../../lib/kinds/proposed-terms';
import type { Services } from '../../lib/kinds/services';
import { shownMembers } from '../../lib/kinds/shown-members';
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

/** States of an event that take the place of its publication. */
const STATES: Readonly<Record<string, CalendarEvent['status']>> = { cancelled: 'CANCELLED', postponed: 'TENTATIVE' };

// A line that ends in both ways ends once.
const wordsOf = (html: string): string => textOf(html.replace(/(<br ?\/?>)\n/g, '$1'));

const placeOf = ({ name, address, city, stateprovince, zip, country, latitude, longitude }: VenueRecord) => ({
  name,
  address: [address, city, stateprovince, zip, country],
  latitude,
  longitude,
});

/** Makes the function that writes events for calendars, with one look-up a linked kind, and one more where translations are shown. */
export function calendarEvents(services: Services) {
  const { kinds } = services;

  return async (records: readonly EventRecord[], view: CalendarView): Promise<CalendarEvent[]> => {
    const naming = (field: 'venues' | 'organizers' | 'categories' | 'tags') =>
      records.map((event) => ({ ids: event[field], language: event.language }));
    const linked = <R extends PostRecord>(plural: 'venues' | 'organizers') =>
      shownMembers(kinds.posts<R>(plural), naming(plural), readableTo(view.user, plural), services.site.served);
    const assigned = (plural: 'categories' | 'tags') =>
      shownMembers(kinds.terms(plural), naming(plural), termsKnownTo(services, plural, view.user), services.site.served);
    const [venues, organizers, categories, tags] = await Promise.all([
      linked<VenueRecord>('venues'),
      linked<OrganizerRecord>('organizers'),
      assigned('categories'),
      assigned('tags'),
    ]);
    const latest = (event: EventRecord, places: readonly VenueRecord[]) =>
      new Date(Math.max(...[event, ...places].map(({ modified }) => modified.getTime())));
    return records.map((event, index) => {
      const places = venues[index] ?? [];
      const terms = [...(categories[index] ?? []), ...(tags[index] ?? [])];
      const { title, language, allDay, startDate, endDate, startsAt, endsAt, timezone } = event;
      return {
        uid: `event-${event._id}@${view.installation}`,
        sequence: event.revision,
        modified: latest(event, places),
        status: (event.status === 'trash' ? undefined : STATES[event.eventStatus ?? '']) ?? STATUSES[event.status],
        language,
        title,
        // Of what no calendar shows little is read: half of a description may be HTML.
        description: shortened(wordsOf(event.description.slice(0, view.longestDescription * 2)), view.longestDescription),
        // What one clicks on in a calendar to take part.
        url: event.virtualUrl || eventUrl(event, view.baseUrl, services),
        virtualUrl: event.virtualUrl ?? '',
        statusReason: event.statusReason ?? '',
        ...{ allDay, startDate, endDate, startsAt, endsAt, timezone },
        categories: [...new Set(terms.map(({ name }) => name))],
        places: places.map(placeOf),
        contacts: organizers[index] ?? [],
      };
    });
  };
}
