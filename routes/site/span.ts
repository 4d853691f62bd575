import type { ListRequest, Sent } from '../../lib/content';
import { type PageRequest, viewOf } from '../../lib/site';
import type { Choice } from './choice';
import { APART, beginOf, dayAfter, endOf, FIRST_DAY, iso, LAST_DAY, NEVER, today } from './days';

/** Days whose events are shown, and how these are asked for: by the walls of their own zones, which is what people see of them. */
export interface Span {
  readonly filters: Sent;
  readonly conditions: readonly object[];
  /** What of them has begun before, and what begins within. */
  readonly before: object;
  readonly within: object;
  /** Whether all of it is over. */
  readonly isPast: boolean;
}

type Chosen = Pick<Choice, 'filters'>;

/** All of some days, both included, what of them is over too. Dates of the list, which are those of the site, bound what is looked through. */
export const wholeDays = ({ filters }: Chosen, first: string, last: string): Span => ({
  filters: {
    ...filters,
    strict_dates: true,
    starts_before: endOf(dayAfter(last, APART)),
    ...(first > FIRST_DAY && { overlaps: true, start_date: beginOf(dayAfter(first, -APART)) }),
  },
  conditions: [
    { startDate: { $lte: endOf(last) } },
    // What ends as the first day begins is none of its events.
    { $or: [{ endDate: { $gt: beginOf(first) } }, { startDate: { $gte: beginOf(first) } }] },
  ],
  before: { startDate: { $lt: beginOf(first) } },
  within: { startDate: { $gte: beginOf(first) } },
  isPast: false,
});

/** What of the chosen days is on or to come; of days that are over, all that was. */
export const comingDays = (visit: PageRequest, choice: Pick<Choice, 'filters' | 'from' | 'to'>): Span => {
  const { filters, from, to } = choice;
  const now = today(visit);
  if (from !== undefined && to !== undefined && from > to) return { ...wholeDays(choice, from, to), conditions: [{ _id: { $in: [] } }] };
  if (to !== undefined && to < now) return { ...wholeDays(choice, from ?? FIRST_DAY, to), isPast: true };
  if (from !== undefined && from > now) return wholeDays(choice, from, to ?? LAST_DAY);
  // By the minute, so that one count serves everybody who comes within it.
  const at = visit.services.clock.minute();
  const minute = at.getTime();
  return {
    filters: { ...filters, overlaps: true, strict_dates: true, start_date: iso(minute), starts_before: NEVER },
    conditions: to === undefined ? [] : [{ startDate: { $lte: endOf(to) } }],
    before: { startDate: { $lt: beginOf(now) }, startsAt: { $lte: at } },
    // In other zones it may be yesterday still when something begins today.
    within: { $or: [{ startDate: { $gte: beginOf(now) } }, { startsAt: { $gt: at } }] },
    isPast: false,
  };
};

/** The list of a span, under more conditions. */
export const eventsIn = (visit: PageRequest, { filters, conditions }: Span, more: readonly object[] = []): ListRequest => ({
  filters,
  view: viewOf(visit, false),
  status: ['publish'],
  conditions: [...conditions, ...more],
});
