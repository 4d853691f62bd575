import { dayOf, isAbsolute, type RequestedDate, readRequestedMoment, requestedDay } from '../../../lib/calendar';
import { firstOf, type ListRequest, oncePer, type PostLike, type Query, type Sent, toQuery } from '../../../lib/content';
import { type CompiledArgs, compileArgs } from '../../../lib/registry';
import { type PageRequest, readParam, viewOf } from '../../../lib/site';
import { type EventRecord, eventType } from '../../events';
import { ownDaysCondition } from '../../events/filters/date-filters';
import type { EVENT_LINKS } from '../../shared/about';
import {
  beginOf,
  dayAfter,
  endOf,
  FIRST_DAY,
  LAST_DAY,
  lastOfMonth,
  MOST_DAYS_APART,
  NO_END,
  readDay,
  readMonth,
  today,
  utcText,
} from '../../shared/days';

/** The filters of pages other than days, with the names that the list's filters have. */
type Filters = {
  readonly q?: string;
  readonly free?: boolean;
  readonly attendance?: readonly string[];
  readonly ml_fallback?: true;
} & { readonly [Name in keyof typeof EVENT_LINKS]?: readonly number[] } & {
  readonly [Name in 'geoloc_lat' | 'geoloc_lng' | 'geoloc_radius']?: number;
};

/** The names of the filters in the order of page addresses, so that equal filters have only one address. */
const FILTERS: readonly (keyof Filters)[] = [
  ...(['q', 'categories', 'tags', 'venue', 'organizer', 'free', 'attendance'] as const),
  ...(['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'ml_fallback'] as const),
];

/** The query parameters of start pages: filters, dates, and the day or month of a view. */
export const CHOICE_PARAMS: readonly string[] = [...FILTERS, 'start_date', 'end_date', 'when', 'running', 'day', 'month'];

/** Names of days, with the first and last day as date filters. The dates are relative, so a subscribed calendar follows the current day. */
export const NAMED_DAYS = {
  today: ['today', 'today'],
  tomorrow: ['tomorrow', 'tomorrow'],
  weekend: ['saturday this week', 'sunday this week'],
  week: ['today', '+6 days'],
} as const;

type NamedDays = keyof typeof NAMED_DAYS;

export const DAY_NAMES = Object.keys(NAMED_DAYS) as NamedDays[];

export interface Choice {
  readonly filters: Filters;
  /** The first and last day, `YYYY-MM-DD` in the site's zone: the intersection of days by name and days by date. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** True if the visitor requested all events that have begun before. */
  readonly isRunning: boolean;
  /** The choice as query of page addresses, without `isRunning`. The dates are the given days. */
  readonly query: Filters & {
    readonly when?: NamedDays | undefined;
    readonly start_date?: string | undefined;
    readonly end_date?: string | undefined;
  };
}

/** Returns the address of a start page with a query, below the language root `base`. */
export const startAddress = (base: string, query: Query = {}): string => `${base}/${toQuery(query)}`;

/** Returns the list's validation for the query of pages. It is compiled with the first page, for a fast start of the program. */
const checksOf = oncePer((type: PostLike<EventRecord>): CompiledArgs => {
  const args = [...FILTERS, 'start_date', 'end_date'].flatMap((name) => {
    const { default: _, ...arg } = type.args.list[name] ?? {};
    return Object.keys(arg).length === 0 ? [] : [[name, arg]];
  });
  return compileArgs({
    ...Object.fromEntries(args),
    when: { type: 'string', enum: DAY_NAMES, description: { en: 'A named day or period', fr: 'Un jour ou une période par son nom' } },
  });
});

const isNotBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== '';

/** Returns the query parameters that are not empty. A browser sends all fields of a form. */
const nonEmpty = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter(isNotBlank) : value] as const)
      .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : isNotBlank(value))),
  );

