import type { Term } from '../lib/database';
import type { EventRecord } from './events';
import type { OrganizerRecord } from './organizers';
import type { VenueRecord } from './venues';

/** The types of stored records of the calendar's post-like types, by plural. */
export interface CalendarPosts {
  readonly events: EventRecord;
  readonly venues: VenueRecord;
  readonly organizers: OrganizerRecord;
}

/**
 * Stored records of all types of the calendar, by plural.
 *
 * @example
 * const titleOf = ({ title }: CalendarRecords['events']): string => title;
 */
export interface CalendarRecords extends CalendarPosts {
  readonly categories: Term;
  readonly tags: Term;
}
