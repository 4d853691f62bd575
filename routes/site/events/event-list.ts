import { dayOf, textOf } from '../../../lib/calendar';
import { firstFew, listingOf, pagesOf, passedToFields, type Query, type Sent } from '../../../lib/content';
import { errors } from '../../../lib/errors';
import { type Html, html, type InLocale, joined, markupOf, type Part } from '../../../lib/html';
import { capitalized, languageName } from '../../../lib/language';
import {
  dayText,
  dayTile,
  hoursText,
  listPager,
  type PageRequest,
  queryPage,
  recordLink,
  type ShownRecord,
  shownSummary,
  textInLanguage,
  viewOf,
  whenText,
} from '../../../lib/site';
import { type EventRecord, eventType } from '../../events';
import { beginOf, dayAfter, today } from '../../shared/days';
import { type EventRange, eventsRequest, type RequestedView, startAddress } from '../choice/choice';
import { WORDS } from '../words';
import { costText, otherZone, shownTimes, stateMarks, venueLine, venuesOf } from './facts';

const PER_PAGE = 20;

/** Returns the API responses of events, as in a list with the given filters. */
export const presentedEvents = async (
  request: PageRequest,
  events: readonly EventRecord[],
  filters: Sent = {},
): Promise<readonly ShownRecord[]> => {
  const type = eventType(request.services);
  const view = { ...viewOf(request), passed: passedToFields(type, filters) };
  return events.length === 0 ? [] : ((await type.present(events, view)) as ShownRecord[]);
};

/** Renders events as list items with day, title, time and place. Below a heading with the day, items omit the day. */
const eventItems = async (
  request: PageRequest,
  events: readonly EventRecord[],
  { isBelowDay = () => false, filters = {} }: { readonly isBelowDay?: (index: number) => boolean; readonly filters?: Sent } = {},
): Promise<readonly Html[]> => {
  const shown = await presentedEvents(request, events, filters);
  return events.map((record, index) => {
    const event = shown[index] ?? {};
    const isBelow = isBelowDay(index);
    const times = isBelow ? undefined : shownTimes(event);
    return html`<li>${times && dayTile(times.start, request)}<div>
<h3>${recordLink(request, event)} ${eventMarks(request, record, event)}</h3>
${eventLines(request, record, event, { isBelowDay: isBelow })}</div></li>
`;
  });
};

export const eventList = async (request: PageRequest, events: readonly EventRecord[]): Promise<Html> =>
  html`<ul class="list">
${await eventItems(request, events)}</ul>
`;

/** Renders the marks of an event in a list: language, state, featured and protected. */
export const eventMarks = ({ language }: PageRequest, { password, language: eventLanguage }: EventRecord, event: ShownRecord): Html => {
  const mark = (text: string): Html => html`<span class="mark">${text}</span>`;
  return html`${eventLanguage !== language && html`${mark(capitalized(languageName(eventLanguage)[language]))} `}${stateMarks(event).map((one) => html`${mark(one[language])} `)}${event['featured'] === true && html`${mark(WORDS.featured[language])} `}${
    password !== '' && mark(WORDS.protected[language])
  }`;
};

const placesOf = (request: PageRequest, event: ShownRecord): readonly Html[] => {
  const places = venuesOf(event).map((venue) => textInLanguage(request, venue, venueLine(venue)));
  const { distance } = event;
  return typeof distance === 'number' ? [...places, html`${WORDS.away(distance, request.locale)[request.language]}`] : places;
};

/** Renders the time, places and cost of an event, a line each. Below a heading with the day, the time is only the hours. */
export const eventLines = (request: PageRequest, record: EventRecord, event: ShownRecord, { isBelowDay = false } = {}): Html => {
  const times = shownTimes(event);
  const zone = times && otherZone(event, times, request);
  const places = placesOf(request, event);
  const cost = costText(request, record, event);
  return html`${times && html`<p>${(isBelowDay ? hoursText : whenText)(times, request)}${zone !== undefined && html` <span class="quiet">(${zone})</span>`}</p>\n`}${
    places.length > 0 && html`<p class="quiet">${joined(places, ' · ')}</p>\n`
  }${cost !== '' && html`<p class="quiet">${cost}</p>\n`}`;
};

/** Returns a summary of an event as plain text: time, places, and at most `longest` characters of its description. */
export const eventSummary = (event: ShownRecord, written: InLocale, longest?: number): readonly string[] => {
  const times = shownTimes(event);
  const when = times === undefined ? '' : textOf(markupOf(whenText(times, written)));
  return [when, ...venuesOf(event).map(venueLine), shownSummary(event, longest)].filter((part) => part !== '');
};

