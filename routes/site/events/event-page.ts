import { dayOf } from '../../../lib/calendar';
import { assertReadable, firstOf, isUnprotectedFor, type Sent, toQuery } from '../../../lib/content';
import { html, jsonLdScript, type Part } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import type { Reply } from '../../../lib/registry';
import {
  alternatesOf,
  descriptionPart,
  type Facts,
  factsList,
  languageMark,
  linkedSections,
  linksTo,
  listPager,
  monthTitle,
  objectsIn,
  type PageRequest,
  pagerOf,
  pageUrl,
  picture,
  queryPage,
  queryText,
  recordLink,
  type ShownRecord,
  shownImage,
  sitePage,
  termLinks,
  textIn,
  viewOf,
  websiteLink,
} from '../../../lib/site';
import { type EventRecord, eventType } from '../../events';
import { NO_END, today, utcText } from '../../shared/days';
import { comingDays, eventsRequest, startAddress, wholeDays } from '../choice/choice';
import { isPublicEvent } from '../embed';
import { LOCAL_TIME_SCRIPT } from '../scripts';
import {
  type CalendarAddresses,
  calendarButtons,
  calendarLinks,
  calendarSubscription,
  eventCalendarAddress,
} from '../subscriptions/calendars';
import { WORDS } from '../words';
import { eventList, eventSummary, firstEvents, requestedPage } from './event-list';
import { addressPart, attendanceIn, costText, shownTimes, stateMarks, venuesOf, whenFact } from './facts';

/** Renders the page of an event. A protected event shows only the parts that lists show. Throws if the visitor may not read the event. */
export const eventPage = async (request: PageRequest, record: EventRecord): Promise<Reply<string>> => {
  const { language, base, user, services } = request;
  const type = eventType(services);
  const now = services.clock.minute();
  assertReadable(type, record, user, record.password);
  const isUnprotected = isUnprotectedFor(user, 'events', record);
  const [[shown = {}], neighbours] = await Promise.all([
    type.present([record], viewOf(request, { single: isUnprotected })) as Promise<ShownRecord[]>,
    neighboursOf(request, record),
  ]);
  const url = textIn(shown, 'url');
  const isPublic = record.status === 'publish';
  const month = record.startDate.slice(0, 7);
  const image = shownImage(shown, record.title);
  const calendar = isUnprotected ? eventCalendarAddress(request, record._id) : undefined;
  // An event of whole days needs no local time.
  const isTimed = shownTimes(shown)?.allDay === false;
  const marks: readonly Text[] = [
    ...stateMarks(shown),
    ...timeMarks(record, now),
    ...(shown['featured'] === true ? [WORDS.featured] : []),
    ...(record.password !== '' ? [WORDS.protected] : []),
    ...(isPublic ? [] : [WORDS.unpublished]),
  ];
  return sitePage(request, {
    title: record.title,
    section: `${base}/`,
    trail: [
      { href: `${base}/`, text: WORDS.events[language] },
      { href: `${base}/?month=${month}`, text: monthTitle(month, request) },
    ],
    canonical: isPublic && isUnprotected ? url : undefined,
    alternates: alternatesOf(shown, url),
    summary: [...stateMarks(shown).map((mark) => mark[language]), ...eventSummary(shown, request)].join(' · '),
    image,
    data: isUnprotected ? textIn(shown, 'rest_url') : undefined,
    subscriptions: calendar === undefined ? [] : [calendarSubscription(calendar)],
    embeds: isPublicEvent(record) ? url : undefined,
    head: html`${objectsIn(shown, 'json_ld').map(jsonLdScript)}`,
    scripts: isTimed ? [LOCAL_TIME_SCRIPT] : [],
    media: isUnprotected,
    main: html`${marks.length > 0 && html`<p>${marks.map((mark) => html`<span class="mark">${mark[language]}</span> `)}</p>\n`}<div class="record">
<div class="facts">
${factsList(request, factsOf(request, record, shown, url))}${calendar !== undefined && record.endsAt > now && calendarButtons(request, shown, calendar)}</div>
<div class="told">
${isUnprotected ? html`${picture(image)}${descriptionPart(shown)}` : html`<p class="notice">${WORDS.isProtected[language]}</p>\n`}${await linkedSections(request, type, shown)}</div>
</div>
${await moreEvents(request, record, shown)}${neighbours}`,
  });
};

/** Returns the marks “over” or “running” of an event. Empty if the event is cancelled or postponed. */
const timeMarks = ({ startsAt, endsAt, eventStatus }: EventRecord, now: Date): readonly Text[] => {
  if (eventStatus === 'cancelled' || eventStatus === 'postponed') return [];
  if (endsAt <= now) return [WORDS.over];
  return startsAt <= now ? [WORDS.onNow] : [];
};

