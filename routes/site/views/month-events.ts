import { wallToMs } from '../../../lib/calendar';
import { listingOf } from '../../../lib/content';
import { byIndex } from '../../../lib/database';
import type { PageRequest } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { dayAfter, dayOf, daysBetween } from '../choice/days';
import { eventsIn, type Span } from '../choice/span';
import { eventsOf } from '../events/event-list';

/** The maximum number of events read for a month. The pages of its days show the others. */
const MOST = 5000;
/** The longest event, in days, that is shown on each of its days. Longer ones are shown on their first day and in a list of their own. */
const MOST_DAYS = 7;

/** The part of an event that a month shows. */
export type MonthEvent = Pick<
  EventRecord,
  '_id' | 'title' | 'slug' | 'language' | 'status' | 'startDate' | 'startsAt' | 'timezone' | 'endDate' | 'allDay' | 'eventStatus'
>;

const SHOWN = {
  title: 1,
  slug: 1,
  language: 1,
  status: 1,
  startDate: 1,
  startsAt: 1,
  timezone: 1,
  endDate: 1,
  allDay: 1,
  eventStatus: 1,
} as const;

export interface MonthEvents {
  readonly total: number;
  /** The events by the days on which they are shown, in order of start. */
  readonly days: ReadonlyMap<string, readonly MonthEvent[]>;
  /** The events of more than a few days. */
  readonly long: readonly MonthEvent[];
  readonly firstDay: string | undefined;
}

/** The events of a month, by the local times of their own zones. */
export const monthEvents = async (request: PageRequest, span: Span, first: string, last: string): Promise<MonthEvents> => {
  const type = eventsOf(request);
  const query = await listingOf(type, eventsIn(request, span));
  const { filter, hint } = query;
  const events = await type.posts
    .collection()
    .find<MonthEvent>(filter, { projection: SHOWN, ...byIndex(hint) })
    .sort({ startDate: 1, date: 1, _id: 1 })
    .limit(MOST)
    .toArray();
  const days = new Map<string, MonthEvent[]>();
  const long: MonthEvent[] = [];
  for (const event of events) {
    const [start, end] = [dayOf(event.startDate), lastDayOf(event)];
    const isLong = daysBetween(start, end) >= MOST_DAYS;
    if (isLong) long.push(event);
    const until = isLong ? start : end < last ? end : last;
    for (let day = start < first ? first : start; day <= until; day = dayAfter(day, 1)) {
      const its = days.get(day) ?? [];
      its.push(event);
      days.set(day, its);
      if (day === until) break;
    }
  }
  const total = events.length < MOST ? events.length : await type.posts.count(query);
  return { total, days, long, firstDay: [...days.keys()].sort()[0] };
};

/** The hour until which an event of the evening before counts as that evening. */
const NIGHT_ENDS = ' 06:00:00';

/** The last day of an event for people. A night event, or one that ends at midnight, does not reach the next day. */
const lastDayOf = ({ startDate, endDate }: MonthEvent): string => {
  const [start, end] = [dayOf(startDate), dayOf(endDate)];
  const isNight = end === dayAfter(start, 1) && endDate.slice(10) <= NIGHT_ENDS && wallToMs(endDate) - wallToMs(startDate) < 86_400_000;
  if (isNight) return start;
  return end > start && endDate.endsWith(' 00:00:00') ? dayAfter(end, -1) : end;
};
