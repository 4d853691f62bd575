import { firstOf, type ListRequest, type Sent } from '../../../lib/content';
import { type PageRequest, viewOf } from '../../../lib/site';
import { ownDaysCondition } from '../../events/filters/sent-dates';
import { APART, beginOf, dayAfter, dayOf, daysBetween, endOf, FIRST_DAY, iso, LAST_DAY, NEVER, today } from '../../shared/days';
import { eventsOf } from '../events/event-list';
import type { Choice } from './choice';

/** A span of days, as filters and conditions of the event list. Conditions compare local times in the events' own zones. */
export interface Span {
  readonly filters: Sent;
  readonly conditions: readonly object[];
  /** MongoDB conditions for events that begin before the span, and for events that begin within it. */
  readonly before: object;
  readonly within: object;
  readonly isPast: boolean;
}

/** Makes the span of all events on some days. List filters use the site's zone, so they are a day wider and only narrow the search. */
export const wholeDays = ({ filters }: Pick<Choice, 'filters'>, first: string, last: string): Span => ({
  filters: {
    ...filters,
    strict_dates: true,
    starts_before: endOf(dayAfter(last, APART)),
    ...(first > FIRST_DAY && { overlaps: true, start_date: beginOf(dayAfter(first, -APART)) }),
  },
  conditions: ownDaysCondition({ first, last }),
  before: { startDate: { $lt: beginOf(first) } },
  within: { startDate: { $gte: beginOf(first) } },
  isPast: false,
});

/** Makes the span of the chosen days' running and coming events. If the days are over, the span has all their events. */
export const comingDays = (request: PageRequest, choice: Pick<Choice, 'filters' | 'from' | 'to'>): Span => {
  const { filters, from, to } = choice;
  const now = today(request);
  if (from !== undefined && to !== undefined && from > to) return { ...wholeDays(choice, from, to), conditions: [{ _id: { $in: [] } }] };
  if (to !== undefined && to < now) return { ...wholeDays(choice, from ?? FIRST_DAY, to), isPast: true };
  if (from !== undefined && from > now) return wholeDays(choice, from, to ?? LAST_DAY);
  // Rounded to the minute, so that all visitors within the minute share a cached count.
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

/** Makes the list request for a span, with further MongoDB conditions. */
export const eventsIn = (request: PageRequest, { filters, conditions }: Span, more: readonly object[] = []): ListRequest => ({
  filters,
  view: viewOf(request),
  status: ['publish'],
  conditions: [...conditions, ...more],
});

/** Finds the nearest day on which an event of the choice starts: the first one from `day` on, or the last one before it. */
export const nearestDay = async (request: PageRequest, { filters }: Choice, side: 'from' | 'before', day: string) => {
  const isBefore = side === 'before';
  // The filters use the site's zone and only narrow the search.
  const dates = isBefore
    ? { starts_before: endOf(dayAfter(day, APART)) }
    : { starts_after: beginOf(dayAfter(day, -APART)), starts_before: NEVER };
  // A text search is in order of relevance unless `sort` is set.
  const sorted = filters.q === undefined ? { order: isBefore ? 'desc' : 'asc' } : { sort: [{ name: 'start_date', isDown: isBefore }] };
  const found = await firstOf(eventsOf(request), {
    filters: { ...filters, ...dates, ...sorted, strict_dates: true },
    view: viewOf(request),
    status: ['publish'],
    conditions: [{ startDate: { [isBefore ? '$lt' : '$gte']: beginOf(day) } }],
  });
  return found && dayOf(found.startDate);
};

/** True if a day is more than a year from today, and from the nearest events before and after it. */
export const isFarFromEvents = (request: PageRequest, day: string, nearest: readonly (string | undefined)[]): boolean => {
  if (!nearest.includes(undefined)) return false;
  return [today(request), ...nearest].every((other) => other === undefined || Math.abs(daysBetween(other, day)) > 366);
};
