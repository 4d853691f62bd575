import { collectionUrl, type Query, restUrl, toQuery } from '../../../lib/content';
import { type Html, html } from '../../../lib/html';
import type { PageRequest, Subscription } from '../../../lib/site';
import { NAMESPACE } from '../../shared/about';
import { WORDS } from '../words';

const EVENTS = { namespace: NAMESPACE, plural: 'events' } as const;

/** The addresses of a calendar file and of a feed. */
export interface CalendarAddresses {
  readonly calendar: string;
  readonly feed: string;
}

/** The calendar and the feed of all events that match some filters. */
export const calendarAddresses = ({ base }: PageRequest, filters: Query = {}): CalendarAddresses => {
  const address = collectionUrl(base, EVENTS);
  return { calendar: `${address}.ics${toQuery(filters)}`, feed: `${address}.atom${toQuery(filters)}` };
};

/** A calendar as a subscription in the head of a page. */
export const calendarSubscription = (href: string): Subscription => ({ type: 'text/calendar', href });

/** The calendar and the feed as subscriptions in the head of a page. */
export const subscriptionsOf = ({ calendar, feed }: CalendarAddresses): readonly Subscription[] => [
  calendarSubscription(calendar),
  { type: 'application/atom+xml', href: feed },
];

/** The address of the calendar file of one event. */
export const eventCalendarAddress = ({ base }: PageRequest, id: number): string => `${restUrl(base, EVENTS, id)}.ics`;

/** Links to subscribe to a calendar, to download it, and to its feed. */
export const calendarLinks = ({ language }: PageRequest, { calendar, feed }: CalendarAddresses): Html =>
  html`<ul class="actions">
<li><a class="button" href="${calendar.replace(/^https?:/, 'webcal:')}">${WORDS.subscribe[language]}</a></li>
<li><a class="button plain" href="${calendar}" type="text/calendar">${WORDS.download[language]}</a></li>
<li><a class="button plain" href="${feed}" type="application/atom+xml">${WORDS.feed[language]}</a></li>
</ul>
`;
