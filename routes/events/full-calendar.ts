import { isoOffset } from '../../lib/calendar';
import type { ListFormat } from '../../lib/content';

type Shown = Readonly<Record<string, unknown>>;

/** The number of events of one answer, unless `per_page` says otherwise. FullCalendar asks for a month at a time and reads one page. */
const MOST_EVENTS = 500;

const DAY = 86_400_000;

/** The day after the last one, as FullCalendar writes the end of whole days: YYYY-MM-DD. */
const dayAfter = (wall: string): string => new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

/** A local time with its offset from UTC, such as `2030-05-06T10:00:00+02:00`. */
const moment = (wall: unknown, utc: unknown): string => {
  const [local, universal] = [String(wall), String(utc)];
  return `${local.replace(' ', 'T')}${isoOffset(local, universal)}`;
};

const timesOf = ({ all_day: isAllDay, start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd }: Shown) =>
  isAllDay === true
    ? { start: String(start).slice(0, 10), end: dayAfter(String(end)), allDay: true }
    : { start: moment(start, utcStart), end: moment(end, utcEnd), allDay: false };

const text = { type: 'string', required: true } as const;

/** The list as FullCalendar reads it (https://fullcalendar.io/docs/event-parsing): a bare array of events. */
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
