import { textOf } from '../../../lib/calendar';
import { type PostLike, passedToFields, type Sent } from '../../../lib/content';
import { type Html, html, type InLocale, joined, markupOf } from '../../../lib/html';
import { capitalized, languageName } from '../../../lib/language';
import {
  dayTile,
  hoursText,
  type PageRequest,
  recordLink,
  type ShownRecord,
  shownSummary,
  textInLanguage,
  viewOf,
  whenText,
} from '../../../lib/site';
import { type EventRecord, eventType } from '../../events';
import { WORDS } from '../words';
import { costText, listedTimes, shownTimes, stateMarks, venueLine, venuesOf } from './facts';

export const PER_PAGE = 20;

export const eventsOf = ({ services }: Pick<PageRequest, 'services'>): PostLike<EventRecord> => eventType(services);

/** Returns the API responses of events, as in a list with the given filters. */
export const presentedEvents = async (
  request: PageRequest,
  events: readonly EventRecord[],
  filters: Sent = {},
): Promise<readonly ShownRecord[]> => {
  const type = eventsOf(request);
  const view = { ...viewOf(request), passed: passedToFields(type, filters) };
  return events.length === 0 ? [] : ((await type.present(events, view)) as ShownRecord[]);
};

interface ListOptions {
  readonly isBelowDay?: (index: number) => boolean;
  readonly filters?: Sent;
}

/** Renders events as list items with day, title, time and place. Below a heading with the day, items omit the day. */
export const eventItems = async (
  request: PageRequest,
  events: readonly EventRecord[],
  { isBelowDay = () => false, filters = {} }: ListOptions = {},
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
  const { times, zone } = listedTimes(event, request) ?? {};
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
