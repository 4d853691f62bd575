import { type Html, html } from '../../lib/html';
import { capitalized, languageName } from '../../lib/language';
import { hoursText, isPageLanguage, languageMark, type PageRequest, type ShownRecord, whenText } from '../../lib/site';
import type { EventRecord } from '../events';
import { costText, listedTimes, venueLine, venuesOf } from './facts';
import { stateMarks } from './state-marks';
import { WORDS } from './words';

/** What sets an event apart in lists; the language of one that is in another one than the page is a mark too. */
export const eventMarks = ({ language }: PageRequest, { password, language: spoken }: EventRecord, event: ShownRecord): Html =>
  html`${spoken !== language && html`<span class="mark">${capitalized(languageName(spoken)[language])}</span> `}${stateMarks(event).map((mark) => html`<span class="mark">${mark[language]}</span> `)}${event['featured'] === true && html`<span class="mark">${WORDS.featured[language]}</span> `}${
    password !== '' && html`<span class="mark">${WORDS.protected[language]}</span>`
  }`;

/** Where an event takes place, and how far that is from a point that was asked about. */
const placesOf = (visit: PageRequest, event: ShownRecord): readonly Html[] => {
  const places = venuesOf(event).map((venue) => {
    const text = venueLine(venue);
    return isPageLanguage(visit, venue) ? html`${text}` : html`<span${languageMark(visit, venue)}>${text}</span>`;
  });
  const { distance } = event;
  return typeof distance === 'number' ? [...places, html`${WORDS.away(distance, visit.locale)[visit.language]}`] : places;
};

/** When and where an event is, and what it costs, a line each; of one below a heading that says its day, the hours alone. */
export const eventLines = (visit: PageRequest, record: EventRecord, event: ShownRecord, isBelowDay = false): Html => {
  const { times, zone } = listedTimes(event, visit) ?? {};
  const places = placesOf(visit, event);
  const cost = costText(visit, record, event);
  return html`${times && html`<p>${(isBelowDay ? hoursText : whenText)(times, visit)}${zone !== undefined && html` <span class="quiet">(${zone})</span>`}</p>\n`}${
    places.length > 0 && html`<p class="quiet">${places.map((place, index) => html`${index > 0 && ' · '}${place}`)}</p>\n`
  }${cost !== '' && html`<p class="quiet">${cost}</p>\n`}`;
};
