import { type DateContext, dayOfText, type RequestedDate } from './dates';
import { msToWall, wallMs, wallToMs } from './wall-time';
import { toInstant, toWall } from './zones';

/** The date filters of a request that bound the start or the end of events separately. */
export const RELATIVE_DATES = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

type DateParam = 'start_date' | 'end_date' | (typeof RELATIVE_DATES)[number];

export interface WindowParams extends Readonly<Partial<Record<DateParam, RequestedDate>>> {
  readonly strict_dates?: boolean;
  /** True if `start_date` and `end_date` select all events that overlap the period between them. */
  readonly overlaps?: boolean;
  /** True if missing filters set no bounds, instead of the defaults. */
  readonly unbounded?: boolean;
}

/** The bounds of an instant (UTC), which must all hold. */
export interface Bounds {
  gte?: Date;
  gt?: Date;
  lte?: Date;
  lt?: Date;
}

export interface Window {
  readonly start: Bounds;
  readonly end: Bounds;
  /** The start of an overlap window. Events must end after this instant, or start at it or later. */
  readonly from?: Date;
  /** True if no event can match, because the window ends before it begins. */
  readonly isEmpty?: true;
}

type Instants = Partial<Record<DateParam, Date>>;

const LAST_DAY = '9999-12-31';

/** Moves a wall time by days and months. 29 February plus 24 months is 1 March. The maximum is the last day of 9999. */
const shift = (wall: string, days: number, months = 0): string => {
  const at = new Date(wallToMs(wall));
  const day = wallMs(at.getUTCFullYear(), at.getUTCMonth() + 1 + months, at.getUTCDate() + days);
  return `${msToWall(day).slice(0, 10) || LAST_DAY}${wall.slice(10)}`;
};
const midnight = (wall: string): string => `${wall.slice(0, 10)} 00:00:00`;

const dayStart = (instant: Date, zone: string): Date => toInstant(midnight(toWall(instant, zone)), zone);
// A second before midnight, also for days of 23 or 25 hours. The last day of 9999 has no next day.
const dayEnd = (instant: Date, zone: string): Date => {
  const begin = midnight(toWall(instant, zone));
  if (begin.startsWith(LAST_DAY)) return toInstant(`${LAST_DAY} 23:59:59`, zone);
  return new Date(toInstant(shift(begin, 1), zone).getTime() - 1000);
};

/** Returns the default `start_date` (yesterday 23:59) and `end_date` (in 24 months) as wall times of the site's zone. */
export const defaultWindow = ({ siteZone, now }: DateContext): { start_date: string; end_date: string } => {
  const wall = toWall(now, siteZone);
  return { start_date: `${shift(wall, -1).slice(0, 10)} 23:59:00`, end_date: shift(wall, 0, 24) };
};

/** Returns the start of the day a month ago, as a wall time of the site's zone. Calendar feeds begin there. */
export const monthAgo = ({ siteZone, now }: DateContext): string => midnight(shift(toWall(now, siteZone), 0, -1));

const instantsOf = (params: WindowParams, context: DateContext): Instants => {
  const { siteZone, now } = context;
  const isStrict = params.strict_dates === true;
  const meant = (date: RequestedDate | undefined): Date | undefined => (isStrict ? date?.instant : date && dayOfText(date, now));
  const instants: Instants = {};
  const bound = (name: DateParam, edge: typeof dayStart, fallback?: string): void => {
    const instant = meant(params[name]) ?? (fallback === undefined ? undefined : toInstant(fallback, siteZone));
    if (instant) instants[name] = isStrict ? instant : edge(instant, siteZone);
  };
  const isRelative = params.unbounded === true || RELATIVE_DATES.some((name) => params[name] !== undefined);
  const defaults = defaultWindow(context);
  const begin = meant(params.start_date);
  const isLate = begin && begin.getTime() > toInstant(defaults.end_date, siteZone).getTime();
  const end = isLate ? shift(toWall(begin, siteZone), 0, 24) : defaults.end_date;
  bound('start_date', dayStart, isRelative ? undefined : defaults.start_date);
  bound('end_date', dayEnd, isRelative ? undefined : end);
  for (const name of RELATIVE_DATES) bound(name, dayEnd);
  return instants;
};

/** Makes the window of events within a period. With `overlaps`, it has those that take place at any time of the period. */
const windowOf = (instants: Instants, { overlaps = false, strict_dates: isStrict = false }: WindowParams): Window => {
  const { start_date: from, end_date: to, starts_after, starts_before, ends_after, ends_before } = instants;
  // An overlap excludes `to`, except in windows of whole days or of a single moment.
  const excludesEnd = overlaps && isStrict && from?.getTime() !== to?.getTime();
  const [gte, lte] = overlaps ? [undefined, excludesEnd ? undefined : to] : [from, undefined];
  const lt = [excludesEnd ? to : undefined, starts_before].flatMap((bound) => bound ?? []).map(Number);
  return {
    start: {
      ...(gte && { gte }),
      ...(lte && { lte }),
      ...(starts_after && { gt: starts_after }),
      ...(lt.length > 0 && { lt: new Date(Math.min(...lt)) }),
    },
    end: {
      ...(ends_after && { gt: ends_after }),
      ...(overlaps ? from && { gte: from } : to && { lte: to }),
      ...(ends_before && { lt: ends_before }),
    },
    ...(overlaps && from && { from }),
    ...(overlaps && from && to && to < from && { isEmpty: true }),
  };
};

/** Formats an instant for a link, as a wall time of a zone. The second occurrence of a repeated wall time is written in UTC. */
const inLink = (instant: Date, zone: string): string => {
  const wall = toWall(instant, zone);
  return toInstant(wall, zone).getTime() === instant.getTime() ? wall : `${toWall(instant, 'UTC').replace(' ', 'T')}Z`;
};

/** The wall times of the site's zone by query parameter, in the order of the parameters in links. */
type LinkedDates = Partial<Record<DateParam, string>>;

/** The window of an event list, and the dates that `rest_url` repeats, including defaults. */
interface RequestedDates {
  readonly window: Window;
  readonly dates: LinkedDates;
}

/**
 * Calculates the window of an event list, in UTC. By default it begins yesterday and ends in 24 months. A relative bound removes these
 * defaults. A `start_date` after the default end moves that end.
 * Unless `strict_dates` is set, bounds extend to whole days of the site's zone. A text that is no date sets no bound.
 * With `overlaps` the window selects events that end after `start_date` and start before `end_date`.
 */
export const requestedDates = (params: WindowParams, context: DateContext): RequestedDates => {
  const instants = instantsOf(params, context);
  const dates = Object.entries(instants).map(([name, instant]) => [name, inLink(instant, context.siteZone)] as const);
  return { window: windowOf(instants, params), dates: Object.fromEntries(dates) };
};

/** Returns the dates that `rest_url` repeats if no date filter applies: the relative bounds of the request, and default dates. */
export const idleDates = (params: WindowParams, context: DateContext): LinkedDates => {
  const { start_date, end_date, ...relative } = requestedDates(params, context).dates;
  const defaults = defaultWindow(context);
  return {
    ...(params.start_date !== undefined && { start_date: defaults.start_date }),
    ...(params.end_date !== undefined && { end_date: defaults.end_date }),
    ...relative,
  };
};
