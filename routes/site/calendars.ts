import { collectionUrl, type Query, restUrl, toQuery } from '../../lib/content';
import { type Html, html } from '../../lib/html';
import type { PageRequest, Subscription } from '../../lib/site';
import { NAMESPACE } from '../shared/namespace';
import { WORDS } from './words';

const EVENTS = { namespace: NAMESPACE, plural: 'events' } as const;

/** The addresses of the calendar of some events, and of their feed. */
export interface Ways {
  readonly calendar: string;
  readonly feed: string;
}

/** Where all events that pass filters of their list are followed. */
export const waysTo = ({ base }: PageRequest, filters: Query = {}): Ways => {
  const address = collectionUrl(base, EVENTS);
  return { calendar: `${address}.ics${toQuery(filters)}`, feed: `${address}.atom${toQuery(filters)}` };
};

/** A calendar, as heads of pages name it. */
export const calendarSubscription = (href: string): Subscription => ({ type: 'text/calendar', href });

/** The same as heads of pages name them. */
export const subscriptionsOf = ({ calendar, feed }: Ways): readonly Subscription[] => [
  calendarSubscription(calendar),
  { type: 'application/atom+xml', href: feed },
];

/** The address of the calendar of one event. */
export const eventCalendarAddress = ({ base }: PageRequest, id: number): string => `${restUrl(base, EVENTS, id)}.ics`;

/** The ways to a calendar: for the reader's calendar program, which follows what changes, and as a file; and to the feed of what is new. */
export const calendarLinks = ({ language }: PageRequest, { calendar, feed }: Ways): Html =>
  html`<ul class="actions">
<li><a class="button" href="${calendar.replace(/^https?:/, 'webcal:')}">${WORDS.subscribe[language]}</a></li>
<li><a class="button plain" href="${calendar}" type="text/calendar">${WORDS.download[language]}</a></li>
<li><a class="button plain" href="${feed}" type="application/atom+xml">${WORDS.feed[language]}</a></li>
</ul>
`;
