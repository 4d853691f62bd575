import { dayOfText, type RequestedDate } from './dates';
import { msToWall, wallMs, wallToMs } from './wall-time';
import { toInstant, toWall } from './zones';

/** The date filters of an event list, as they came in the request. */
export interface WindowParams {
  readonly start_date?: RequestedDate;
  readonly end_date?: RequestedDate;
  readonly starts_before?: RequestedDate;
  readonly starts_after?: RequestedDate;
  readonly ends_before?: RequestedDate;
  readonly ends_after?: RequestedDate;
  readonly strict_dates?: boolean;
  /** True if `start_date` and `end_date` ask for all events that are on at any time between them. */
  readonly overlaps?: boolean;
  /** True if filters that were not sent set no bounds. */
  readonly unbounded?: boolean;
}

/** The zone that days begin and end in, and the present moment. */
export interface WindowContext {
  readonly siteZone: string;
  readonly now: Date;
}

/** Bounds of an instant (UTC). All of them hold. */
export interface Bounds {
  gte?: Date;
  gt?: Date;
  lte?: Date;
  lt?: Date;
}

/** The bounds that a list sets on the start and the end of events. */
export interface Window {
  readonly start: Bounds;
  readonly end: Bounds;
  /** An event must end after this instant, or start at it or later. */
  readonly from?: Date;
  /** True if no event can match, because the window ends before it begins. */
  readonly isEmpty?: true;
}

type DateParam = Exclude<keyof WindowParams, 'strict_dates' | 'overlaps' | 'unbounded'>;
type Instants = Partial<Record<DateParam, Date>>;

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

const LAST_DAY = '9999-12-31';

/** Moves a wall time by days and months. 29 February plus 24 months is 1 March. The last day of all is the limit. */
const shift = (wall: string, days: number, months = 0): string => {
  const at = new Date(wallToMs(wall));
  const day = wallMs(at.getUTCFullYear(), at.getUTCMonth() + 1 + months, at.getUTCDate() + days);
  return `${msToWall(day).slice(0, 10) || LAST_DAY}${wall.slice(10)}`;
};
const midnight = (wall: string): string => `${wall.slice(0, 10)} 00:00:00`;

const dayStart = (instant: Date, zone: string): Date => toInstant(midnight(toWall(instant, zone)), zone);
// A second before the next day, so that days of 23 or 25 hours end at their end. The last day of all has no next.
const dayEnd = (instant: Date, zone: string): Date => {
  const begin = midnight(toWall(instant, zone));
  if (begin.startsWith(LAST_DAY)) return toInstant(`${LAST_DAY} 23:59:59`, zone);
  return new Date(toInstant(shift(begin, 1), zone).getTime() - 1000);
};

/** The default dates in the index: yesterday's last minute and 24 months from now. They are wall times of the site's zone. */
export const defaultWindow = ({ siteZone, now }: WindowContext): { start_date: string; end_date: string } => {
  const wall = toWall(now, siteZone);
  return { start_date: `${shift(wall, -1).slice(0, 10)} 23:59:00`, end_date: shift(wall, 0, 24) };
};

/** The start of the day a month ago, as a wall time of the site's zone. Subscribed calendars begin there. */
export const monthAgo = ({ siteZone, now }: WindowContext): string => midnight(shift(toWall(now, siteZone), 0, -1));

const instantsOf = (params: WindowParams, context: WindowContext): Instants => {
  const { siteZone, now } = context;
  const strict = params.strict_dates === true;
  const meant = (date: RequestedDate | undefined): Date | undefined => (strict ? date?.instant : date && dayOfText(date, now));
  const bound = (name: DateParam, edge: typeof dayStart, fallback?: string): Instants => {
    const instant = meant(params[name]) ?? (fallback === undefined ? undefined : toInstant(fallback, siteZone));
    return instant ? { [name]: strict ? instant : edge(instant, siteZone) } : {};
  };
  const relative = params.unbounded === true || RELATIVE.some((name) => params[name] !== undefined);
  const defaults = defaultWindow(context);
  const begin = meant(params.start_date);
  const late = begin && begin.getTime() > toInstant(defaults.end_date, siteZone).getTime();
  const end = late ? shift(toWall(begin, siteZone), 0, 24) : defaults.end_date;
  return {
    ...bound('start_date', dayStart, relative ? undefined : defaults.start_date),
    ...bound('end_date', dayEnd, relative ? undefined : end),
    ...bound('starts_before', dayEnd),
    ...bound('starts_after', dayEnd),
    ...bound('ends_before', dayEnd),
    ...bound('ends_after', dayEnd),
  };
};

