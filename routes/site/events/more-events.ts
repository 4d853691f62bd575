import type { Sent } from '../../../lib/content';
import { html, type Part } from '../../../lib/html';
import { languageMark, objectsIn, type PageRequest, type ShownRecord, textIn } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { dayOf, today } from '../choice/days';
import { comingDays, type Span, wholeDays } from '../choice/span';
import { firstEvents } from '../views/schedule';
import { startAddress } from '../views/view-links';
import { WORDS } from '../words';
import { eventList } from './event-list';

/** The maximum number of events in each section. */
const MOST = 3;

/** Other events at the venue of an event, by its organizer and on its day. Each is shown once. */
export const moreEvents = async (request: PageRequest, event: EventRecord, shown: ShownRecord): Promise<Part[]> => {
  const { language, base } = request;
  const [venue] = objectsIn(shown, 'venue');
  const [organizer] = objectsIn(shown, 'organizer');
  const now = today(request);
  // For a running event of several days it is the current day.
  const day = dayOf(event.startDate) < now && dayOf(event.endDate) >= now ? now : dayOf(event.startDate);
  const coming = (filters: Sent): Span => comingDays(request, { filters });
  const sections = [
    venue && {
      span: coming({ venue: [Number(venue['id'])] }),
      title: html`${WORDS.moreAt[language]} <span${languageMark(request, venue)}>${textIn(venue, 'venue')}</span>`,
      all: textIn(venue, 'url'),
    },
    organizer && {
      span: coming({ organizer: [Number(organizer['id'])] }),
      title: html`${WORDS.moreBy[language]} <span${languageMark(request, organizer)}>${textIn(organizer, 'organizer')}</span>`,
      all: textIn(organizer, 'url'),
    },
    { span: wholeDays({ filters: {} }, day, day), title: html`${WORDS.moreOnDay[language]}`, all: startAddress(base, { day }) },
  ].filter((one) => one !== undefined);
  const named = new Set([event._id]);
  const parts: Part[] = [];
  for (const { span, title, all } of sections) {
    const found = await firstEvents(request, span, MOST + named.size);
    const others = found.filter(({ _id }) => !named.has(_id)).slice(0, MOST);
    for (const { _id } of others) named.add(_id);
    if (others.length === 0) continue;
    parts.push(html`<section>
<h2>${title}</h2>
${await eventList(request, others)}<p><a href="${all}">${WORDS.allOfThem[language]}</a></p>
</section>
`);
  }
  return parts;
};
