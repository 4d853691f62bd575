import type { Language } from '../../language';
import { contentLine, textValue } from './content-line';
import { vtimezone, zoneId } from './vtimezone';

/** What is said of a calendar as a whole. */
export interface CalendarFacts {
  readonly name: string;
  readonly language: Language;
  /** What readers should know of it. */
  readonly description?: string | undefined;
  /** The zone in which a calendar is shown that has none of its own. */
  readonly timezone: string;
}

const PRODUCT = '-//calendar-events//calendar-events//EN';
/** How often to look for changes. */
const REFRESH = 'PT1H';

/**
 * Writes an iCalendar object (RFC 5545, and names of RFC 7986) of the lines of its parts. It has no METHOD: it is a calendar to read and not a
 * message. Where there are no parts the VTIMEZONE of its zone is one, since an object without any would be none; `now` is the year of that.
 */
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
