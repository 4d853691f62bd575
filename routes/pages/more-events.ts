import type { Sent } from '../../lib/kinds/context';
import { firstFew } from '../../lib/kinds/listing/listing';
import { objectsIn, type ShownRecord, textIn } from '../../lib/kinds/pages/shown-record';
import { type PageVisit, viewOf } from '../../lib/kinds/pages/visit';
import { html, type Part } from '../../lib/pages/html';
import type { EventRecord } from '../events';
import { eventsOf } from './event-kind';
import { eventItems } from './event-list';
import { comingDays, type Span, wholeDays } from './schedule';
import { startAddress } from './views';
import { WORDS } from './words';

/** How many events of each sort are named below an event. */
const MOST = 3;

/** What else there is at the venue of an event, by its organizer and on its day, each event once. */
export const moreEvents = async (visit: PageVisit, event: EventRecord, shown: ShownRecord): Promise<Part[]> => {
  const { language, base } = visit;
  const [venue] = objectsIn(shown, 'venue');
  const [organizer] = objectsIn(shown, 'organizer');
  const day = event.startDate.slice(0, 10);
  const coming = (filters: Sent): Span => comingDays(visit, { filters, query: {} });
  const wanted = [
    venue && { span: coming({ venue: [Number(venue['id'])] }), title: WORDS.moreAt(textIn(venue, 'venue')), all: textIn(venue, 'url') },
    organizer && {
      span: coming({ organizer: [Number(organizer['id'])] }),
      title: WORDS.moreBy(textIn(organizer, 'organizer')),
      all: textIn(organizer, 'url'),
    },
    { span: wholeDays(visit, { filters: {} }, day, day), title: WORDS.moreOnDay, all: startAddress(base, { day }) },
  ].filter((one) => one !== undefined);
  const named = new Set([event._id]);
  const parts: Part[] = [];
  for (const { span, title, all } of wanted) {
    const asked = { filters: span.filters, view: viewOf(visit, false), status: ['publish'] as const };
    const found = await firstFew(eventsOf(visit), asked, MOST + named.size);
    const others = found.filter(({ _id }) => !named.has(_id)).slice(0, MOST);
    for (const { _id } of others) named.add(_id);
    if (others.length === 0) continue;
    parts.push(html`<section>
<h2>${title[language]}</h2>
<ul class="list">
${await eventItems(visit, others)}</ul>
<p><a href="${all}">${WORDS.allOfThem[language]}</a></p>
</section>
`);
  }
  return parts;
};
