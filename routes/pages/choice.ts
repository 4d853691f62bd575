import { readInstant } from '../../lib/calendar/dates';
import { toWall } from '../../lib/calendar/zones';
import type { Query, Sent } from '../../lib/kinds/context';
import type { PageVisit } from '../../lib/kinds/pages/visit';
import type { PostLike } from '../../lib/kinds/post-like';
import type { Args } from '../../lib/registry/args';
import type { CompiledArgs } from '../../lib/registry/route';
import { compileArgs } from '../../lib/registry/validator';
import type { EventRecord } from '../events';
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
  /** All of it, as addresses of pages repeat it. */
  readonly query: Query;
}

const WHEN: Args = {
  when: { type: 'string', enum: Object.keys(NAMED_DAYS), description: { en: 'Days by their name', fr: 'Des jours par leur nom' } },
};

const compiled = new WeakMap<object, CompiledArgs>();

/** The checks of the list itself, of what pages take of it; made with the first page, since a start need not wait for them. */
const checksOf = (kind: PostLike<EventRecord>): CompiledArgs => {
  const known = compiled.get(kind);
  if (known !== undefined) return known;
  const taken = [...FILTERS, 'start_date', 'end_date'].flatMap((name) => {
    const { default: _, ...arg } = kind.args.list[name] ?? {};
    return Object.keys(arg).length === 0 ? [] : [[name, arg]];
  });
  const checks = compileArgs({ ...Object.fromEntries(taken), ...WHEN });
  compiled.set(kind, checks);
  return checks;
};

/** What was sent and is not empty: a form sends all of its fields. */
const filled = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => (typeof value === 'string' ? value.trim() !== '' : true)));

/** Reads what is chosen in the address of a page; throws `rest_invalid_param` as the list does. */
export const readChoice = async (visit: PageVisit): Promise<Choice> => {
  const { query, user, language, services } = visit;
  const checked = await checksOf(eventsOf(visit))({ query: filled(query), body: {} }, { path: {}, record: undefined, user, language });
  const { when, start_date, end_date } = checked as { readonly when?: NamedDays; readonly start_date?: string; readonly end_date?: string };
  // The same choice has one address.
  const filters: Sent = Object.fromEntries(FILTERS.flatMap((name) => (checked[name] === undefined ? [] : [[name, checked[name]]])));
  const { timezone: siteZone } = services.site;
  const dayOf = (text: string | undefined): string | undefined => {
    const now = services.clock.now();
    // As in the list, 0 is today.
    const instant = text?.trim() === '0' ? now : text === undefined ? undefined : readInstant(text, { siteZone, now });
    return instant && toWall(instant, siteZone).slice(0, 10);
  };
  const [first, last] = when === undefined ? [] : NAMED_DAYS[when];
  const [given, until] = [dayOf(start_date), dayOf(end_date)];
  const from = latest(dayOf(first), given);
  const to = earliest(dayOf(last), until);
  return {
    filters,
    ...(when && { when }),
    ...(from && { from }),
    ...(to && { to }),
    query: { ...filters, when, start_date: given, end_date: until },
  };
};

const latest = (one: string | undefined, other: string | undefined) => ((one ?? '') > (other ?? '') ? one : other);
const earliest = (one: string | undefined, other: string | undefined) => ((one ?? '~') < (other ?? '~') ? one : other);

/** Whether anything is chosen at all. */
export const isChosen = ({ query }: Choice): boolean => Object.values(query).some((value) => value !== undefined);

/** What is chosen but for days, which the address of a month or a day has. */
export const withoutDays = ({ filters }: Choice): Choice => ({ filters, query: filters });

/** The choice as the filters of the list and its calendar say it. */
export const listedBy = ({ filters, when, from, to, query }: Choice): Query => {
  const isNamed = when !== undefined && query['start_date'] === undefined && query['end_date'] === undefined;
  const [start_date, end_date] = isNamed ? NAMED_DAYS[when] : [from, to];
  return start_date === undefined && end_date === undefined ? filters : { ...filters, overlaps: true, start_date, end_date };
};
