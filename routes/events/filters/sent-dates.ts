import {
  type Bounds,
  type DateContext,
  defaultWindow,
  idleDates,
  isAbsolute,
  RELATIVE_DATES,
  type RequestedDate,
  readRequestedMoment,
  requestedDates,
  requestedDay,
  toWall,
  type Window,
  type WindowParams,
  ZONES_APART,
} from '../../../lib/calendar';
import { isTrue, oncePer, type Sent, type Services } from '../../../lib/content';
import { beginOf, dayOf, endOf } from '../../shared/days';

const UNBOUNDED: Window = { start: {}, end: {} };

/** Makes the window of events that run at the instant `now`. An event without duration runs when it starts. */
export const nowWindow = (now: Date): Window => ({ start: { lte: now }, end: { gte: now }, from: now });

/** Returns the earliest and latest start of events that the bounds of a window allow. */
export const startsOf = ({ start, end }: Window) => ({
  earliest: start.gte ?? start.gt,
  latest: start.lt ?? start.lte ?? end.lte ?? end.lt,
});

/** A range of days `YYYY-MM-DD`, both included; undefined means no bound. */
export interface Days {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** Returns the conditions of events that run on some days of their own zone. An event that ends when the first day begins does not. */
export const ownDaysCondition = ({ first, last }: Days): object[] => [
  ...(last === undefined ? [] : [{ startDate: { $lte: endOf(last) } }]),
  ...(first === undefined ? [] : [{ $or: [{ endDate: { $gt: beginOf(first) } }, { startDate: { $gte: beginOf(first) } }] }]),
];

/** Widens a window of days to contain the events that run on these days in any time zone. */
export const widened = ({ start, end, isEmpty }: Window): Window => ({
  start: { ...start, ...(start.lte && { lte: new Date(start.lte.getTime() + ZONES_APART) }) },
  end: { ...end, ...(end.gte && { gte: new Date(end.gte.getTime() - ZONES_APART) }) },
  ...(isEmpty && { isEmpty }),
});

/** Returns the conditions of a window on instants. The window's end also bounds starts, so that an index by starts ends there. */
export const datesCondition = (window: Window): object[] => {
  const { start, end, from, isEmpty } = window;
  const { latest } = startsOf(window);
  const starts = { ...operators(start), ...(start.lt === undefined && latest && { $lte: latest }) };
  return [
    ...(Object.keys(starts).length > 0 ? [{ startsAt: starts }] : []),
    ...(Object.keys(end).length > 0 ? [{ endsAt: operators(end) }] : []),
    // An upper bound of `endsAt` lets MongoDB use its index.
    ...(from ? [{ $or: [{ endsAt: { $gt: from } }, { startsAt: { $gte: from } }] }] : []),
    ...(isEmpty ? [{ _id: { $in: [] } }] : []),
  ];
};

/** Returns the conditions of a window on `startDate`, the first key of the list's index. */
export function wallsCondition(window: Window): object[] {
  const { earliest, latest } = startsOf(window);
  return wallRange(earliest, latest);
}

/** Returns the condition on local times at which an event can start between two instants, in any zone. */
export function wallRange(earliest: Date | undefined, latest: Date | undefined): object[] {
  const wall = (at: Date, apart: number) => toWall(new Date(at.getTime() + apart), 'UTC');
  // Dates outside the years 1 to 9999 set no bound.
  const from = earliest ? wall(earliest, -ZONES_APART) : '';
  const to = latest ? wall(latest, ZONES_APART) : '';
  const range = { ...(from !== '' && { $gte: from }), ...(to !== '' && { $lte: to }) };
  return Object.keys(range).length > 0 ? [{ startDate: range }] : [];
}

const operators = (bounds: Bounds) => Object.fromEntries(Object.entries(bounds).map(([name, at]) => [`$${name}`, at]));

const DATES = ['start_date', 'end_date', ...RELATIVE_DATES] as const;

/** Names of the dates that FullCalendar sends, by the args that they replace. */
const ALIASES: Readonly<Record<string, string>> = { ends_after: 'start', starts_before: 'end' };

/** True if times of day count in the date args, and not only days. FullCalendar sends times. */
export const areStrict = (params: Sent): boolean =>
  isTrue(params['strict_dates']) || Object.values(ALIASES).some((name) => params[name] !== undefined);

const isDate = (value: unknown): value is RequestedDate => typeof value === 'object' && value !== null && 'text' in value;

/** Reads the date args in requests, in the site's time zone. */
export type SentDates = ReturnType<typeof createSentDates>;

export function createSentDates({ site, clock }: Services) {
  const context = (): DateContext => ({ siteZone: site.timezone, now: clock.peek() });
  const datesByText = oncePer((_: Sent) => new Map<string, RequestedDate>());
  /** Parses the text of a date once per request, since several args and defaults may need it. */
  const read = (text: string, params: Sent): RequestedDate => {
    const known = datesByText(params);
    const date = known.get(text) ?? readRequestedMoment(text, context()) ?? { text };
    known.set(text, date);
    return date;
  };
  const dateOf = (value: unknown, params: Sent): RequestedDate | undefined =>
    typeof value === 'string' ? read(value, params) : isDate(value) ? value : undefined;
  /** Returns the date args and switches that define the window. Pages and defaults pass texts. */
  const paramsOf = (params: Sent): WindowParams => {
    const dates = DATES.map((name) => [name, dateOf(params[name] ?? params[ALIASES[name] ?? name], params)] as const);
    return {
      ...Object.fromEntries(dates.filter(([, date]) => date !== undefined)),
      strict_dates: areStrict(params),
      overlaps: isTrue(params['overlaps']),
      // A running event may have begun long ago and may end in years. A changed event may be over.
      unbounded: isTrue(params['now']) || params['modified_after'] !== undefined || params['created_after'] !== undefined,
    };
  };
  /** Returns the window of the request's dates, without defaults. */
  const requestedOf = oncePer((params: Sent) => requestedDates(paramsOf(params), context()));
  /** Returns the window with default dates. `include` disables the window, and links still repeat its dates. */
  const windowOf = oncePer((sent: Sent) =>
    sent['include'] ? { window: UNBOUNDED, dates: idleDates(paramsOf(sent), context()) } : requestedDates(paramsOf(sent), context()),
  );
  return { context, read, paramsOf, requestedOf, windowOf };
}

/** Returns the default of a date arg: a bound of the default window. Undefined if the request has other dates. */
export function defaultBound(dates: SentDates, name: 'start_date' | 'end_date', params: Sent): string | undefined {
  const sent = dates.paramsOf(params);
  const bounding = params['include'] === undefined ? DATES : RELATIVE_DATES;
  const isUsual = !sent.unbounded && bounding.every((one) => sent[one] === undefined);
  return isUsual ? defaultWindow(dates.context())[name] : dates.requestedOf(params).dates[name];
}

/** Returns the days of the arg `own_days`. Undefined if the arg does not apply. */
export function ownDaysOf(dates: SentDates, sent: Sent): Days | undefined {
  const areOwn = sent['own_days'] === true && sent['overlaps'] === true && !isTrue(sent['strict_dates']) && !sent['include'];
  if (!areOwn) return undefined;
  const { start_date: from, end_date: to } = dates.paramsOf(sent);
  return { first: requestedDay(from, dates.context()), last: requestedDay(to, dates.context()) };
}

/**
 * True if the result of the window changes within a day. Windows of whole days do not, unless times count or links repeat them. On the last
 * day of the default window, its end depends on the time.
 */
export function changesWithinDay(dates: SentDates, sent: Sent): boolean {
  const { strict_dates: isStrict, overlaps: _, unbounded: __, ...bounds } = dates.paramsOf(sent);
  const begin = bounds.start_date?.instant;
  const isLast = begin && dayOf(toWall(begin, dates.context().siteZone)) === dayOf(defaultWindow(dates.context()).end_date);
  const isTimed = isStrict || sent['include'] !== undefined || isLast || sent['now'] === true;
  return isTimed || !Object.values(bounds).every(isAbsolute);
}
