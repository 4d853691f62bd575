import { isSpokenHere, languageMark, recordLink } from '../../lib/kinds/pages/links';
import type { ShownRecord } from '../../lib/kinds/pages/shown-record';
import { type PageVisit, viewOf } from '../../lib/kinds/pages/visit';
import { dayTile, hoursText, whenText } from '../../lib/pages/dates';
import { type Html, html } from '../../lib/pages/html';
import type { EventRecord } from '../events';
import { eventsOf } from './event-kind';
import { shownTimes, venueLine, venuesOf } from './facts';
import { stateMarks } from './state-marks';
import { WORDS } from './words';

/** How many events a page of a list shows. */
export const PER_PAGE = 20;

/** Events as items of a list for people: day, title, time and place of each; without the day for those that stand below a heading that says it. */
export const eventItems = async (
  visit: PageVisit,
  events: readonly EventRecord[],
  isBelowDay: (place: number) => boolean = () => false,
): Promise<readonly Html[]> => {
  const shown = events.length === 0 ? [] : ((await eventsOf(visit).present(events, viewOf(visit, false))) as ShownRecord[]);
  return shown.map((event, place) =>
    eventItem(visit, event, { isProtected: events[place]?.password !== '', isBelowDay: isBelowDay(place) }),
  );
};

/** Events as such a list. */
export const eventList = async (visit: PageVisit, events: readonly EventRecord[]): Promise<Html> =>
  html`<ul class="list">
${await eventItems(visit, events)}</ul>
`;

interface Item {
  readonly isProtected: boolean;
  readonly isBelowDay: boolean;
}

const eventItem = (visit: PageVisit, event: ShownRecord, { isProtected, isBelowDay }: Item): Html => {
  const { language } = visit;
  const places = venuesOf(event).map((venue, place) => {
    const text = venueLine(venue);
    return html`${place > 0 && ' · '}${isSpokenHere(visit, venue) ? text : html`<span${languageMark(visit, venue)}>${text}</span>`}`;
  });
  const times = shownTimes(event);
  return html`<li>${!isBelowDay && times && dayTile(times.start, language)}<div>
<h3>${recordLink(visit, event)} ${marksOf(event, isProtected, language)}</h3>
${times && html`<p>${(isBelowDay ? hoursText : whenText)(times, language)}</p>\n`}${places.length > 0 && html`<p class="quiet">${places}</p>\n`}</div></li>
`;
};

/** What sets an event apart in lists. */
const marksOf = (event: ShownRecord, isProtected: boolean, language: PageVisit['language']): Html =>
  html`${stateMarks(event).map((mark) => html`<span class="mark">${mark[language]}</span> `)}${event['featured'] === true && html`<span class="mark">${WORDS.featured[language]}</span> `}${
    isProtected && html`<span class="mark">${WORDS.protected[language]}</span>`
  }`;
