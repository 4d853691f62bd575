import { type DateContext, dayOfText, type RequestedDate } from './dates';
import { dayOf, msToWall, wallMs, wallToMs } from './wall-time';
import { toInstant, toWall } from './zones';

/** The relative date filters. Each bounds either the start or the end of events. */
export const RELATIVE_DATES = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

type DateParam = 'start_date' | 'end_date' | (typeof RELATIVE_DATES)[number];

/** The date filters and switches of a request. */
export interface WindowParams extends Readonly<Partial<Record<DateParam, RequestedDate>>> {
  readonly strict_dates?: boolean;
  /** True if `start_date` and `end_date` select all events that overlap the period between them. */
  readonly overlaps?: boolean;
  /** True if missing filters set no bounds, instead of the defaults. */
  readonly unbounded?: boolean;
}

/** The bounds of an instant (UTC). It is at or after `gte`, after `gt`, at or before `lte`, and before `lt`. */
export interface Bounds {
  gte?: Date;
  gt?: Date;
  lte?: Date;
  lt?: Date;
}

/** The bounds of the start and the end of events. */
export interface Window {
  readonly start: Bounds;
  readonly end: Bounds;
  /** The instant at which an overlap window begins. Events must end after this instant, or start at it or later. */
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
  return `${dayOf(msToWall(day)) || LAST_DAY}${wall.slice(10)}`;
};
const midnight = (wall: string): string => `${dayOf(wall)} 00:00:00`;

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
  return { start_date: `${dayOf(shift(wall, -1))} 23:59:00`, end_date: shift(wall, 0, 24) };
};

/** Returns the start of the day a month ago, as a wall time of the site's zone. Calendar feeds begin there. */
export const monthAgo = ({ siteZone, now }: DateContext): string => midnight(shift(toWall(now, siteZone), 0, -1));

/**
 * Returns the defaults of `start_date` and `end_date` for a request, as wall times. A request with a relative filter has none. A
 * `start_date` after the default end (unless `strict_dates` is set: after its day) moves that end: the default for 10 June 2032 is
 * 10 June 2034.
 */
const defaultsFor = (params: WindowParams, begin: Date | undefined, context: DateContext): Partial<Record<DateParam, string>> => {
  if (params.unbounded === true || RELATIVE_DATES.some((name) => params[name] !== undefined)) return {};
  const { start_date, end_date } = defaultWindow(context);
  const { siteZone } = context;
  const end = toInstant(end_date, siteZone);
  // Without times only days are compared, so such a list changes at midnight alone.
  const isLate = begin && begin > (params.strict_dates ? end : dayEnd(end, siteZone));
  return { start_date, end_date: isLate ? shift(toWall(begin, siteZone), 0, 24) : end_date };
};

/** Returns the instants of the date filters, with defaults. Unless `strict_dates` is set, they are the edges of whole days. */
const instantsOf = (params: WindowParams, context: DateContext): Instants => {
  const { siteZone, now } = context;
  const isStrict = params.strict_dates === true;
  const sent = (date: RequestedDate | undefined): Date | undefined => (isStrict ? date?.instant : date && dayOfText(date, now));
  const defaults = defaultsFor(params, sent(params.start_date), context);
  const instants: Instants = {};
  const bound = (name: DateParam, edge: typeof dayStart): void => {
    const usual = defaults[name];
    const instant = sent(params[name]) ?? (usual === undefined ? undefined : toInstant(usual, siteZone));
    if (instant) instants[name] = isStrict ? instant : edge(instant, siteZone);
  };
  bound('start_date', dayStart);
  bound('end_date', dayEnd);
  for (const name of RELATIVE_DATES) bound(name, dayEnd);
  return instants;
};

const given = (bounds: { readonly [Name in keyof Bounds]: Date | undefined }): Bounds =>
  Object.fromEntries(Object.entries(bounds).filter(([, at]) => at !== undefined));

const earlier = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one && other ? new Date(Math.min(Number(one), Number(other))) : (one ?? other);

/**
 * Makes the window of all date filters. The relative filters exclude their instant: with `starts_after` noon, an event at noon is too early.
 * By default events start and end in the period from `start_date` to `end_date`: an event from 31 May to 2 June is not in June.
 *
 * With `overlaps` events take place at any time of the period. Then this event is in June. The rules, for a period from 10:00 to 12:00:
 *
 * - An event starts before the period ends. An event at 12:00 is too late.
 * - An event ends after the period begins, or starts with the period. From 8:00 to 10:00 is too early, from 10:00 to 10:00 is not.
 * - A period that ends before it begins has no events. The bounds alone would let an event pass that lasts all day.
 */
const windowOf = (instants: Instants, { overlaps, strict_dates: isStrict }: WindowParams): Window => {
  const { start_date: from, end_date: to, starts_after, starts_before, ends_after, ends_before } = instants;
  if (!overlaps)
    return {
      start: given({ gte: from, gt: starts_after, lt: starts_before }),
      end: given({ lte: to, gt: ends_after, lt: ends_before }),
    };
  // Whole days end at 23:59:59, and an event at that time is still on the day. A period from 10:00 to 10:00 is a single moment.
  const includesEnd = !isStrict || from?.getTime() === to?.getTime();
  const [lte, before] = includesEnd ? [to, undefined] : [undefined, to];
  return {
    start: given({ lte, gt: starts_after, lt: earlier(before, starts_before) }),
    end: given({ gte: from, gt: ends_after, lt: ends_before }),
    ...(from && { from }),
    ...(from && to && to < from && { isEmpty: true }),
  };
};

/** Formats an instant for a link, as a wall time of a zone. The second occurrence of a repeated wall time is written in UTC. */
const inLink = (instant: Date, zone: string): string => {
  const wall = toWall(instant, zone);
  return toInstant(wall, zone).getTime() === instant.getTime() ? wall : `${toWall(instant, 'UTC').replace(' ', 'T')}Z`;
};

/**
 * Calculates the window of an event list, in UTC. By default it begins yesterday and ends in 24 months. A relative bound removes these
 * defaults. A `start_date` after the default end moves that end.
 * Unless `strict_dates` is set, bounds extend to whole days of the site's zone. A text that is no date sets no bound.
 * With `overlaps` the window selects events that end after `start_date` and start before `end_date`.
 * `dates` are the dates that `rest_url` repeats, in its order: wall times of the site's zone, including defaults.
 */
export const requestedDates = (params: WindowParams, context: DateContext) => {
  const instants = instantsOf(params, context);
  const dates = Object.entries(instants).map(([name, instant]) => [name, inLink(instant, context.siteZone)] as const);
  return { window: windowOf(instants, params), dates: Object.fromEntries(dates) as Partial<Record<DateParam, string>> };
};

/** Returns the dates that `rest_url` repeats if no date filter applies: the relative bounds of the request, and default dates. */
export const idleDates = (params: WindowParams, context: DateContext) => {
  const { start_date, end_date, ...relative } = requestedDates(params, context).dates;
  const defaults = defaultWindow(context);
  return {
    ...(params.start_date !== undefined && { start_date: defaults.start_date }),
    ...(params.end_date !== undefined && { end_date: defaults.end_date }),
    ...relative,
  };
};