/** The bound on the starts of events in an overlap window. It excludes `to`, except in windows of whole days and of a single moment. */
const overlapEnd = (to: Date, from: Date | undefined, { isStrict }: { readonly isStrict: boolean }): Bounds =>
  isStrict && from?.getTime() !== to.getTime() ? { lt: to } : { lte: to };

/**
 * Makes the window of events that are on between `start_date` and `end_date`. Both ends are half-open:
 * an event that ends when the window begins does not match, nor does one that starts when the window ends.
 */
const overlapWindow = ({ start_date: from, end_date: to }: Instants, { isStrict }: { readonly isStrict: boolean }): Window => ({
  start: to ? overlapEnd(to, from, { isStrict }) : {},
  end: from ? { gte: from } : {},
  ...(from && { from }),
  ...(from && to && to < from && { isEmpty: true }),
});

const containedWindow = ({ start_date: from, end_date: to }: Instants): Window => ({
  start: from ? { gte: from } : {},
  end: to ? { lte: to } : {},
});

const windowOf = (instants: Instants, { overlaps, strict_dates: strict }: WindowParams): Window => {
  const { start, end, ...rest } = overlaps === true ? overlapWindow(instants, { isStrict: strict === true }) : containedWindow(instants);
  const { starts_after, starts_before, ends_after, ends_before } = instants;
  const lt = [start.lt, starts_before].flatMap((bound) => bound ?? []).map(Number);
  return {
    start: {
      ...start,
      ...(starts_after && { gt: starts_after }),
      ...(lt.length > 0 && { lt: new Date(Math.min(...lt)) }),
    },
    end: {
      ...(ends_after && { gt: ends_after }),
      ...end,
      ...(ends_before && { lt: ends_before }),
    },
    ...rest,
  };
};

/** An instant in a link, as a wall time of a zone. A wall time that occurs twice and means its second occurrence is written in UTC. */
const inLink = (instant: Date, zone: string): string => {
  const wall = toWall(instant, zone);
  return toInstant(wall, zone).getTime() === instant.getTime() ? wall : `${toWall(instant, 'UTC').replace(' ', 'T')}Z`;
};

/** Wall times of the site's zone by arg name, in the order in which links repeat them. */
type LinkedDates = Partial<Record<DateParam, string>>;

/** The date filters of an event list: their window, and the dates that `rest_url` repeats, defaults included. */
export interface RequestedDates {
  readonly window: Window;
  readonly dates: LinkedDates;
}

/**
 * Works out the window of an event list, on the UTC instants of start and end.
 * Without dates it begins yesterday and ends in 24 months. A relative bound lifts this default. A `start_date` beyond the default end
 * moves that end.
 * Unless `strict_dates` is set, whole days of the site's zone count. A text that is no date sets no bound.
 * With `overlaps` the window holds events that end after `start_date` and start before `end_date`.
 */
export const requestedDates = (params: WindowParams, context: WindowContext): RequestedDates => {
  const instants = instantsOf(params, context);
  const dates = Object.entries(instants).map(([name, instant]) => [name, inLink(instant, context.siteZone)] as const);
  return { window: windowOf(instants, params), dates: Object.fromEntries(dates) };
};

/**
 * The dates that `rest_url` repeats if none applies. They are the sent relative bounds, and the defaults for a given `start_date` and
 * `end_date`.
 */
export const idleDates = (params: WindowParams, context: WindowContext): LinkedDates => {
  const { start_date, end_date, ...relative } = requestedDates(params, context).dates;
  const defaults = defaultWindow(context);
  return {
    ...(params.start_date !== undefined && { start_date: defaults.start_date }),
    ...(params.end_date !== undefined && { end_date: defaults.end_date }),
    ...relative,
  };
};
