import type { Term } from '../lib/database';
import type { EventRecord } from './events';
import type { OrganizerRecord } from './organizers';
import type { VenueRecord } from './venues';

/** The stored records of the calendar's post-like kinds, by their plurals. */
export interface CalendarPosts {
  readonly events: EventRecord;
  readonly venues: VenueRecord;
  readonly organizers: OrganizerRecord;
}

/**
 * The stored records of the calendar's kinds, by their plurals.
 *
 * @example
 * const titleOf = ({ title }: CalendarRecords['events']): string => title;
 */
export interface CalendarRecords extends CalendarPosts {
  readonly categories: Term;
  readonly tags: Term;
}
