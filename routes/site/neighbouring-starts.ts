import { firstOf, type Sent } from '../../lib/content';
import { type PageRequest, viewOf } from '../../lib/site';
import type { Choice } from './choice';
import { APART, beginOf, dayAfter, dayOf, endOf, NEVER } from './days';
import { eventsOf } from './event-kind';

/** The day on which the first chosen event starts from a day on; undefined where none does. */
export const firstDayFrom = (visit: PageRequest, choice: Pick<Choice, 'filters'>, day: string): Promise<string | undefined> =>
  dayOfFirst(visit, choice, 'asc', {
    dates: { starts_after: beginOf(dayAfter(day, -APART)), starts_before: NEVER },
    startDate: { $gte: beginOf(day) },
  });

/** The last day before another one on which a chosen event starts; undefined where none does. */
export const lastDayBefore = (visit: PageRequest, choice: Pick<Choice, 'filters'>, day: string): Promise<string | undefined> =>
  dayOfFirst(visit, choice, 'desc', {
    dates: { starts_before: endOf(dayAfter(day, APART)) },
    startDate: { $lt: beginOf(day) },
  });

/** What is looked through: by the walls of the events' own zones, and by dates of the list, which are those of the site, and bound it. */
interface Range {
  readonly dates: Sent;
  readonly startDate: object;
}

const dayOfFirst = async (visit: PageRequest, { filters }: Pick<Choice, 'filters'>, order: 'asc' | 'desc', { dates, startDate }: Range) => {
  // What is found by words has another order, unless it is told one.
  const sorted = filters['q'] === undefined ? { order } : { sort: [{ name: 'start_date', isDown: order === 'desc' }] };
  const found = await firstOf(eventsOf(visit), {
    filters: { ...filters, ...dates, ...sorted, strict_dates: true },
    view: viewOf(visit, false),
    status: ['publish'],
    conditions: [{ startDate }],
  });
  return found && dayOf(found.startDate);
};
