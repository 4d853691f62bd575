import { cutText } from '../../../lib/calendar';
import { collectionUrl, type Query, restUrl, toQuery } from '../../../lib/content';
import { type Html, html } from '../../../lib/html';
import { type PageRequest, type ShownRecord, type Subscription, shownSummary, type Times, textIn } from '../../../lib/site';
import { NAMESPACE } from '../../shared/about';
import { dayAfter, dayOf } from '../choice/days';
import { shownTimes } from '../events/event-times';
import { attendanceIn, titleWithState, venueLines, venuesOf } from '../events/facts';
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
