import { isSpokenHere, languageMark, recordLink } from '../../lib/kinds/pages/links';
import { type ShownRecord, textIn } from '../../lib/kinds/pages/shown-record';
import { type PageVisit, viewOf } from '../../lib/kinds/pages/visit';
import type { PostLike } from '../../lib/kinds/post-like';
import type { PostRecord } from '../../lib/kinds/post-record';
import { dayTile, whenText } from '../../lib/pages/dates';
import { type Html, html } from '../../lib/pages/html';
import { shownTimes, venuesOf } from './facts';
import { stateMarks } from './state-marks';
import { WORDS } from './words';

/** Events as a list of people's: day, title, time and place of each. */
export const eventList = async (visit: PageVisit, events: readonly PostRecord[]): Promise<Html> => {
  const kind = visit.services.postLikes.get('events') as PostLike<PostRecord>;
  const shown = (await kind.present(events, viewOf(visit, false))) as ShownRecord[];
  return html`<ul class="list">
${shown.map((event, place) => eventItem(visit, event, events[place]?.password !== ''))}</ul>
`;
};

const eventItem = (visit: PageVisit, event: ShownRecord, isProtected: boolean): Html => {
  const { language } = visit;
  const places = venuesOf(event).map((venue, place) => {
    const text = [textIn(venue, 'venue'), textIn(venue, 'city')].filter((part) => part !== '').join(', ');
    return html`${place > 0 && ' · '}${isSpokenHere(visit, venue) ? text : html`<span${languageMark(visit, venue)}>${text}</span>`}`;
  });
  const times = shownTimes(event);
  return html`<li>${times && dayTile(times.start, language)}<div>
<h3>${recordLink(visit, event)} ${marksOf(event, isProtected, language)}</h3>
${times && html`<p>${whenText(times, language)}</p>\n`}${places.length > 0 && html`<p class="quiet">${places}</p>\n`}</div></li>
`;
};

/** What sets an event apart in lists. */
const marksOf = (event: ShownRecord, isProtected: boolean, language: PageVisit['language']): Html =>
  html`${stateMarks(event).map((mark) => html`<span class="mark">${mark[language]}</span> `)}${event['featured'] === true && html`<span class="mark">${WORDS.featured[language]}</span> `}${
    isProtected && html`<span class="mark">${WORDS.protected[language]}</span>`
  }`;
