import type { Language } from '../../language';
import { DAY, dayOf, msToWall, wallToMs } from '../dates/wall-time';
import { isShownTwice, toWall } from '../dates/zones';
import { cutText } from '../text/html-text';
import { contentLine, dateTimeValue, type Parameters, textValue } from './content-line';
import { zoneId } from './vtimezone';

/** The location of an event. Degrees (WGS 84) are null if unknown. */
interface CalendarLocation {
  readonly name: string;
  readonly address: readonly string[];
  readonly latitude: number | null;
  readonly longitude: number | null;
}

interface CalendarContact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** An event for iCalendar: wall times 'YYYY-MM-DD HH:MM:SS' in `timezone`, their instants, and texts without HTML. */
export interface CalendarEvent {
  /** The globally unique and permanent UID. */
  readonly uid: string;
  /** The SEQUENCE number, which rises with every change. */
  readonly sequence: number;
  /** The last change of the event or of a linked record. Never goes back. */
  readonly modified: Date;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** The URL of the event page, or of the online event. */
  readonly url: string;
  readonly virtualUrl: string;
  /** The reason why the event is cancelled or changed; '' without one. */
  readonly statusReason: string;
  readonly allDay: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timezone: string;
  readonly categories: readonly string[];
  readonly places: readonly CalendarLocation[];
  readonly contacts: readonly CalendarContact[];
}

/** The maximum length of LOCATION and of a contact, in UTF-16 units. */
const LONGEST = 500;
// The part of RFC 5321 that needs no encoding in a mail address (RFC 6068).
const EMAIL = /^[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;

/** The last year with predictable transitions. */
const LAST_YEAR = 2099;

/**
 * Returns the zone for writing an instant as a wall time. Undefined for UTC, for the far future, and for wall times that occur twice or
 * never. Clients disagree about such wall times, so these are written in UTC.
 */
const zoneOf = (wall: string, instant: Date, zone: string): string | undefined => {
  const id = zoneId(zone);
  const isPlain = id !== undefined && instant.getUTCFullYear() <= LAST_YEAR && toWall(instant, zone) === wall;
  return isPlain && !isShownTwice(zone, instant) ? id : undefined;
};

/** Formats an instant in UTC for iCalendar: `20300506T070809Z`. */
const stamp = (instant: Date): string => `${dateTimeValue(toWall(instant, 'UTC'))}Z`;

const moment = (name: string, wall: string, instant: Date, zone: string): string => {
  const id = zoneOf(wall, instant, zone);
  return id === undefined ? contentLine(name, stamp(instant)) : contentLine(name, dateTimeValue(wall), { TZID: id });
};

const date = (name: string, ms: number): string => contentLine(name, dateTimeValue(msToWall(ms)).slice(0, 8), { VALUE: 'DATE' });

/** Makes DTSTART and DTEND of a whole-day event. DTEND is the day after the last; after the year 9999 DURATION replaces it. */
const days = ({ startDate, endDate }: CalendarEvent): string[] => {
  const first = wallToMs(`${dayOf(startDate)} 00:00:00`);
  const after = wallToMs(`${dayOf(endDate)} 00:00:00`) + DAY;
  return [date('DTSTART', first), msToWall(after) === '' ? `DURATION:P${Math.round((after - first) / DAY)}D` : date('DTEND', after)];
};

const times = (event: CalendarEvent): string[] => {
  const { startDate, endDate, startsAt, endsAt, timezone } = event;
  const start = moment('DTSTART', startDate, startsAt, timezone);
  // An end must be later; without one an event ends when it starts (RFC 5545, 3.6.1).
  return endsAt.getTime() > startsAt.getTime() ? [start, moment('DTEND', endDate, endsAt, timezone)] : [start];
};

const placeText = ({ name, address }: CalendarLocation): string => cutText([name, ...address].filter(Boolean).join(', '), LONGEST);

const contactText = ({ name, email, phone }: CalendarContact): string => cutText([name, phone, email].filter(Boolean).join(', '), LONGEST);

const degrees = (value: number): string => String(Number(value.toFixed(6)));

const placeLines = (places: readonly CalendarLocation[], language: Parameters): string[] => {
  const located = places.find(({ latitude, longitude }) => latitude !== null && longitude !== null);
  return [
    ...(places.length > 0 ? [contentLine('LOCATION', textValue(places.map(placeText).join('; ')), language)] : []),
    ...(located ? [`GEO:${degrees(located.latitude ?? 0)};${degrees(located.longitude ?? 0)}`] : []),
  ];
};

/** Makes the first contact with a valid address the ORGANIZER, since an event has at most one. Other contacts become CONTACT lines. */
const contactLines = (contacts: readonly CalendarContact[], language: Parameters): string[] => {
  const organizer = contacts.find(({ email }) => EMAIL.test(email));
  const others = contacts.filter((contact) => contact !== organizer && contactText(contact) !== '');
  return [
    ...(organizer ? [contentLine('ORGANIZER', `mailto:${organizer.email}`, { CN: cutText(organizer.name, LONGEST) || undefined })] : []),
    ...others.map((contact) => contentLine('CONTACT', textValue(contactText(contact)), language)),
  ];
};

/** Returns the moments (ms since 1970) of an event that need the VTIMEZONE of its zone. */
export const zonedMoments = ({ allDay, startDate, endDate, startsAt, endsAt, timezone }: CalendarEvent): number[] => {
  if (allDay) return [];
  return [
    ...(zoneOf(startDate, startsAt, timezone) === undefined ? [] : [startsAt.getTime()]),
    ...(zoneOf(endDate, endsAt, timezone) === undefined ? [] : [endsAt.getTime()]),
  ];
};

/** Makes the lines of a VEVENT (RFC 5545, 3.6.1). DTSTAMP is the last change, so an unchanged event always gives equal lines. */
export const vevent = (event: CalendarEvent): string[] => {
  const language = { LANGUAGE: event.language };
  return [
    'BEGIN:VEVENT',
    contentLine('UID', textValue(event.uid)),
    `DTSTAMP:${stamp(event.modified)}`,
    `LAST-MODIFIED:${stamp(event.modified)}`,
    `SEQUENCE:${event.sequence}`,
    ...(event.allDay ? days(event) : times(event)),
    contentLine('SUMMARY', textValue(event.title), language),
    ...(event.description === '' ? [] : [contentLine('DESCRIPTION', textValue(event.description), language)]),
    contentLine('URL', event.url),
    ...(event.statusReason === '' ? [] : [contentLine('COMMENT', textValue(event.statusReason), language)]),
    ...(event.virtualUrl === '' ? [] : [contentLine('CONFERENCE', event.virtualUrl, { VALUE: 'URI' })]),
    ...placeLines(event.places, language),
    ...contactLines(event.contacts, language),
    ...(event.categories.length > 0 ? [contentLine('CATEGORIES', event.categories.map(textValue).join(','), language)] : []),
    `STATUS:${event.status}`,
    'END:VEVENT',
  ];
};
