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
import { anyBoolean, dateIn, isTrue, type ListFilter, oncePer, type PostRecord, type Sent, type Services } from '../../../lib/content';
import type { Text } from '../../../lib/language';
import type { Arg, ArgRequest } from '../../../lib/registry';
import { beginOf, endOf } from '../../shared/days';
import type { EventTimes } from '../fields/times';
import { LONG, USUAL_LENGTH } from '../keys';

const UNBOUNDED: Window = { start: {}, end: {} };

/** Makes the window of events that run at the instant `now`. An event without duration runs when it starts. */
export const nowWindow = (now: Date): Window => ({ start: { lte: now }, end: { gte: now }, from: now });

/** The first and the last instant at which events may start. Undefined means no bound. */
interface Starts {
  readonly earliest?: Date | undefined;
  readonly latest?: Date | undefined;
}

/** Returns bounds of the starts of a window's events. A bound of ends is also an upper bound of starts. */
const startsOf = ({ start, end }: Window): Starts => ({
  earliest: start.gte ?? start.gt,
  latest: start.lt ?? start.lte ?? end.lte ?? end.lt,
});

/** A range of days `YYYY-MM-DD`, both included; undefined means no bound. */
interface Days {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** Returns the conditions of events that run on some days of their own zone. An event that ends when the first day begins does not. */
export const ownDaysCondition = ({ first, last }: Days): object[] => [
  ...(last === undefined ? [] : [{ startDate: { $lte: endOf(last) } }]),
  ...(first === undefined ? [] : [{ $or: [{ endDate: { $gt: beginOf(first) } }, { startDate: { $gte: beginOf(first) } }] }]),
];

/** Widens a window of days to contain the events that run on these days in any time zone. */
const widened = ({ start, end, isEmpty }: Window): Window => ({
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

/** Returns the condition on `startDate` of events that start between two instants. It is the first key of the list's index. */
function wallsCondition({ earliest, latest }: Starts): object[] {
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
const areStrict = (params: Sent): boolean =>
  isTrue(params['strict_dates']) || Object.values(ALIASES).some((name) => params[name] !== undefined);

/** True for a date arg that `dateArg` has read. */
const isDate = (value: unknown): value is RequestedDate => typeof value === 'object' && value !== null && 'text' in value;

type SentDates = ReturnType<typeof createSentDates>;

/** Makes the reader of the date args in requests, in the site's time zone. */
function createSentDates({ site, clock }: Services) {
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
  /** Returns the date args and switches that define the window. Pages and defaults pass dates as texts. */
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
  /** Returns the window of the list. `include` disables the window, and links still repeat its dates. */
  const windowOf = oncePer((sent: Sent) =>
    sent['include'] ? { window: UNBOUNDED, dates: idleDates(paramsOf(sent), context()) } : requestedDates(paramsOf(sent), context()),
  );
  return { context, read, paramsOf, windowOf };
}

/**
 * Returns the default of a date arg. Without other dates it is a bound of the default window, with the time of the request. Otherwise it
 * depends on the other dates, and is undefined if these leave the window without the bound.
 */
function defaultBound({ clock }: Services, dates: SentDates, name: 'start_date' | 'end_date', params: Sent): string | undefined {
  const sent = dates.paramsOf(params);
  const bounding = params['include'] === undefined ? DATES : RELATIVE_DATES;
  const isUsual = !sent.unbounded && bounding.every((one) => sent[one] === undefined);
  if (sent.strict_dates) clock.limitValidity('second');
  return isUsual ? defaultWindow(dates.context())[name] : dates.windowOf(params).dates[name];
}

/** Returns the days of the arg `own_days`. Undefined if the arg does not apply. */
function ownDaysOf(dates: SentDates, sent: Sent): Days | undefined {
  const areOwn = sent['own_days'] === true && sent['overlaps'] === true && !isTrue(sent['strict_dates']) && !sent['include'];
  if (!areOwn) return undefined;
  const { start_date: from, end_date: to } = dates.paramsOf(sent);
  return { first: requestedDay(from, dates.context()), last: requestedDay(to, dates.context()) };
}

/** True if the result of the window changes within a day. Windows of whole days do not, unless links repeat times. */
function changesWithinDay(dates: SentDates, sent: Sent): boolean {
  const params = dates.paramsOf(sent);
  const given = [params.start_date, params.end_date];
  const relative = RELATIVE_DATES.map((name) => params[name]);
  // Lists of the API have got their defaults before, pages get them from the window.
  const hasDefault = !params.unbounded && given.includes(undefined) && relative.every((date) => date === undefined);
  const areAbsolute = [...given, ...relative].every((date) => date === undefined || isAbsolute(date));
  return !areAbsolute || sent['include'] !== undefined || sent['now'] === true || (hasDefault && params.strict_dates === true);
}

/** Makes the filters by date. All their args form one window of time. There are four filters, since links repeat the args in four places. */
export function dateFilters(services: Services): Readonly<Record<'window' | 'relative' | 'strict' | 'running', ListFilter>> {
  const dates = createSentDates(services);
  return { window: windowFilter(services, dates), relative: relativeFilter(dates), strict: STRICT, running: RUNNING };
}

const dateArg = (dates: SentDates, description: Text): Arg => ({
  ...dateIn((text, { params }) => dates.read(text, params)),
  description,
});

/** Makes the filter that applies all date args and switches, and declares `start_date` and `end_date`. */
const windowFilter = (services: Services, dates: SentDates): ListFilter => ({
  args: {
    start_date: {
      ...dateArg(dates, { en: 'Events that start on or after the date', fr: 'Évènements qui commencent à cette date ou après' }),
      format: 'date-time',
      default: ({ params }: ArgRequest) => defaultBound(services, dates, 'start_date', params),
    },
    end_date: {
      ...dateArg(dates, { en: 'Events that end on or before the date', fr: 'Évènements qui se terminent à cette date ou avant' }),
      format: 'date-time',
      default: ({ params }: ArgRequest) => defaultBound(services, dates, 'end_date', params),
    },
  },
  async where(sent) {
    services.clock.limitValidity(changesWithinDay(dates, sent) ? 'second' : 'day');
    const { window: requested } = dates.windowOf(sent);
    const days = ownDaysOf(dates, sent);
    const window = days ? widened(requested) : requested;
    const windows = [window, ...(sent['now'] === true ? [nowWindow(services.clock.now())] : [])];
    // A text index does not order by date, so these bounds do not help a text search.
    const ranges =
      sent['q'] === undefined ? [...windows.map(startsOf).flatMap(wallsCondition), ...(await runningSince(services, windows))] : [];
    const conditions = [...windows.flatMap(datesCondition), ...(days ? ownDaysCondition(days) : []), ...ranges];
    return conditions.length === 0 ? undefined : { condition: { $and: conditions } };
  },
  inLinks(sent) {
    const { start_date, end_date } = dates.windowOf(sent).dates;
    return { start_date, end_date };
  },
});

/** Returns a lower bound of starts for a window that only bounds ends, by querying the few long events. */
async function runningSince({ stores }: Services, windows: readonly Window[]): Promise<object[]> {
  const open = windows.every((window) => startsOf(window).earliest === undefined);
  const ends = windows.flatMap(({ end }) => end.gte ?? []).map(Number);
  if (!open || ends.length === 0) return [];
  const from = new Date(Math.max(...ends));
  const events = stores.posts<PostRecord & EventTimes>('events').collection();
  const usual = new Date(from.getTime() - USUAL_LENGTH);
  const [longest] = await events
    .find({ 'keys.long': true, endsAt: { $gte: from } } as object, { hint: LONG.name, projection: { _id: 0, startsAt: 1 } })
    .sort({ startsAt: 1 })
    .limit(1)
    .toArray();
  const earliest = longest && longest.startsAt < usual ? longest.startsAt : usual;
  return wallsCondition({ earliest });
}

/** Makes the filter that declares the relative date args and repeats them in links. `windowFilter` applies them. */
const relativeFilter = (dates: SentDates): ListFilter => ({
  args: {
    starts_before: dateArg(dates, { en: 'Events starting before the date', fr: 'Évènements commençant avant la date' }),
    starts_after: dateArg(dates, { en: 'Events starting after the date', fr: 'Évènements commençant après la date' }),
    ends_before: dateArg(dates, { en: 'Events ending before the date', fr: 'Évènements se terminant avant la date' }),
    ends_after: dateArg(dates, { en: 'Events ending after the date', fr: 'Évènements se terminant après la date' }),
    start: {
      ...dateArg(dates, {
        en: 'Another name for ends_after, used by FullCalendar',
        fr: 'Un autre nom d’ends_after, utilisé par FullCalendar',
      }),
      announced: false,
    },
    end: {
      ...dateArg(dates, {
        en: 'Another name for starts_before, used by FullCalendar',
        fr: 'Un autre nom de starts_before, utilisé par FullCalendar',
      }),
      announced: false,
    },
  },
  inLinks(sent) {
    const { start_date: _, end_date: __, ...relative } = dates.windowOf(sent).dates;
    return relative;
  },
  last: true,
});

/** The filter that declares the switches for running events. `windowFilter` applies them. */
const RUNNING: ListFilter = {
  args: {
    overlaps: {
      type: 'boolean',
      default: false,
      description: {
        en: 'True to list events that take place at any time between start_date and end_date, and not only those that start and end there. An event that ends when the period begins, or begins when it ends, is left out',
        fr: 'Vrai pour lister les évènements qui ont lieu à un moment quelconque entre start_date et end_date, et pas seulement ceux qui y commencent et s’y terminent. Un évènement qui finit quand la période commence, ou commence quand elle finit, est exclu',
      },
    },
    now: {
      type: 'boolean',
      default: false,
      description: {
        en: 'True to list only events that take place now, even if they began long ago',
        fr: 'Vrai pour ne lister que les évènements qui ont lieu maintenant, même commencés depuis longtemps',
      },
    },
  },
  inLinks: ({ overlaps, own_days, now }) => ({
    overlaps: overlaps || undefined,
    own_days: own_days || undefined,
    now: now || undefined,
  }),
  last: true,
};

/** The filter that declares the switch for times of day. `windowFilter` applies it. */
const STRICT: ListFilter = {
  args: {
    strict_dates: {
      ...anyBoolean,
      default: false,
      description: {
        en: 'True if the times of the dates count, and not only their days',
        fr: 'Vrai si les heures des dates comptent, et pas seulement leurs jours',
      },
    },
  },
  inLinks: (sent) => ({ strict_dates: areStrict(sent) || undefined }),
};
