import { listingOf, pagesOf, type Sent, toQuery } from '../../../lib/content';
import { errors } from '../../../lib/errors';
import { html, type Part } from '../../../lib/html';
import {
  languageMark,
  listPager,
  objectsIn,
  type PageRequest,
  queryPage,
  queryText,
  type ShownRecord,
  textIn,
  viewOf,
} from '../../../lib/site';
import type { EventRecord } from '../../events';
import { dayOf, iso, today } from '../../shared/days';
import { startAddress } from '../choice/choice';
import { comingDays, type Span, wholeDays } from '../choice/span';
import { type CalendarAddresses, calendarLinks } from '../subscriptions/calendars';
import { firstEvents } from '../views/schedule';
import { WORDS } from '../words';
import { eventList, eventsOf, PER_PAGE } from './event-list';

const isPastRequested = (request: PageRequest): boolean => queryText(request, 'when') === 'past';

/** Returns the address of a venue's, organizer's or term's page with a page of its events. */
const pageAddress = (address: string, { isPast, page }: { readonly isPast: boolean; readonly page: number }): string =>
  `${address}${toQuery({ when: isPast ? 'past' : undefined, page: page > 1 ? page : undefined })}`;

/** Returns the address of a page with the query of its event list. */
export const sectionAddress = (request: PageRequest, address: string): string =>
  pageAddress(address, { isPast: isPastRequested(request), page: queryPage(request) });

/** Renders the page section with the coming events of a venue, an organizer or a term. With `?when=past`: the events that are over, latest first. */
export const eventSection = async (request: PageRequest, filters: Sent, address: string, addresses: CalendarAddresses): Promise<Part> => {
  const { language, services } = request;
  const type = eventsOf(request);
  const isPast = isPastRequested(request);
  const now = services.clock.minute().getTime();
  // An event that ends now is over.
  const dates = isPast ? { ends_before: iso(now + 1000), order: 'desc' } : { ends_after: iso(now) };
  const sent = { ...filters, ...dates, strict_dates: true };
  const query = await listingOf(type, { filters: sent, view: viewOf(request), status: ['publish'] });
  const page = queryPage(request);
  const { records, total } = await type.posts.page({ ...query, skip: (page - 1) * PER_PAGE, limit: PER_PAGE });
  const pages = pagesOf({ page, perPage: PER_PAGE, total });
  if (page > 1 && page > pages) throw errors.pageNotFound(type, pages);
  return html`<section aria-labelledby="its-events">
<h2 id="its-events">${(isPast ? WORDS.past : WORDS.coming)[language]}</h2>
${records.length === 0 ? html`<p>${(isPast ? WORDS.nonePast : WORDS.noneComing)[language]}</p>\n` : await eventList(request, records)}${listPager(request, page, pages, (other) => pageAddress(address, { isPast, page: other }))}<p><a href="${pageAddress(address, { isPast: !isPast, page: 1 })}">${(isPast ? WORDS.coming : WORDS.past)[language]}</a></p>
${calendarLinks(request, addresses)}</section>
`;
};

/** The maximum number of other events in each section of an event's page. */
const MOST = 3;

/** Renders other events at the venue of an event, by its organizer and on its day. Each other event appears once. */
export const moreEvents = async (request: PageRequest, event: EventRecord, shown: ShownRecord): Promise<Part[]> => {
  const { language, base } = request;
  const now = today(request);
  // For a running event of several days, the day is the current one.
  const day = dayOf(event.startDate) < now && dayOf(event.endDate) >= now ? now : dayOf(event.startDate);
  const sectionFor = (name: 'venue' | 'organizer', title: string) => {
    const [linked] = objectsIn(shown, name);
    return (
      linked && {
        span: comingDays(request, { filters: { [name]: [Number(linked['id'])] } }),
        title: html`${title} <span${languageMark(request, linked)}>${textIn(linked, name)}</span>`,
        all: textIn(linked, 'url'),
      }
    );
  };
  const sections: readonly ({ readonly span: Span; readonly title: Part; readonly all: string } | undefined)[] = [
    sectionFor('venue', WORDS.moreAt[language]),
    sectionFor('organizer', WORDS.moreBy[language]),
    { span: wholeDays({ filters: {} }, day, day), title: WORDS.moreOnDay[language], all: startAddress(base, { day }) },
  ];
  const named = new Set([event._id]);
  const parts: Part[] = [];
  for (const { span, title, all } of sections.filter((one) => one !== undefined)) {
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
