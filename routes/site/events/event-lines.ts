import { textOf } from '../../../lib/calendar';
import { type Html, html, type InLocale, markupOf } from '../../../lib/html';
import { capitalized, languageName } from '../../../lib/language';
import { hoursText, isPageLanguage, languageMark, type PageRequest, type ShownRecord, shownSummary, whenText } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { WORDS } from '../words';
import { listedTimes, shownTimes } from './event-times';
import { costText, venueLine, venuesOf } from './facts';
import { stateMarks } from './state-marks';

/** The marks of an event in a list: language, state, featured and protected. */
export const eventMarks = ({ language }: PageRequest, { password, language: eventLanguage }: EventRecord, event: ShownRecord): Html =>
  html`${eventLanguage !== language && html`<span class="mark">${capitalized(languageName(eventLanguage)[language])}</span> `}${stateMarks(event).map((mark) => html`<span class="mark">${mark[language]}</span> `)}${event['featured'] === true && html`<span class="mark">${WORDS.featured[language]}</span> `}${
    password !== '' && html`<span class="mark">${WORDS.protected[language]}</span>`
  }`;

/** The places of an event, and its distance from the requested point. */
const placesOf = (request: PageRequest, event: ShownRecord): readonly Html[] => {
  const places = venuesOf(event).map((venue) => {
    const text = venueLine(venue);
    return isPageLanguage(request, venue) ? html`${text}` : html`<span${languageMark(request, venue)}>${text}</span>`;
  });
  const { distance } = event;
  return typeof distance === 'number' ? [...places, html`${WORDS.away(distance, request.locale)[request.language]}`] : places;
};

/** The time, places and cost of an event, a line each. Below a heading with its day, the time is only the hours. */
export const eventLines = (request: PageRequest, record: EventRecord, event: ShownRecord, { isBelowDay = false } = {}): Html => {
  const { times, zone } = listedTimes(event, request) ?? {};
  const places = placesOf(request, event);
  const cost = costText(request, record, event);
  return html`${times && html`<p>${(isBelowDay ? hoursText : whenText)(times, request)}${zone !== undefined && html` <span class="quiet">(${zone})</span>`}</p>\n`}${
    places.length > 0 && html`<p class="quiet">${places.map((place, index) => html`${index > 0 && ' · '}${place}`)}</p>\n`
  }${cost !== '' && html`<p class="quiet">${cost}</p>\n`}`;
};

/** A summary of an event as plain text: time, places, and at most `longest` characters of its description. */
export const eventSummary = (event: ShownRecord, written: InLocale, longest?: number): readonly string[] => {
  const times = shownTimes(event);
  const when = times === undefined ? '' : textOf(markupOf(whenText(times, written)));
  return [when, ...venuesOf(event).map(venueLine), shownSummary(event, longest)].filter((part) => part !== '');
};
