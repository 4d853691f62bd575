import { isoDate } from '../../lib/calendar';
import type { ListFormat } from '../../lib/content';
import { dayAfter, dayOf } from '../site/choice/days';

type Shown = Readonly<Record<string, unknown>>;

/** The default number of events in a FullCalendar response. FullCalendar requests a month and reads only one page. */
const MOST_EVENTS = 500;

/** Returns the times of an event for FullCalendar. The end of whole days is the day after the last day. */
const timesOf = ({ all_day: isAllDay, start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd }: Shown) =>
  isAllDay === true
    ? { start: dayOf(String(start)), end: dayAfter(dayOf(String(end)), 1), allDay: true }
    : { start: isoDate(String(start), String(utcStart)), end: isoDate(String(end), String(utcEnd)), allDay: false };

const text = { type: 'string', required: true } as const;

/** The list format of FullCalendar (https://fullcalendar.io/docs/event-parsing): a bare array of events. */
export const fullCalendar: ListFormat = {
  type: 'application/vnd.fullcalendar+json',
  most: MOST_EVENTS,
  answers: {
    type: 'array',
    title: 'FullCalendarEvents',
    items: {
      type: 'object',
      properties: {
        id: text,
        title: text,
        start: text,
        end: text,
        allDay: { type: 'boolean', required: true },
        url: { ...text, format: 'uri' },
      },
    },
  },
  write: (records) =>
    records.map((record) => ({ id: String(record['id']), title: record['title'], ...timesOf(record), url: record['url'] })),
};
