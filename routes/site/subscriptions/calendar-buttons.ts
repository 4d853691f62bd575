import { cutText } from '../../../lib/calendar';
import { type Html, html } from '../../../lib/html';
import { type PageRequest, type ShownRecord, shownSummary, type Times, textIn } from '../../../lib/site';
import { dayAfter, dayOf } from '../choice/days';
import { shownTimes } from '../events/event-times';
import { attendanceIn, venueLines, venuesOf } from '../events/facts';
import { titleWithState } from '../events/state-marks';
import { WORDS } from '../words';

/** The maximum length of the description and of the places in an address, in characters. */
const LONGEST = 500;

const compact = (wall: string): string => `${wall.replaceAll(/[-:]/g, '').replace(' ', 'T')}Z`;

/** The start and end for Google Calendar. Whole days end at the following day. */
const googleDates = ({ start, end, utcStart, utcEnd, allDay }: Times): string =>
  allDay
    ? [dayOf(start), dayAfter(dayOf(end), 1)].map((one) => one.replaceAll('-', '')).join('/')
    : [utcStart, utcEnd].map(compact).join('/');

const outlookDates = ({ start, end, utcStart, utcEnd, allDay }: Times): Record<string, string> => {
  const [startdt, enddt] = allDay
    ? [dayOf(start), dayAfter(dayOf(end), 1)]
    : [utcStart, utcEnd].map((wall) => `${wall.replace(' ', 'T')}Z`);
  return { startdt: String(startdt), enddt: String(enddt), allday: String(allDay) };
};

/** The links that add an event to the visitor's calendar: Google, Outlook, and an iCalendar file for others. */
export const calendarButtons = ({ language }: PageRequest, event: ShownRecord, file: string): Html => {
  const times = shownTimes(event);
  const title = titleWithState(event, language);
  const place = venuesOf(event).map((venue) => [textIn(venue, 'venue'), ...venueLines(venue)].filter((line) => line !== '').join(', '));
  const onTheWeb = textIn(event, 'virtual_url') || (attendanceIn(event) === 'online' ? WORDS.online[language] : '');
  const location = place.length > 0 ? cutText(place.join('; '), LONGEST) : onTheWeb;
  const text = [shownSummary(event, LONGEST), textIn(event, 'url')].filter((part) => part !== '').join('\n\n');
  const google = times && new URLSearchParams({ action: 'TEMPLATE', text: title, dates: googleDates(times), details: text, location });
  const outlook =
    times &&
    new URLSearchParams({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      body: text,
      location,
      ...outlookDates(times),
    });
  return html`<h2>${WORDS.addToCalendar[language]}</h2>
<ul class="actions">
${google && html`<li><a class="button plain" href="https://calendar.google.com/calendar/render?${String(google)}">Google</a></li>\n`}${
  outlook &&
  html`<li><a class="button plain" href="https://outlook.live.com/calendar/0/deeplink/compose?${String(outlook)}">Outlook</a></li>\n`
}<li><a class="button" href="${file}" type="text/calendar" download>${WORDS.appleAndOthers[language]}</a></li>
</ul>
`;
};
