import { msToWall, toWall, wallToMs, ZONES_APART } from '../../lib/calendar';
import type { PageRequest } from '../../lib/site';

const DAY = 86_400_000;

/** By how many days the walls of two zones are apart at most. */
export const APART = ZONES_APART / DAY;

/** The first and the last day that there are. */
export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

/** When a day begins and ends, as walls. */
export const beginOf = (day: string): string => `${day} 00:00:00`;
export const endOf = (day: string): string => `${day} 23:59:59`;

/** The day of a wall. */
export const dayOf = (wall: string): string => wall.slice(0, 10);

/** Reads `YYYY-MM-DD`, a day that exists in the years 1 to 9999; undefined for any other text. */
export const readDay = (text: string): string | undefined =>
  text !== '' && msToWall(wallToMs(beginOf(text))) === beginOf(text) ? text : undefined;

/** Reads `YYYY-MM` of the years 1 to 9999; undefined for any other text. */
export const readMonth = (text: string): string | undefined => (readDay(`${text}-01`) === undefined ? undefined : text);

/** The day so many days after another one; the first or the last of all where there is none. */
export const dayAfter = (day: string, days: number): string => {
  const found = dayOf(msToWall(wallToMs(beginOf(day)) + days * DAY));
  return found === '' ? (days < 0 ? FIRST_DAY : LAST_DAY) : found;
};

/** The last day of a month, `YYYY-MM`. */
export const lastOfMonth = (month: string): string =>
  `${month}-${String(new Date(Date.UTC(2000 + (Number(month.slice(0, 4)) % 400), Number(month.slice(5)), 0)).getUTCDate())}`;

/** How many days there are from one to another. */
export const daysBetween = (from: string, to: string): number => Math.round((wallToMs(beginOf(to)) - wallToMs(beginOf(from))) / DAY);

/** The day that it is where the site is. */
export const today = ({ services }: Pick<PageRequest, 'services'>): string => {
  services.clock.holds('day');
  return dayOf(toWall(services.clock.peek(), services.site.timezone));
};

/** A year, in days: empty pages as near as that to today or to an event are shown. */
const NEAR = 366;

/**
 * True for a day without events that is more than a year from today and from the last event before it and the first one after it. `previous` and
 * `next` are the days of these, undefined if there is none.
 */
export const isFarFromEvents = (
  visit: Pick<PageRequest, 'services'>,
  day: string,
  previous: string | undefined,
  next: string | undefined,
): boolean => {
  if (previous !== undefined && next !== undefined) return false;
  return [today(visit), previous, next].every((other) => other === undefined || Math.abs(daysBetween(other, day)) > NEAR);
};

/** A moment as filters take it, to the second. */
export const iso = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** A bound that is none, in whatever zone: without any, lists begin yesterday and end in two years. */
export const NEVER = endOf(LAST_DAY);
