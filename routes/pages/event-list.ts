import type { Sent } from '../../lib/kinds/context';
import { handedBy } from '../../lib/kinds/listing/narrowing';
import { isSpokenHere, languageMark, recordLink } from '../../lib/kinds/pages/links';
import type { ShownRecord } from '../../lib/kinds/pages/shown-record';
import { type PageVisit, viewOf } from '../../lib/kinds/pages/visit';
import { dayTile, hoursText, whenText } from '../../lib/pages/dates';
import { type Html, html } from '../../lib/pages/html';
import type { EventRecord } from '../events';
import { eventsOf } from './event-kind';
import { costText, shownTimes, venueLine, venuesOf, zoneElsewhere } from './facts';
import { stateMarks } from './state-marks';
import { WORDS } from './words';

/** How many events a page of a list shows. */
export const PER_PAGE = 20;

/** How events are listed: which of them stand below a heading that says their day, and the filters that found them. */
interface Listed {
  readonly isBelowDay?: (place: number) => boolean;
  readonly filters?: Sent;
}

/** Events as items of a list for people: day, title, time and place of each; without the day for those that stand below a heading that says it. */
export const eventItems = async (
  visit: PageVisit,
  events: readonly EventRecord[],
  { isBelowDay = () => false, filters = {} }: Listed = {},
): Promise<readonly Html[]> => {
  const kind = eventsOf(visit);
  const view = { ...viewOf(visit, false), handed: handedBy(kind, filters) };
  const shown = events.length === 0 ? [] : ((await kind.present(events, view)) as ShownRecord[]);
  return events.map((record, place) => eventItem(visit, record, shown[place] ?? {}, isBelowDay(place)));
};

/** Events as such a list. */
export const eventList = async (visit: PageVisit, events: readonly EventRecord[]): Promise<Html> =>
  html`<ul class="list">
${await eventItems(visit, events)}</ul>
`;

const eventItem = (visit: PageVisit, record: EventRecord, event: ShownRecord, isBelowDay: boolean): Html => {
  const { language } = visit;
  const places = venuesOf(event).map((venue, place) => {
    const text = venueLine(venue);
    return html`${place > 0 && ' · '}${isSpokenHere(visit, venue) ? text : html`<span${languageMark(visit, venue)}>${text}</span>`}`;
  });
  const times = shownTimes(event);
  const zone = times && zoneElsewhere(event, times, visit);
  const cost = costText(visit, record, event);
  const far = typeof event['distance'] === 'number' ? event['distance'] : undefined;
  return html`<li>${!isBelowDay && times && dayTile(times.start, visit)}<div>
<h3>${recordLink(visit, event)} ${marksOf(event, record.password !== '', language)}</h3>
${times && html`<p>${(isBelowDay ? hoursText : whenText)(times, visit)}${zone !== undefined && html` <span class="quiet">(${zone})</span>`}</p>\n`}${(places.length > 0 || far !== undefined) && html`<p class="quiet">${places}${far !== undefined && html`${places.length > 0 && ' · '}${WORDS.away(far, visit.locale)[language]}`}</p>\n`}${cost !== '' && html`<p class="quiet">${cost}</p>\n`}</div></li>
`;
};

/** What sets an event apart in lists. */
const marksOf = (event: ShownRecord, isProtected: boolean, language: PageVisit['language']): Html =>
  html`${stateMarks(event).map((mark) => html`<span class="mark">${mark[language]}</span> `)}${event['featured'] === true && html`<span class="mark">${WORDS.featured[language]}</span> `}${
    isProtected && html`<span class="mark">${WORDS.protected[language]}</span>`
  }`;