const factsOf = (request: PageRequest, record: EventRecord, event: ShownRecord, url: string): Facts => {
  // API responses escape the address as HTML. Without a website, the address is that of the event's page.
  const website = textIn(event, 'website').replaceAll('&amp;', '&');
  const withMap = event['show_map_link'] === true;
  const organizers = objectsIn(event, 'organizer');
  const places = venuesOf(event).map((venue) => html`<p>${recordLink(request, venue)}</p>${addressPart(venue, request, { withMap })}`);
  return [
    [WORDS.when, whenFact(event, request)],
    [WORDS.reason, textIn(event, 'status_reason')],
    [WORDS.where, places.length > 0 ? places : attendanceIn(event) === 'online' && WORDS.online[request.language]],
    [WORDS.takePart, websiteLink(textIn(event, 'virtual_url'))],
    [WORDS.who, organizers.length > 0 && linksTo(request, organizers)],
    [WORDS.cost, costText(request, record, event)],
    [WORDS.website, website !== url && websiteLink(website)],
    [{ en: 'Categories', fr: 'Catégories' }, termLinks(request, 'categories', objectsIn(event, 'categories'))],
    [{ en: 'Tags', fr: 'Étiquettes' }, termLinks(request, 'tags', objectsIn(event, 'tags'))],
  ];
};

const neighboursOf = async (request: PageRequest, { _id, startDate, date }: EventRecord): Promise<Part> => {
  const type = eventType(request.services);
  const find = async (side: 'before' | 'after') => {
    const [beyond, same] = side === 'before' ? ['$gt', '$gte'] : ['$lt', '$lte'];
    // The events are in order of start, then publication, then ID.
    const notBeyond = [
      { startDate, date: { [beyond]: date } },
      { startDate, date, _id: { [same]: _id } },
    ];
    const filters = { strict_dates: true, starts_before: NO_END, ...(side === 'before' && { order: 'desc' }) };
    const conditions = [{ startDate: side === 'before' ? { $lte: startDate } : { $gte: startDate } }, { $nor: notBeyond }];
    const found = await firstOf(type, eventsRequest(request, { filters, conditions }));
    return found && { href: pageUrl(request, type, found), text: found.title };
  };
  const [previous, next] = await Promise.all([find('before'), find('after')]);
  return pagerOf(WORDS.neighbours[request.language], previous, next);
};

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
  const isPast = isPastRequested(request);
  const now = services.clock.minute().getTime();
  // An event that ends now is over.
  const dates = isPast ? { ends_before: utcText(now + 1000), order: 'desc' } : { ends_after: utcText(now) };
  const sent = { ...filters, ...dates, strict_dates: true };
  const { records, page, pages } = await requestedPage(request, { filters: sent, conditions: [] });
  return html`<section aria-labelledby="its-events">
<h2 id="its-events">${(isPast ? WORDS.past : WORDS.coming)[language]}</h2>
${records.length === 0 ? html`<p>${(isPast ? WORDS.nonePast : WORDS.noneComing)[language]}</p>\n` : await eventList(request, records)}${listPager(request, page, pages, (other) => pageAddress(address, { isPast, page: other }))}<p><a href="${pageAddress(address, { isPast: !isPast, page: 1 })}">${(isPast ? WORDS.coming : WORDS.past)[language]}</a></p>
${calendarLinks(request, addresses)}</section>
`;
};

/** The maximum number of other events in each section of an event's page. */
const MOST_OTHERS = 3;

/** Renders other events at the venue of an event, by its organizer and on its day. Each other event appears once. */
const moreEvents = async (request: PageRequest, event: EventRecord, shown: ShownRecord): Promise<Part[]> => {
  const { language, base } = request;
  const now = today(request);
  // For a running event of several days, the day is the current one.
  const day = dayOf(event.startDate) < now && dayOf(event.endDate) >= now ? now : dayOf(event.startDate);
  const sectionsFor = (name: 'venue' | 'organizer', title: string) =>
    objectsIn(shown, name)
      .slice(0, 1)
      .map((linked) => ({
        range: comingDays(request, { filters: { [name]: [Number(linked['id'])] } }),
        title: html`${title} <span${languageMark(request, linked)}>${textIn(linked, name)}</span>`,
        all: textIn(linked, 'url'),
      }));
  const sections = [
    ...sectionsFor('venue', WORDS.moreAt[language]),
    ...sectionsFor('organizer', WORDS.moreBy[language]),
    { range: wholeDays({ filters: {} }, day, day), title: WORDS.moreOnDay[language], all: startAddress(base, { day }) },
  ];
  const named = new Set([event._id]);
  const parts: Part[] = [];
  for (const { range, title, all } of sections) {
    const found = await firstEvents(request, range, MOST_OTHERS + named.size);
    const others = found.filter(({ _id }) => !named.has(_id)).slice(0, MOST_OTHERS);
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
