import { toInstant, toWall } from '../../../lib/calendar/dates/zones';
import { createZoneUse, vcalendar } from '../../../lib/calendar/icalendar/vcalendar';
import { type CalendarEvent, vevent } from '../../../lib/calendar/icalendar/vevent';

/** Makes an event that has only the required fields. `startDate` and `endDate` are wall times in `timezone`. */
export const sampleEvent = (more: Partial<CalendarEvent> = {}): CalendarEvent => {
  const { timezone = 'UTC', startDate = '2030-05-06 07:08:09', endDate = '2030-05-06 09:00:00' } = more;
  return {
    uid: 'event-1@sample',
    sequence: 1,
    modified: new Date('2030-01-02T03:04:05Z'),
    status: 'CONFIRMED',
    language: 'en',
    title: 'Concert',
    description: '',
    virtualUrl: '',
    statusReason: '',
    url: 'http://127.0.0.1/en/event/concert/',
    allDay: false,
    startDate,
    endDate,
    startsAt: toInstant(startDate, timezone),
    endsAt: toInstant(endDate, timezone),
    timezone,
    categories: [],
    places: [],
    contacts: [],
    ...more,
  };
};

/** Makes an event between two instants (ms), with the wall times of a zone. */
export const eventBetween = (timezone: string, start: number, end: number, uid = 'event-1@sample'): CalendarEvent =>
  sampleEvent({
    uid,
    timezone,
    startDate: toWall(new Date(start), timezone),
    endDate: toWall(new Date(end), timezone),
    startsAt: new Date(start),
    endsAt: new Date(end),
  });

/** Writes a whole VCALENDAR object with these events. */
export const calendarOf = (events: readonly CalendarEvent[], timezone = 'UTC'): string => {
  const zones = createZoneUse();
  for (const event of events) zones.note(event);
  const facts = { name: 'Calendar', language: 'en', timezone } as const;
  return vcalendar(facts, [...zones.timezones(), ...events.map(vevent)], new Date('2030-01-15T12:00:00Z'));
};
