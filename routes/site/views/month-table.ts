import { repeatedHourZone } from '../../../lib/calendar';
import { postUrl, siteUrl } from '../../../lib/content';
import { firstWeekDay, type Html, html, type Part } from '../../../lib/html';
import { capitalized } from '../../../lib/language';
import { dayNumber, dayText, type PageRequest, timeInZone, weekdayNames } from '../../../lib/site';
import { beginOf, dayAfter, dayOf, daysBetween, FIRST_DAY, today } from '../choice/days';
import { eventsOf } from '../events/event-list';
import { stateMark } from '../events/state-marks';
import { WORDS } from '../words';
import type { MonthEvent, MonthEvents } from './month-events';

/** The maximum numbers of events in a day of the table, and in the list of long events. */
const MOST_IN_CELL = 4;
const MOST_LONG = 40;

type Days = ReadonlyMap<string, readonly MonthEvent[]>;
type DayAddress = (day: string) => string;

/** An event of a day as a link, with its time if it starts on that day. */
const eventLink = (request: PageRequest, event: MonthEvent, day?: string): Html => {
  const { services, base, language } = request;
  const { _id: id, title, slug, language: eventLanguage, status, startDate, startsAt, timezone, allDay } = event;
  const href = postUrl({ id, slug, language: eventLanguage, status }, eventsOf(request).segment, siteUrl(base, services.site));
  const mark = stateMark(event.eventStatus ?? '');
  return html`<li>${!allDay && dayOf(startDate) === day && html`<span class="quiet">${timeInZone(startDate, repeatedHourZone(timezone, startsAt), request)}</span> `}<a href="${href}"${eventLanguage !== language && html` lang="${eventLanguage}"`}>${title}</a>${mark && html` <span class="mark">${mark[language]}</span>`}</li>\n`;
};

const dayEvents = (request: PageRequest, day: string, events: readonly MonthEvent[], dayAddress: DayAddress): Html => {
  const rest = events.length - MOST_IN_CELL;
  // A single further event takes as much room as the link to it.
  const shown = rest > 1 ? events.slice(0, MOST_IN_CELL) : events;
  return html`<ul>
${shown.map((event) => eventLink(request, event, day))}${rest > 1 && html`<li><a href="${dayAddress(day)}">${WORDS.more(rest)[request.language]}</a></li>\n`}</ul>`;
};

/** The table of a month, one row a week. */
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
  // Long events are among the others on their first day.
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

/** The days of a month with events, each folded. Narrow screens show them instead of the table. */
export const monthList = (request: PageRequest, days: Days, dayAddress: DayAddress): Html => {
  const { language } = request;
  const now = today(request);
  return html`<div class="month-days">
${[...days]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(
    ([
      day,
      events,
    ]) => html`<details${day === now && html` open`}><summary><time datetime="${day}">${capitalized(dayText(beginOf(day), request))}</time> <span class="quiet">${WORDS.count(events.length)[language]}</span></summary>
${dayEvents(request, day, events, dayAddress)}</details>
`,
  )}</div>
`;
};

/** The long events of a month, above the days. `all` is the address of the whole list. */
export const longList = (request: PageRequest, events: readonly MonthEvent[], all: string): Part =>
  events.length > 0 &&
  html`<h2>${WORDS.lasting[request.language]}</h2>
<ul class="names">
${events.slice(0, MOST_LONG).map((event) => eventLink(request, event))}${events.length > MOST_LONG && html`<li><a href="${all}">${WORDS.more(events.length - MOST_LONG)[request.language]}</a></li>\n`}</ul>
`;
