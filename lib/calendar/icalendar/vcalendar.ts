import type { Language } from '../../language';
import { contentLine, textValue } from './content-line';
import { type CalendarEvent, zonedMoments } from './vevent';
import { vtimezone, zoneId } from './vtimezone';

interface CalendarFacts {
  readonly name: string;
  readonly language: Language;
  readonly description?: string | undefined;
  /** The time zone for calendar programs that have no own setting. */
  readonly timezone: string;
}

const PRODUCT = '-//calendar-events//calendar-events//EN';
/** The interval (1 hour) at which calendar programs fetch the feed again. */
const REFRESH = 'PT1H';

/** Makes an iCalendar object (RFC 5545, 7986). Without components it has the VTIMEZONE of its zone, since it may not be empty. */
export const vcalendar = (
  { name, language, description, timezone }: CalendarFacts,
  parts: readonly (readonly string[])[],
  now: Date,
): string => {
  const spoken = { LANGUAGE: language };
  const id = zoneId(timezone) ?? 'UTC';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    contentLine('NAME', textValue(name), spoken),
    contentLine('X-WR-CALNAME', textValue(name)),
    ...(description === undefined
      ? []
      : [contentLine('DESCRIPTION', textValue(description), spoken), contentLine('X-WR-CALDESC', textValue(description))]),
    contentLine('X-WR-TIMEZONE', textValue(id)),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...(parts.length > 0 ? parts.flat() : vtimezone(id, now, now)),
    'END:VCALENDAR',
  ];
  return `${lines.join('\r\n')}\r\n`;
};

/** Makes the notes of the zones that the events of a calendar use, and of the period of each. */
export const createZoneUse = () => {
  const used = new Map<string, { readonly zone: string; readonly from: number; readonly to: number }>();
  return {
    note(event: CalendarEvent): void {
      const moments = zonedMoments(event);
      const id = zoneId(event.timezone);
      if (id === undefined || moments.length === 0) return;
      const { from, to } = used.get(id) ?? { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
      used.set(id, { zone: event.timezone, from: Math.min(from, ...moments), to: Math.max(to, ...moments) });
    },
    /** Yields the lines of each VTIMEZONE one by one, since the first scan of a zone takes some ms. */
    *timezones(): IterableIterator<string[]> {
      for (const { zone, from, to } of used.values()) yield vtimezone(zone, new Date(from), new Date(to));
    },
  };
};
