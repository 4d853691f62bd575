import { listingOf, pagesOf, type Sent, toQuery } from '../../../lib/content';
import { errors } from '../../../lib/errors';
import { html, type Part } from '../../../lib/html';
import { type PageRequest, pagerOf, queryPage, queryText, viewOf } from '../../../lib/site';
import { iso } from '../choice/days';
import { type CalendarAddresses, calendarLinks } from '../subscriptions/calendars';
import { WORDS } from '../words';
import { eventList, eventsOf, PER_PAGE } from './event-list';

/**
 * The events of a venue, an organizer or a term. By default those to come, earliest first; with `?when=past` those that are over, latest
 * first. `ways` are their calendar and feed.
 */
export const eventSection = async (request: PageRequest, filters: Sent, address: string, addresses: CalendarAddresses): Promise<Part> => {
  const { language, services } = request;
  const type = eventsOf(request);
  const isPast = queryText(request, 'when') === 'past';
  const now = services.clock.minute().getTime();
  // An event that ends now is over.
  const dates = isPast ? { ends_before: iso(now + 1000), order: 'desc' } : { ends_after: iso(now) };
  const query = await listingOf(type, {
    filters: { ...filters, ...dates, strict_dates: true },
    view: viewOf(request),
    status: ['publish'],
  });
  const page = queryPage(request);
  const { records, total } = await type.posts.page({ ...query, skip: (page - 1) * PER_PAGE, limit: PER_PAGE });
  const pages = pagesOf({ page, perPage: PER_PAGE, total });
  if (page > 1 && page > pages) throw errors.pageNotFound(type, pages);
  const to = (when: string | undefined, other: number) => `${address}${toQuery({ when, page: other > 1 ? other : undefined })}`;
  const link = (other: number, text: string) => ({ href: to(isPast ? 'past' : undefined, other), text });
  const otherTime = isPast ? { href: to(undefined, 1), text: WORDS.coming } : { href: to('past', 1), text: WORDS.past };
  return html`<section aria-labelledby="its-events">
<h2 id="its-events">${(isPast ? WORDS.past : WORDS.coming)[language]}</h2>
${records.length === 0 ? html`<p>${(isPast ? WORDS.nonePast : WORDS.noneComing)[language]}</p>\n` : await eventList(request, records)}${pagerOf(
  WORDS.pages[language],
  page > 1 ? link(page - 1, WORDS.previousPage[language]) : undefined,
  page < pages ? link(page + 1, WORDS.nextPage[language]) : undefined,
)}<p><a href="${otherTime.href}">${otherTime.text[language]}</a></p>
${calendarLinks(request, addresses)}</section>
`;
};

/** The address of a page with the parameters of this section. */
export const sectionAddress = (request: PageRequest, address: string): string => {
  const page = queryPage(request);
  const when = queryText(request, 'when') === 'past' ? 'past' : undefined;
  return `${address}${toQuery({ when, page: page > 1 ? page : undefined })}`;
};
