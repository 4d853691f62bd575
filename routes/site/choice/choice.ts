import { dayOfText, isAbsolute, type RequestedDate, readRequestedMoment, toWall } from '../../../lib/calendar';
import { oncePer, type PostLike, type Query, type Sent } from '../../../lib/content';
import { invalidParam } from '../../../lib/errors';
import { type Args, type CompiledArgs, compileArgs } from '../../../lib/registry';
import type { PageRequest } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { eventsOf } from '../events/event-list';
import { dayOf, LAST_DAY } from './days';

/** The filters of pages, by the names of the list's filters. */
const FILTERS = [
  'q',
  'categories',
  'tags',
  'venue',
  'organizer',
  'free',
  'attendance',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
  'ml_fallback',
] as const;

/** Named days: the first and the last one as date filters. They are relative, so a subscribed calendar follows the current day. */
export const NAMED_DAYS = {
  today: ['today', 'today'],
  tomorrow: ['tomorrow', 'tomorrow'],
  weekend: ['saturday this week', 'sunday this week'],
  week: ['today', '+6 days'],
} as const;

export type NamedDays = keyof typeof NAMED_DAYS;

/** The visitor's choice of events. */
export interface Choice {
  /** The filters of the list other than dates. */
  readonly filters: Sent;
  readonly when?: NamedDays;
  /** The first and last day, `YYYY-MM-DD` in the site's zone: the intersection of named and given days. */
  readonly from?: string;
  readonly to?: string;
  /** True if all events are requested that have begun before. */
  readonly isRunning: boolean;
  /** The choice without `isRunning`, as page addresses repeat it. */
  readonly query: Query;
}

const WHEN: Args = {
  when: { type: 'string', enum: Object.keys(NAMED_DAYS), description: { en: 'Days by their name', fr: 'Des jours par leur nom' } },
};

/** The list's own checks, for the parameters of pages. They are compiled with the first page, to keep the start fast. */
const checksOf = oncePer((type: PostLike<EventRecord>): CompiledArgs => {
  const args = [...FILTERS, 'start_date', 'end_date'].flatMap((name) => {
    const { default: _, ...arg } = type.args.list[name] ?? {};
    return Object.keys(arg).length === 0 ? [] : [[name, arg]];
  });
  return compileArgs({ ...Object.fromEntries(args), ...WHEN });
});

const isFilled = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== '';

/** The sent parameters that are not empty. A form sends all its fields. */
const nonEmpty = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter(isFilled) : value] as const)
      .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : isFilled(value))),
  );

/** A search text without control characters. */
const typed = (q: unknown): unknown => (typeof q === 'string' ? q.replace(/\p{Cc}+/gu, ' ').trim() : q);

/** Reads the choice from the address of a page. Throws `rest_invalid_param` like the list. */
export const readChoice = async (request: PageRequest): Promise<Choice> => {
  const { query, user, language, services } = request;
  const sent = nonEmpty({ ...query, q: typed(query['q']) });
  const checked = await checksOf(eventsOf(request))({ query: sent, body: {} }, { path: {}, record: undefined, user, language });
  const { when, start_date, end_date } = checked as {
    readonly when?: NamedDays;
    readonly start_date?: RequestedDate;
    readonly end_date?: RequestedDate;
  };
  // A radius needs a point.
  const isPlaced = checked['geoloc_lat'] !== undefined || checked['geoloc_lng'] !== undefined;
  const says = (name: string): boolean => checked[name] !== undefined && !(name === 'ml_fallback' && checked[name] === false);
  const names = FILTERS.filter((name) => says(name) && (isPlaced || name !== 'geoloc_radius'));
  // In a fixed order, so that a choice has only one address.
  const filters: Sent = Object.fromEntries(names.map((name) => [name, checked[name]]));
  const { timezone: siteZone } = services.site;
  services.clock.holds([start_date, end_date].every((date) => date === undefined || isAbsolute(date)) ? 'day' : 'second');
  const now = services.clock.peek();
  const dayIn = (date: RequestedDate | undefined): string | undefined => {
    const instant = date && dayOfText(date, now);
    return instant && dayOf(toWall(instant, siteZone));
  };
  const [first, last] = when === undefined ? [] : NAMED_DAYS[when].map((text) => readRequestedMoment(text, { siteZone, now }));
  const [given, until] = [dayIn(start_date), dayIn(end_date)];
  const from = latest(dayIn(first), given);
  const to = earliest(dayIn(last), until);
  return {
    filters,
    ...(when && { when }),
    ...(from && { from }),
    ...(to && { to }),
    isRunning: readRunning(request),
    query: { ...filters, when, start_date: given, end_date: until },
  };
};

const readRunning = ({ query }: PageRequest): boolean => {
  const { running } = query;
  if (running === undefined || running === '' || running === 'true') return running === 'true';
  throw invalidParam('running', { en: 'Send true, or leave it out.', fr: 'Envoyez true, ou omettez-le.' });
};

const latest = (one: string | undefined, other: string | undefined) => ((one ?? '') > (other ?? '') ? one : other);
const earliest = (one: string | undefined, other: string | undefined) => ((one ?? '~') < (other ?? '~') ? one : other);

export const isChosen = ({ query }: Choice): boolean => Object.values(query).some((value) => value !== undefined);

/** The choice without its days, for a page whose address names a month or a day. */
export const withDays = ({ filters, isRunning }: Choice, from: string, to: string): Choice => ({
  filters,
  isRunning,
  from,
  to,
  query: filters,
});

/** The choice as parameters of the list and its calendar. */
export const listQuery = ({ filters, when, from, to, query }: Choice): Query => {
  const isNamed = when !== undefined && query['start_date'] === undefined && query['end_date'] === undefined;
  // The list's default end is two years ahead.
  const [start_date, end_date] = isNamed ? NAMED_DAYS[when] : [from, to ?? (from && LAST_DAY)];
  return start_date === undefined && end_date === undefined
    ? filters
    : { ...filters, overlaps: true, own_days: true, start_date, end_date };
};
