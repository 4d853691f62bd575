import { wallToMs } from '../../lib/calendar/wall';
import { listingOf } from '../../lib/kinds/listing/listing';
import { type PageVisit, viewOf } from '../../lib/kinds/pages/visit';
import type { EventRecord } from '../events';
import type { Choice } from './choice';
import { dayAfter, daysBetween } from './days';
import { eventsOf } from './event-kind';
import { wholeDays } from './schedule';

/** How many events of a month are read at most: what is beyond is told by the pages of its days. */
const MOST = 5000;
/** On how many days an event is shown as one of theirs: longer ones are shown on their first day, and by themselves. */
const MOST_DAYS = 7;

/** What a month shows of an event. */
export type MonthEvent = Pick<
  EventRecord,
  '_id' | 'title' | 'slug' | 'language' | 'status' | 'startDate' | 'endDate' | 'allDay' | 'eventStatus'
>;

const SHOWN = { title: 1, slug: 1, language: 1, status: 1, startDate: 1, endDate: 1, allDay: 1, eventStatus: 1 } as const;

/** The events of a month. */
export interface MonthEvents {
  readonly total: number;
  /** By the days on which they are shown, in the order of their starts. */
  readonly days: ReadonlyMap<string, readonly MonthEvent[]>;
  /** Those that go on for more than a few days. */
  readonly long: readonly MonthEvent[];
  readonly firstDay: string | undefined;
}

/** The events that take place from a day on up to before another one, by the walls of their own zones. */
export const monthEvents = async (visit: PageVisit, choice: Choice, first: string, later: string): Promise<MonthEvents> => {
  const kind = eventsOf(visit);
  // A day more at both ends: walls of other zones differ from the site's by less.
  const { filters } = wholeDays(visit, choice, dayAfter(first, -1), later);
  const { filter, hint } = await listingOf(kind, { filters, view: viewOf(visit, false), status: ['publish'] });
  const events = (await kind.posts
    .collection()
    .find(filter, { projection: SHOWN, ...(hint !== undefined && { hint }) })
    .sort({ startDate: 1, date: 1, _id: 1 })
    .limit(MOST)
    .toArray()) as unknown as readonly MonthEvent[];
  const days = new Map<string, MonthEvent[]>();
  const long: MonthEvent[] = [];
  let total = 0;
  for (const event of events) {
    const [start, end] = [event.startDate.slice(0, 10), lastDayOf(event)];
    if (end < first || start >= later) continue;
    total += 1;
    const isLong = daysBetween(start, end) >= MOST_DAYS;
    if (isLong) long.push(event);
    for (let day = start; day <= (isLong ? start : end) && day < later; day = dayAfter(day, 1)) {
      if (day >= first) days.set(day, [...(days.get(day) ?? []), event]);
    }
  }
  return { total, days, long, firstDay: [...days.keys()].sort()[0] };
};

/** The hour until which what has begun the evening before is of that evening. */
const NIGHT_ENDS = ' 06:00:00';

/** The last day of an event as people would say it. */
const lastDayOf = ({ startDate, endDate }: MonthEvent): string => {
  const [start, end] = [startDate.slice(0, 10), endDate.slice(0, 10)];
  const isNight = end === dayAfter(start, 1) && endDate.slice(10) <= NIGHT_ENDS && wallToMs(endDate) - wallToMs(startDate) < 86_400_000;
  if (isNight) return start;
  return end > start && endDate.endsWith(' 00:00:00') ? dayAfter(end, -1) : end;
};
