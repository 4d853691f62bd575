import { firstOf, type ListRequest, type Sent } from '../../../lib/content';
import { type PageRequest, viewOf } from '../../../lib/site';
import { eventsOf } from '../events/event-list';
import type { Choice } from './choice';
import { APART, beginOf, dayAfter, dayOf, endOf, FIRST_DAY, iso, LAST_DAY, NEVER, today } from './days';

/** A span of days, as filters and conditions of the list. It compares the local times of the events' own zones, as people see them. */
export interface Span {
  readonly filters: Sent;
  readonly conditions: readonly object[];
  /** Conditions for events that begin before the span, and within it. */
  readonly before: object;
  readonly within: object;
  /** True if the whole span is over. */
  readonly isPast: boolean;
}

/** All events of some days. List filters by date use the site's zone, so they are a day wider and only bound the search. */
export const wholeDays = ({ filters }: Pick<Choice, 'filters'>, first: string, last: string): Span => ({
  filters: {
    ...filters,
    strict_dates: true,
    starts_before: endOf(dayAfter(last, APART)),
    ...(first > FIRST_DAY && { overlaps: true, start_date: beginOf(dayAfter(first, -APART)) }),
  },
  conditions: [
    { startDate: { $lte: endOf(last) } },
    // An event that ends as the first day begins is excluded.
    { $or: [{ endDate: { $gt: beginOf(first) } }, { startDate: { $gte: beginOf(first) } }] },
  ],
  before: { startDate: { $lt: beginOf(first) } },
  within: { startDate: { $gte: beginOf(first) } },
  isPast: false,
});

/** The running and coming events of the chosen days. If the days are over, all their events. */
export const comingDays = (request: PageRequest, choice: Pick<Choice, 'filters' | 'from' | 'to'>): Span => {
  const { filters, from, to } = choice;
  const now = today(request);
  if (from !== undefined && to !== undefined && from > to) return { ...wholeDays(choice, from, to), conditions: [{ _id: { $in: [] } }] };
  if (to !== undefined && to < now) return { ...wholeDays(choice, from ?? FIRST_DAY, to), isPast: true };
  if (from !== undefined && from > now) return wholeDays(choice, from, to ?? LAST_DAY);
  // To the minute, so that all visitors in it share a cached count.
  const at = request.services.clock.minute();
  const minute = at.getTime();
  return {
    filters: { ...filters, overlaps: true, strict_dates: true, start_date: iso(minute), starts_before: NEVER },
    conditions: to === undefined ? [] : [{ startDate: { $lte: endOf(to) } }],
    before: { startDate: { $lt: beginOf(now) }, startsAt: { $lte: at } },
    // In another zone the event's start may still be yesterday.
    within: { $or: [{ startDate: { $gte: beginOf(now) } }, { startsAt: { $gt: at } }] },
    isPast: false,
  };
};

/** The list request of a span, with further conditions. */
export const eventsIn = (request: PageRequest, { filters, conditions }: Span, more: readonly object[] = []): ListRequest => ({
  filters,
  view: viewOf(request),
  status: ['publish'],
  conditions: [...conditions, ...more],
});

/** The first day, from a given one, on which an event of the choice starts. Undefined if there is none. */
export const firstDayFrom = (request: PageRequest, choice: Choice, day: string): Promise<string | undefined> =>
  dayOfFirst(request, choice, 'asc', {
    dates: { starts_after: beginOf(dayAfter(day, -APART)), starts_before: NEVER },
    startDate: { $gte: beginOf(day) },
  });

/** The last day, before a given one, on which an event of the choice starts. Undefined if there is none. */
export const lastDayBefore = (request: PageRequest, choice: Choice, day: string): Promise<string | undefined> =>
  dayOfFirst(request, choice, 'desc', {
    dates: { starts_before: endOf(dayAfter(day, APART)) },
    startDate: { $lt: beginOf(day) },
  });

/** The range of a search: exact local start dates, and list filters that bound it. List filters use the site's zone. */
interface Range {
  readonly dates: Sent;
  readonly startDate: object;
}

const dayOfFirst = async (request: PageRequest, { filters }: Choice, order: 'asc' | 'desc', { dates, startDate }: Range) => {
  // A text search is ordered by relevance unless `sort` is set.
  const sorted = filters.q === undefined ? { order } : { sort: [{ name: 'start_date', isDown: order === 'desc' }] };
  const found = await firstOf(eventsOf(request), {
    filters: { ...filters, ...dates, ...sorted, strict_dates: true },
    view: viewOf(request),
    status: ['publish'],
    conditions: [{ startDate }],
  });
  return found && dayOf(found.startDate);
};
