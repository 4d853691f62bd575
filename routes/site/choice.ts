import { dayOfText, isAbsolute, type RequestedDate, readRequestedMoment, toWall } from '../../lib/calendar';
import { oncePer, type PostLike, type Query, type Sent } from '../../lib/content';
import { invalidParam } from '../../lib/errors';
import { type Args, type CompiledArgs, compileArgs } from '../../lib/registry';
import type { PageRequest } from '../../lib/site';
import type { EventRecord } from '../events';
import { dayOf, LAST_DAY } from './days';
import { eventsOf } from './event-kind';

/** What events can be chosen by on pages, by the names of the filters of their list. */
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

/** Days that have a name, the first and the last of them as filters take them: whoever subscribes to them gets those of each day anew. */
export const NAMED_DAYS = {
  today: ['today', 'today'],
  tomorrow: ['tomorrow', 'tomorrow'],
  weekend: ['saturday this week', 'sunday this week'],
  week: ['today', '+6 days'],
} as const;

/** The name of such days. */
export type NamedDays = keyof typeof NAMED_DAYS;

/** What a visitor has chosen of the events. */
export interface Choice {
  /** The filters of the list that are no dates. */
  readonly filters: Sent;
  /** The days that were named. */
  readonly when?: NamedDays;
  /** The first and the last day, `YYYY-MM-DD` where the site is: of those named and those given, as far as both hold. */
  readonly from?: string;
  readonly to?: string;
  /** Whether all those are asked for that have begun before. */
  readonly isRunning: boolean;
  /** All of it but that, as addresses of pages repeat it. */
  readonly query: Query;
}

const WHEN: Args = {
  when: { type: 'string', enum: Object.keys(NAMED_DAYS), description: { en: 'Days by their name', fr: 'Des jours par leur nom' } },
};

/** The checks of the list itself, of what pages take of it; made with the first page, since a start need not wait for them. */
const checksOf = oncePer((kind: PostLike<EventRecord>): CompiledArgs => {
  const taken = [...FILTERS, 'start_date', 'end_date'].flatMap((name) => {
    const { default: _, ...arg } = kind.args.list[name] ?? {};
    return Object.keys(arg).length === 0 ? [] : [[name, arg]];
  });
  return compileArgs({ ...Object.fromEntries(taken), ...WHEN });
});

const isFilled = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== '';

/** What was sent and is not empty: a form sends all of its fields. */
const filled = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter(isFilled) : value] as const)
      .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : isFilled(value))),
  );

/** A search without what nobody types. */
const typed = (q: unknown): unknown => (typeof q === 'string' ? q.replace(/\p{Cc}+/gu, ' ').trim() : q);

/** Reads what is chosen in the address of a page; throws `rest_invalid_param` as the list does. */
export const readChoice = async (visit: PageRequest): Promise<Choice> => {
  const { query, user, language, services } = visit;
  const sent = filled({ ...query, q: typed(query['q']) });
  const checked = await checksOf(eventsOf(visit))({ query: sent, body: {} }, { path: {}, record: undefined, user, language });
  const { when, start_date, end_date } = checked as {
    readonly when?: NamedDays;
    readonly start_date?: RequestedDate;
    readonly end_date?: RequestedDate;
  };
  // How far from nowhere says nothing.
  const isPlaced = checked['geoloc_lat'] !== undefined || checked['geoloc_lng'] !== undefined;
  const says = (name: string): boolean => checked[name] !== undefined && !(name === 'ml_fallback' && checked[name] === false);
  const names = FILTERS.filter((name) => says(name) && (isPlaced || name !== 'geoloc_radius'));
  // The same choice has one address.
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
    isRunning: readRunning(visit),
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

/** Whether anything is chosen at all. */
export const isChosen = ({ query }: Choice): boolean => Object.values(query).some((value) => value !== undefined);

/** What is chosen but for days: those of a month or a day are in its address. */
export const onDays = ({ filters, isRunning }: Choice, from: string, to: string): Choice => ({
  filters,
  isRunning,
  from,
  to,
  query: filters,
});

/** The choice as the filters of the list and its calendar say it. */
export const listedBy = ({ filters, when, from, to, query }: Choice): Query => {
  const isNamed = when !== undefined && query['start_date'] === undefined && query['end_date'] === undefined;
  // Without an end the list ends in two years.
  const [start_date, end_date] = isNamed ? NAMED_DAYS[when] : [from, to ?? (from && LAST_DAY)];
  return start_date === undefined && end_date === undefined
    ? filters
    : { ...filters, overlaps: true, own_days: true, start_date, end_date };
};
