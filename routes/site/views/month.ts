import { DAY, dayOf, wallToMs } from '../../../lib/calendar';
import { listingOf } from '../../../lib/content';
import { byIndex } from '../../../lib/database';
import { firstWeekDay, type Html, html, type Part } from '../../../lib/html';
import { dayNumber, dayText, type PageRequest, pageUrl, timeText, weekdayNames } from '../../../lib/site';
import { type EventRecord, eventType } from '../../events';
import { beginOf, dayAfter, daysBetween, FIRST_DAY, today } from '../../shared/days';
import { type EventRange, eventsRequest } from '../choice/choice';
import { stateMark } from '../events/facts';
import { WORDS } from '../words';

/** The maximum number of events read for a month. The pages of single days show the others. */
const MOST = 5000;
/** The maximum duration, in days, of an event shown on each of its days. Longer ones are shown on the first day and in a list. */
const MOST_DAYS = 7;

/** The members of an event that a month shows. */
const SHOWN = [...(['title', 'slug', 'language', 'status'] as const), ...(['startDate', 'endDate', 'allDay', 'eventStatus'] as const)];
const PROJECTION = Object.fromEntries(SHOWN.map((name) => [name, 1]));

type MonthEvent = Pick<EventRecord, '_id' | (typeof SHOWN)[number]>;

interface MonthEvents {
  readonly total: number;
  /** The events by the day on which the month shows them, in order of start. */
  readonly days: ReadonlyMap<string, readonly MonthEvent[]>;
  /** The events of more than `MOST_DAYS` days. */
  readonly long: readonly MonthEvent[];
  readonly firstDay: string | undefined;
}

/** Reads the events of a month from the database, by the local times in their own zones. */
export const monthEvents = async (request: PageRequest, range: EventRange, first: string, last: string): Promise<MonthEvents> => {
  const type = eventType(request.services);
  const query = await listingOf(type, eventsRequest(request, range));
  const { filter, hint } = query;
  const events = await type.posts
    .collection()
    .find<MonthEvent>(filter, { projection: PROJECTION, ...byIndex(hint) })
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

/** Returns the last day of an event for people. An event that ends at midnight, or by 6 in the morning, does not reach the next day. */
const lastDayOf = ({ startDate, endDate }: MonthEvent): string => {
  const [start, end] = [dayOf(startDate), dayOf(endDate)];
  const isNight = end === dayAfter(start, 1) && endDate.slice(10) <= ' 06:00:00' && wallToMs(endDate) - wallToMs(startDate) < DAY;
  if (isNight) return start;
  return end > start && endDate.endsWith(' 00:00:00') ? dayAfter(end, -1) : end;
};

/** The maximum numbers of events in a cell of the table, and in the list of long events. */
const MOST_IN_CELL = 4;
const MOST_LONG = 40;

type DayAddress = (day: string) => string;

/** Renders an event of a day as a link, with the time if the event starts on that day. */
const eventLink = (request: PageRequest, event: MonthEvent, day?: string): Html => {
  const { language } = request;
  const { title, language: eventLanguage, startDate, allDay } = event;
  const href = pageUrl(request, eventType(request.services), event);
  const mark = stateMark(event.eventStatus ?? '');
  return html`<li>${!allDay && dayOf(startDate) === day && html`<span class="quiet">${timeText(startDate, request)}</span> `}<a href="${href}"${eventLanguage !== language && html` lang="${eventLanguage}"`}>${title}</a>${mark && html` <span class="mark">${mark[language]}</span>`}</li>\n`;
};

const dayEvents = (request: PageRequest, day: string, events: readonly MonthEvent[], dayAddress: DayAddress): Html => {
  const rest = events.length - MOST_IN_CELL;
  // One further event takes as much space as the link to it.
  const shown = rest > 1 ? events.slice(0, MOST_IN_CELL) : events;
  return html`<ul>
${shown.map((event) => eventLink(request, event, day))}${rest > 1 && html`<li><a href="${dayAddress(day)}">${WORDS.more(rest)[request.language]}</a></li>\n`}</ul>`;
};

/** Renders the days of a month as a table of weeks. On narrow screens, the style sheet shows the days with events as a list. */
export const monthTable = (
  request: PageRequest,
  [first, last]: readonly [string, string],
  { days, long }: Pick<MonthEvents, 'days' | 'long'>,
  dayAddress: DayAddress,
): Html => {
  const { language } = request;
  const names = weekdayNames(request);
  // FIRST_DAY is a Monday.
  const before = (daysBetween(FIRST_DAY, first) + 8 - firstWeekDay(request.locale)) % 7;
  const cells: (string | undefined)[] = [
    ...Array.from({ length: before }, () => undefined),
    ...Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => dayAfter(first, index)),
  ];
  while (cells.length % 7 > 0) cells.push(undefined);
  const now = today(request);
  // On its first day, a long event is counted with the others.
  const goingOn = (day: string): number => long.filter(({ startDate, endDate }) => dayOf(startDate) < day && endDate > beginOf(day)).length;
  const cell = (day: string | undefined): Html => {
    if (day === undefined) return html`<td class="none"></td>`;
    const events = days.get(day) ?? [];
    const number = html`<time datetime="${day}">${dayNumber(day, request)}</time>`;
    const count = events.length + goingOn(day);
    const label = `${dayText(beginOf(day), request)}, ${WORDS.count(count)[language]}`;
    return html`<td${day === now && html` aria-current="date"`}>${
      count === 0
        ? number
        : html`<a class="number" href="${dayAddress(day)}" aria-label="${label}">${number}</a>${events.length > 0 && dayEvents(request, day, events, dayAddress)}`
    }</td>`;
  };
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return html`<table class="month">
<thead><tr>${names.map(({ long, short }) => html`<th scope="col"><abbr title="${long}">${short}</abbr></th>`)}</tr></thead>
<tbody>
${weeks.map((week) => html`<tr>${week.map(cell)}</tr>\n`)}</tbody>
</table>
`;
};

/** Renders the long events of a month, above the days. `all` is the address of the whole list. */
export const longList = (request: PageRequest, events: readonly MonthEvent[], all: string): Part =>
  events.length > 0 &&
  html`<h2>${WORDS.lasting[request.language]}</h2>
<ul class="names">
${events.slice(0, MOST_LONG).map((event) => eventLink(request, event))}${events.length > MOST_LONG && html`<li><a href="${all}">${WORDS.more(events.length - MOST_LONG)[request.language]}</a></li>\n`}</ul>
`;
