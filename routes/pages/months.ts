import { toInstant } from '../../lib/calendar/zones';
import { firstOf, type ListRequest } from '../../lib/kinds/listing/listing';
import { type PageVisit, viewOf } from '../../lib/kinds/pages/visit';
import type { PostLike } from '../../lib/kinds/post-like';
import type { EventRecord } from '../events';

/** How long before a month an event may have begun that still goes on in it: nobody looks through all the past for every month. */
const MONTHS_BACK = 12;
/** Walls of other zones differ from the site's by less than that, in ms. */
const APART = 2 * 86_400_000;

/** The kind whose start dates months are made of. */
export const eventsOf = ({ services }: PageVisit): PostLike<EventRecord> =>
  services.postLikes.get('events') as unknown as PostLike<EventRecord>;

/** The month so many months after one, `YYYY-MM`; undefined outside the years 1 to 9999. */
export const monthAfter = (month: string, months: number): string | undefined => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  const year = Math.floor(count / 12);
  return year < 1 || year > 9999 ? undefined : `${String(year).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
};

const FIRST = '0001-01';
const LAST = '9999-12';
const firstDay = (month: string): string => `${month}-01 00:00:00`;
const iso = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** What lies in the index from one month on up to before another one, by the walls of the events' own zones. */
const between = ({ services }: PageVisit, from: string, to: string | undefined) => {
  const at = (month: string) => toInstant(firstDay(month), services.site.timezone).getTime();
  return {
    filters: {
      strict_dates: true,
      ...(from > FIRST && { starts_after: iso(at(from) - APART) }),
      starts_before: to === undefined ? '9999-12-30T00:00:00Z' : iso(at(to) + APART),
    },
    range: { startDate: { $gte: firstDay(from), ...(to !== undefined && { $lt: firstDay(to) }) } },
  };
};

/** The events of a month, in the order of their starts: those that start in it, and before them those that go on in it; given `after`, those that end later than that. */
export const inMonth = (visit: PageVisit, month: string, after?: Date): ListRequest => {
  const begin = toInstant(firstDay(month), visit.services.site.timezone);
  const { filters, range } = between(visit, monthAfter(month, -MONTHS_BACK) ?? FIRST, monthAfter(month, 1));
  const isOver = { startDate: { $lt: firstDay(month) }, endsAt: { $lte: begin } };
  return {
    filters,
    view: viewOf(visit, false),
    status: ['publish'],
    conditions: [range, { $nor: [isOver] }, ...(after === undefined ? [] : [{ endsAt: { $gt: after } }])],
  };
};

const monthOfFirst = async (visit: PageVisit, from: string, to: string | undefined, order?: 'desc'): Promise<string | undefined> => {
  const { filters, range } = between(visit, from, to);
  const asked = { filters: { ...filters, ...(order && { order }) }, view: viewOf(visit, false), status: ['publish'] as const };
  return (await firstOf(eventsOf(visit), { ...asked, conditions: [range] }))?.startDate.slice(0, 7);
};

/** The next month after one in which an event starts; undefined where there is none. */
export const nextMonth = async (visit: PageVisit, month: string): Promise<string | undefined> => {
  const next = monthAfter(month, 1);
  return next === undefined ? undefined : monthOfFirst(visit, next, undefined);
};

/** The last month before one in which an event starts; undefined where there is none. */
export const previousMonth = async (visit: PageVisit, month: string): Promise<string | undefined> =>
  month === FIRST ? undefined : monthOfFirst(visit, FIRST, month, 'desc');

/** Reads `YYYY-MM` of the years 1 to 9999; undefined for any other text. */
export const readMonth = (text: string): string | undefined =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && text >= FIRST && text <= LAST ? text : undefined;
