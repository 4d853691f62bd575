import { DAY, dayOf, daysInMonth, msToWall, toWall, wallToMs, ZONES_APART } from '../../lib/calendar';
import type { Services } from '../../lib/content';

/** The maximum difference between the local times of two time zones, in days. */
export const MOST_DAYS_APART = ZONES_APART / DAY;

/** The first and the last day that the calendar supports. */
export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

/** Returns the local time at which a day begins. */
export const beginOf = (day: string): string => `${day} 00:00:00`;

/** Returns the local time of a day's last second. */
export const endOf = (day: string): string => `${day} 23:59:59`;

/** Reads an existing day `YYYY-MM-DD` of the years 1 to 9999. Undefined for any other text. */
export const readDay = (text: string): string | undefined =>
  text !== '' && msToWall(wallToMs(beginOf(text))) === beginOf(text) ? text : undefined;

/** Reads a month `YYYY-MM` of the years 1 to 9999. Undefined for any other text. */
export const readMonth = (text: string): string | undefined => (readDay(`${text}-01`) === undefined ? undefined : text);

/** Returns the day a number of days after another day, limited to `FIRST_DAY` and `LAST_DAY`. */
export const dayAfter = (day: string, days: number): string => {
  const found = dayOf(msToWall(wallToMs(beginOf(day)) + days * DAY));
  return found === '' ? (days < 0 ? FIRST_DAY : LAST_DAY) : found;
};

export const lastOfMonth = (month: string): string => `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))}`;

export const daysBetween = (from: string, to: string): number => Math.round((wallToMs(beginOf(to)) - wallToMs(beginOf(from))) / DAY);

/** Returns the current day in the site's time zone, YYYY-MM-DD. */
export const today = ({ services }: { readonly services: Pick<Services, 'clock' | 'site'> }): string => {
  services.clock.limitValidity('day');
  return dayOf(toWall(services.clock.peek(), services.site.timezone));
};

/** Returns the minutes after midnight of a time `HH:MM` or `HH:MM:SS`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Formats an instant in ms as a date filter in UTC, to the second. */
export const utcText = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** An end date that excludes nothing in any zone. Without dates, lists begin yesterday and end in two years. */
export const NO_END = endOf(LAST_DAY);
