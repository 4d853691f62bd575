import { firstOf, type Sent } from '../../../lib/content';
import { type PageRequest, viewOf } from '../../../lib/site';
import { eventsOf } from '../events/event-list';
import type { Choice } from './choice';
import { APART, beginOf, dayAfter, dayOf, endOf, NEVER } from './days';

/** The first day, from a given one, on which an event of the choice starts. Undefined if there is none. */
export const firstDayFrom = (request: PageRequest, choice: Pick<Choice, 'filters'>, day: string): Promise<string | undefined> =>
  dayOfFirst(request, choice, 'asc', {
    dates: { starts_after: beginOf(dayAfter(day, -APART)), starts_before: NEVER },
    startDate: { $gte: beginOf(day) },
  });

/** The last day, before a given one, on which an event of the choice starts. Undefined if there is none. */
export const lastDayBefore = (request: PageRequest, choice: Pick<Choice, 'filters'>, day: string): Promise<string | undefined> =>
  dayOfFirst(request, choice, 'desc', {
    dates: { starts_before: endOf(dayAfter(day, APART)) },
    startDate: { $lt: beginOf(day) },
  });

/** The range of a search: exact local start dates, and list filters that bound it. List filters use the site's zone. */
interface Range {
  readonly dates: Sent;
  readonly startDate: object;
}

const dayOfFirst = async (
  request: PageRequest,
  { filters }: Pick<Choice, 'filters'>,
  order: 'asc' | 'desc',
  { dates, startDate }: Range,
) => {
  // A text search is ordered by relevance unless `sort` is set.
  const sorted = filters['q'] === undefined ? { order } : { sort: [{ name: 'start_date', isDown: order === 'desc' }] };
  const found = await firstOf(eventsOf(request), {
    filters: { ...filters, ...dates, ...sorted, strict_dates: true },
    view: viewOf(request),
    status: ['publish'],
    conditions: [{ startDate }],
  });
  return found && dayOf(found.startDate);
};
