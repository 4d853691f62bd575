import { cutText, dayOf } from '../../../lib/calendar';
import { collectionUrl, type Query, restUrl, toQuery } from '../../../lib/content';
import { type Html, html, type InLocale, markupOf, XML_DECLARATION, xml } from '../../../lib/html';
import { type PageRequest, type ShownRecord, type Subscription, shownSummary, type Times, textIn } from '../../../lib/site';
import { NAMESPACE } from '../../shared/about';
import { dayAfter } from '../../shared/days';
import { eventSummary } from '../events/event-list';
import { attendanceIn, shownTimes, titleWithState, venueLines, venuesOf } from '../events/facts';
import { WORDS } from '../words';

const EVENTS = { namespace: NAMESPACE, plural: 'events' } as const;

export interface CalendarAddresses {
  readonly calendar: string;
  readonly feed: string;
}

/** Returns the addresses of the calendar and the feed of all events that match the filters. */
export const calendarAddresses = ({ base }: PageRequest, filters: Query = {}): CalendarAddresses => {
  const address = collectionUrl(base, EVENTS);
  return { calendar: `${address}.ics${toQuery(filters)}`, feed: `${address}.atom${toQuery(filters)}` };
};

export const calendarSubscription = (href: string): Subscription => ({ type: 'text/calendar', href });

/** Converts a calendar and a feed to subscriptions for the head of a page. */
export const subscriptionsOf = ({ calendar, feed }: CalendarAddresses): readonly Subscription[] => [
  calendarSubscription(calendar),
  { type: 'application/atom+xml', href: feed },
];

export const eventCalendarAddress = ({ base }: PageRequest, id: number): string => `${restUrl(base, EVENTS, id)}.ics`;

/** Renders links to subscribe to a calendar, to download it, and to read its feed. */
export const calendarLinks = ({ language }: PageRequest, { calendar, feed }: CalendarAddresses): Html =>
  html`<ul class="actions">
<li><a class="button" href="${calendar.replace(/^https?:/, 'webcal:')}">${WORDS.subscribe[language]}</a></li>
<li><a class="button plain" href="${calendar}" type="text/calendar">${WORDS.download[language]}</a></li>
<li><a class="button plain" href="${feed}" type="application/atom+xml">${WORDS.feed[language]}</a></li>
</ul>
`;

/** The maximum length in characters of the description and of the places in a link that adds an event. */
const LONGEST = 500;

/** Returns start and end for the forms of web calendars: days, or moments in UTC. Whole days end at the following day. */
const formDates = ({ start, end, utcStart, utcEnd, allDay }: Times): readonly string[] =>
  allDay ? [dayOf(start), dayAfter(dayOf(end), 1)] : [utcStart, utcEnd].map((wall) => `${wall.replace(' ', 'T')}Z`);

/** Renders links that add an event to the visitor's calendar: Google, Outlook, and an iCalendar file for others. */
export const calendarButtons = ({ language }: PageRequest, event: ShownRecord, file: string): Html => {
  const times = shownTimes(event);
  const title = titleWithState(event, language);
  const places = venuesOf(event).map((venue) => [textIn(venue, 'venue'), ...venueLines(venue)].filter((line) => line !== '').join(', '));
  const onTheWeb = textIn(event, 'virtual_url') || (attendanceIn(event) === 'online' ? WORDS.online[language] : '');
  const location = places.length > 0 ? cutText(places.join('; '), LONGEST) : onTheWeb;
  const text = [shownSummary(event, LONGEST), textIn(event, 'url')].filter((part) => part !== '').join('\n\n');
  const links: [name: string, address: string][] = [];
  if (times !== undefined) {
    const [start = '', end = ''] = formDates(times);
    const dates = `${start}/${end}`.replaceAll(/[-:]/g, '');
    const google = new URLSearchParams({ action: 'TEMPLATE', text: title, dates, details: text, location });
    const outlook = new URLSearchParams({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      body: text,
      location,
      startdt: start,
      enddt: end,
      allday: String(times.allDay),
    });
    links.push(['Google', `https://calendar.google.com/calendar/render?${google}`]);
    links.push(['Outlook', `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`]);
  }
  return html`<h2>${WORDS.addToCalendar[language]}</h2>
<ul class="actions">
${links.map(([name, address]) => html`<li><a class="button plain" href="${address}">${name}</a></li>\n`)}<li><a class="button" href="${file}" type="text/calendar" download>${WORDS.appleAndOthers[language]}</a></li>
</ul>
`;
};

interface FeedAddress extends InLocale {
  /** An Atom ID that never changes, even if the address of the feed does. */
  readonly id: string;
  readonly self: string;
  readonly page: string;
  readonly title: string;
  readonly author: string;
  readonly updated: Date;
}

export interface FeedEvent {
  /** An Atom ID that never changes and is equal in all feeds with the event. */
  readonly id: string;
  readonly shown: ShownRecord;
  readonly published: Date;
  readonly modified: Date;
}

const entry = ({ id, shown, published, modified }: FeedEvent, written: InLocale): Html => xml`<entry>
<id>${id}</id>
<title>${titleWithState(shown, written.language)}</title>
<link rel="alternate" type="text/html" href="${textIn(shown, 'url')}"/>
<published>${published.toISOString()}</published>
<updated>${modified.toISOString()}</updated>
<summary>${eventSummary(shown, written, 500).join('\n')}</summary>
</entry>
`;

/** Writes an Atom feed of events (RFC 4287), with their time, places and a short description. */
export const atomFeed = ({ id, self, page, title, author, updated, ...written }: FeedAddress, events: readonly FeedEvent[]): string =>
  `${XML_DECLARATION}${markupOf(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${written.language}">
<id>${id}</id>
<title>${title}</title>
<author><name>${author}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<updated>${updated.toISOString()}</updated>
${events.map((event) => entry(event, written))}</feed>
`)}`;