/** The maximum number of earlier started events that a list shows before the others. */
const MOST_RUNNING = 5;

type Events = Pick<EventRange, 'filters' | 'conditions'>;

const find = async (request: PageRequest, events: Events, more: readonly object[], skip: number, limit: number) => {
  const type = eventType(request.services);
  const query = await listingOf(type, eventsRequest(request, events, more));
  const [records, total] = await Promise.all([type.posts.records({ ...query, skip, limit }), type.total(query)]);
  return { records, total, corrected: query.corrected };
};

/** Reads the page of a list of events that the request names. Throws if the page does not exist. */
export const requestedPage = async (request: PageRequest, events: Events, more: readonly object[] = []) => {
  const page = queryPage(request);
  const found = await find(request, events, more, (page - 1) * PER_PAGE, PER_PAGE);
  const pages = pagesOf({ page, perPage: PER_PAGE, total: found.total });
  if (page > 1 && page > pages) throw errors.pageNotFound(eventType(request.services), pages);
  return { ...found, page, pages };
};

/** Reads at most `most` events of a range. Events that start within the range come first. */
export const firstEvents = async (request: PageRequest, range: EventRange, most: number): Promise<readonly EventRecord[]> => {
  const within = await firstFew(eventType(request.services), eventsRequest(request, range, [range.within]), most);
  const rest = most - within.length;
  return rest === 0
    ? within
    : [...within, ...(await firstFew(eventType(request.services), eventsRequest(request, range, [range.before]), rest))];
};

/**
 * Renders one page of a range's events: a few running ones, then the others grouped by day. A text search is in order of relevance, without
 * headings. If the choice is of running events, the page lists all events that have begun before. Throws if the page does not exist.
 */
export const scheduleOf = async (request: PageRequest, range: EventRange, { choice: { query, isRunning }, daysQuery }: RequestedView) => {
  const { language, base } = request;
  const addressOf = (more: Query) => startAddress(base, { ...query, ...daysQuery, ...more });
  const isRanked = range.filters['q'] !== undefined;
  const isFlat = isRanked || isRunning;
  const more = isRunning ? [range.before] : isRanked ? [] : [range.within];
  const mostRunning = queryPage(request) > 1 ? 0 : MOST_RUNNING;
  const [listed, running] = await Promise.all([
    requestedPage(request, range, more),
    isFlat ? { records: [], total: 0 } : find(request, range, [range.before], 0, mostRunning),
  ]);
  const before = running.records.length;
  const items = await eventItems(request, [...running.records, ...listed.records], {
    isBelowDay: (index) => !isFlat && index >= before,
    filters: range.filters,
  });
  const to = (other: number) => addressOf({ running: isRunning || undefined, page: other > 1 ? other : undefined });
  const part = html`${
    listed.total > 0 && listed.corrected.map((word) => html`<p class="notice">${WORDS.corrected(word)[language]}</p>\n`)
  }${
    before > 0 &&
    html`${headed(WORDS.running[language], items.slice(0, before))}${
      running.total > before && html`<p><a href="${addressOf({ running: true })}">${WORDS.allRunning(running.total)[language]}</a></p>\n`
    }`
  }${
    isFlat ? headed((isRunning ? WORDS.running : WORDS.found)[language], items) : byDay(request, listed.records, items.slice(before))
  }${listPager(request, listed.page, listed.pages, to)}`;
  const [first] = isFlat ? [] : listed.records;
  return { total: listed.total + running.total, day: first && dayOf(first.startDate), part };
};

const headed = (heading: Part, items: readonly Html[]): Part =>
  items.length > 0 && html`<h2>${heading}</h2>\n<ul class="list">\n${items}</ul>\n`;

const byDay = (request: PageRequest, records: readonly EventRecord[], items: readonly Html[]): Part => {
  const starts = records.map(({ startDate }) => dayOf(startDate));
  return [...new Set(starts)].map((day) => {
    const heading = html`<time datetime="${day}">${dayTitle(request, day)}</time>`;
    return headed(
      heading,
      items.filter((_, index) => starts[index] === day),
    );
  });
};

/** Renders a day as a heading, or “Today” or “Tomorrow”. */
const dayTitle = (request: PageRequest, day: string): string => {
  const { language } = request;
  const text = dayText(beginOf(day), request);
  const now = today(request);
  if (day === now) return `${WORDS.today[language]}, ${text}`;
  return day === dayAfter(now, 1) ? `${WORDS.tomorrow[language]}, ${text}` : capitalized(text);
};
