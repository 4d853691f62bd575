import { collectionUrl, restUrl } from '../../lib/kinds/addresses';
import type { Query } from '../../lib/kinds/context';
import { toQuery } from '../../lib/kinds/lists';
import type { PageVisit } from '../../lib/kinds/pages/visit';
import { type Html, html } from '../../lib/pages/html';
import { NAMESPACE } from '../namespace';
import { WORDS } from './words';

const EVENTS = { namespace: NAMESPACE, plural: 'events' } as const;

/** The address of the calendar of all events that pass filters of their list. */
export const calendarAddress = ({ base }: PageVisit, filters: Query = {}): string =>
  `${collectionUrl(base, EVENTS)}.ics${toQuery(filters)}`;

/** The address of the feed of the same. */
export const feedAddress = ({ base }: PageVisit, filters: Query = {}): string => `${collectionUrl(base, EVENTS)}.atom${toQuery(filters)}`;

/** The address of the calendar of one event. */
export const eventCalendarAddress = ({ base }: PageVisit, id: number): string => `${restUrl(base, EVENTS, id)}.ics`;

/** The ways to a calendar: for the reader's calendar program, which follows what changes, and as a file; and to the feed of what is new. */
export const calendarLinks = ({ language }: PageVisit, address: string, feed: string): Html =>
  html`<ul class="actions">
<li><a class="button" href="${address.replace(/^https?:/, 'webcal:')}">${WORDS.subscribe[language]}</a></li>
<li><a class="button plain" href="${address}" type="text/calendar">${WORDS.download[language]}</a></li>
<li><a class="button plain" href="${feed}" type="application/atom+xml">${WORDS.feed[language]}</a></li>
</ul>
`;