/** Reads the choice from the query of a page. Throws `rest_invalid_param` like the list route. */
const readChoice = async (request: PageRequest): Promise<Choice> => {
  const { query, user, language, services } = request;
  const { q } = query;
  // A search text has no control characters.
  const sent = nonEmpty({ ...query, q: typeof q === 'string' ? q.replace(/\p{Cc}+/gu, ' ').trim() : q });
  const checked = await checksOf(eventType(request.services))({ query: sent, body: {} }, { path: {}, record: undefined, user, language });
  const { when, start_date, end_date, ...others } = checked as {
    readonly when?: NamedDays;
    readonly start_date?: RequestedDate;
    readonly end_date?: RequestedDate;
    readonly [name: string]: unknown;
  };
  // A radius without a point has no effect.
  const isPlaced = others['geoloc_lat'] !== undefined || others['geoloc_lng'] !== undefined;
  const isSet = (name: string) => others[name] !== undefined && !(name === 'ml_fallback' && others[name] === false);
  const names = FILTERS.filter((name) => isSet(name) && (isPlaced || name !== 'geoloc_radius'));
  const filters: Filters = Object.fromEntries(names.map((name) => [name, others[name]]));
  services.clock.limitValidity([start_date, end_date].every((date) => date === undefined || isAbsolute(date)) ? 'day' : 'second');
  const context = { siteZone: services.site.timezone, now: services.clock.peek() };
  const dayIn = (date: RequestedDate | undefined) => requestedDay(date, context);
  const [first, last] = when === undefined ? [] : NAMED_DAYS[when].map((text) => dayIn(readRequestedMoment(text, context)));
  const [given, until] = [dayIn(start_date), dayIn(end_date)];
  const running = readParam(request, 'running', (text) => (text === 'true' ? text : undefined), {
    en: 'Send true, or leave it out.',
    fr: 'Envoyez true, ou omettez-le.',
  });
  return {
    filters,
    from: (first ?? '') > (given ?? '') ? first : given,
    to: (last ?? '~') < (until ?? '~') ? last : until,
    isRunning: running !== undefined,
    query: { ...filters, when, start_date: given, end_date: until },
  };
};

/** The view in a request for a start page: events on a day, in a month, or as a list. `daysQuery` has the parameter for the day or month. */
export interface RequestedView {
  readonly choice: Choice;
  readonly day?: string;
  readonly month?: string;
  readonly daysQuery: Query;
}

/** Reads the view from the query of a start page. Throws `rest_invalid_param`. */
export const readRequestedView = async (request: PageRequest): Promise<RequestedView> => {
  const day = readParam(request, 'day', readDay, {
    en: 'Send a valid day, e.g. 2030-06-01.',
    fr: 'Envoyez un jour valide, par exemple 2030-06-01.',
  });
  const month = readParam(request, 'month', readMonth, { en: 'Send a month, e.g. 2030-06.', fr: 'Envoyez un mois, par exemple 2030-06.' });
  const choice = await readChoice(request);
  if (day !== undefined) return { choice: withDays(choice, day, day), day, daysQuery: { day } };
  if (month !== undefined) return { choice: withDays(choice, `${month}-01`, lastOfMonth(month)), month, daysQuery: { month } };
  return { choice, daysQuery: {} };
};

export const isChosen = ({ query }: Choice): boolean => Object.values(query).some((value) => value !== undefined);

/** Returns the choice with other days, for a page whose address names a month or a day. */
const withDays = ({ filters, isRunning }: Choice, from: string, to: string): Choice => ({
  filters,
  isRunning,
  from,
  to,
  query: filters,
});

/** Converts the choice to the query of the list route and its calendar. */
export const listQuery = ({ filters, from, to, query }: Choice): Query => {
  const { when } = query;
  const isNamed = when !== undefined && query.start_date === undefined && query.end_date === undefined;
  // The list's default end is in two years.
  const [start_date, end_date] = isNamed ? NAMED_DAYS[when] : [from, to ?? (from && LAST_DAY)];
  return start_date === undefined && end_date === undefined
    ? filters
    : { ...filters, overlaps: true, own_days: true, start_date, end_date };
};

