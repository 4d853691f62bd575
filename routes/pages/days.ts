import { msToWall, wallToMs } from '../../lib/calendar/wall';
import { toInstant, toWall } from '../../lib/calendar/zones';
import type { PageVisit } from '../../lib/kinds/pages/visit';

type AtSite = Pick<PageVisit, 'services'>;

const DAY = 86_400_000;
const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/** Reads `YYYY-MM-DD`, a day that exists in the years 1 to 9999; undefined for any other text. */
export const readDay = (text: string): string | undefined =>
  text !== '' && msToWall(wallToMs(`${text} 00:00:00`)) === `${text} 00:00:00` ? text : undefined;

/** Reads `YYYY-MM` of the years 1 to 9999; undefined for any other text. */
export const readMonth = (text: string): string | undefined => (readDay(`${text}-01`) === undefined ? undefined : text);

/** The day so many days after another one; the first or the last of all where there is none. */
export const dayAfter = (day: string, days: number): string => {
  const found = msToWall(wallToMs(`${day} 00:00:00`) + days * DAY).slice(0, 10);
  return found === '' ? (days < 0 ? FIRST_DAY : LAST_DAY) : found;
};

/** The first day of the month after that of a day; the last of all where there is none. */
export const nextMonthsFirst = (day: string): string => dayAfter(`${dayAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, 0);

/** How many days there are from one to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((wallToMs(`${to} 00:00:00`) - wallToMs(`${from} 00:00:00`)) / DAY);

/** The day that it is where the site is. */
export const today = ({ services }: AtSite): string => toWall(services.clock.now(), services.site.timezone).slice(0, 10);

/** When a day begins where the site is, in ms since 1970. */
export const beginOf = ({ services }: AtSite, day: string): number => toInstant(`${day} 00:00:00`, services.site.timezone).getTime();

/** When a day ends there: the last second of it. */
export const endOf = (visit: AtSite, day: string): number =>
  day === LAST_DAY ? toInstant(`${day} 23:59:59`, visit.services.site.timezone).getTime() : beginOf(visit, dayAfter(day, 1)) - 1000;

/** A moment as filters take it, to the second. */
export const iso = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** A bound that is none: without any, lists begin yesterday and end in two years. */
export const NEVER = '9999-12-30T00:00:00Z';