/** A range of days, as filters and conditions of the event list. Conditions compare local times in the events' own zones. */
export interface EventRange {
  readonly filters: Sent;
  readonly conditions: readonly object[];
  /** MongoDB conditions for events that begin before the range, and for events that begin within it. */
  readonly before: object;
  readonly within: object;
  readonly isPast: boolean;
}

/** Makes the range of all events on some days. List filters use the site's zone, so they are a day wider and only narrow the search. */
export const wholeDays = ({ filters }: Pick<Choice, 'filters'>, first: string, last: string): EventRange => ({
  filters: {
    ...filters,
    strict_dates: true,
    starts_before: endOf(dayAfter(last, MOST_DAYS_APART)),
    ...(first > FIRST_DAY && { overlaps: true, start_date: beginOf(dayAfter(first, -MOST_DAYS_APART)) }),
  },
  conditions: ownDaysCondition({ first, last }),
  before: { startDate: { $lt: beginOf(first) } },
  within: { startDate: { $gte: beginOf(first) } },
  isPast: false,
});

/** Makes the range of the chosen days' running and coming events. If the days are over, the range has all their events. */
export const comingDays = (request: PageRequest, choice: Pick<Choice, 'filters' | 'from' | 'to'>): EventRange => {
  const { filters, from, to } = choice;
  const now = today(request);
  if (from !== undefined && to !== undefined && from > to) return { ...wholeDays(choice, from, to), conditions: [{ _id: { $in: [] } }] };
  if (to !== undefined && to < now) return { ...wholeDays(choice, from ?? FIRST_DAY, to), isPast: true };
  if (from !== undefined && from > now) return wholeDays(choice, from, to ?? LAST_DAY);
  // Rounded to the minute, so that all visitors within the minute share a cached count.
  const at = request.services.clock.minute();
  const minute = at.getTime();
  return {
    filters: { ...filters, overlaps: true, strict_dates: true, start_date: utcText(minute), starts_before: NO_END },
    conditions: to === undefined ? [] : [{ startDate: { $lte: endOf(to) } }],
    before: { startDate: { $lt: beginOf(now) }, startsAt: { $lte: at } },
    // In another zone the event's start may still be yesterday.
    within: { $or: [{ startDate: { $gte: beginOf(now) } }, { startsAt: { $gt: at } }] },
    isPast: false,
  };
};

/** Makes the list request for the published events of a range, with further MongoDB conditions. */
export const eventsRequest = (
  request: PageRequest,
  { filters, conditions }: Pick<EventRange, 'filters' | 'conditions'>,
  more: readonly object[] = [],
): ListRequest => ({ filters, view: viewOf(request), status: ['publish'], conditions: [...conditions, ...more] });

/**
 * Finds the nearest day on which an event of the choice starts. `from`: the first such day from `day` on. `before`: the last one before
 * `day`.
 */
export const nearestDay = async (request: PageRequest, { filters }: Choice, side: 'from' | 'before', day: string) => {
  const isBefore = side === 'before';
  // The filters use the site's zone and only narrow the search.
  const dates = isBefore
    ? { starts_before: endOf(dayAfter(day, MOST_DAYS_APART)) }
    : { starts_after: beginOf(dayAfter(day, -MOST_DAYS_APART)), starts_before: NO_END };
  // A text search is in order of relevance unless `sort` is set.
  const sorted = filters.q === undefined ? { order: isBefore ? 'desc' : 'asc' } : { sort: [{ name: 'start_date', isDown: isBefore }] };
  const searched = {
    filters: { ...filters, ...dates, ...sorted, strict_dates: true },
    conditions: [{ startDate: { [isBefore ? '$lt' : '$gte']: beginOf(day) } }],
  };
  const found = await firstOf(eventType(request.services), eventsRequest(request, searched));
  return found && dayOf(found.startDate);
};
