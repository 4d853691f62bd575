import { assertReadable, firstOf, isUnprotectedFor } from '../../../lib/content';
import { html, inlineScript, jsonLdScript, LOCAL_TIME_SCRIPT, type Part, SHARE_SCRIPT, shareButtons } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import type { Reply } from '../../../lib/registry';
import {
  alternatesOf,
  descriptionPart,
  type Facts,
  factsList,
  linkedSections,
  linksTo,
  monthTitle,
  objectsIn,
  type PageRequest,
  pagerOf,
  pageUrl,
  picture,
  recordLink,
  type ShownRecord,
  shownImage,
  sitePage,
  termLinks,
  textIn,
  viewOf,
  websiteLink,
} from '../../../lib/site';
import type { EventRecord } from '../../events';
import { NEVER } from '../../shared/days';
import { isPublicEvent } from '../embed';
import { calendarButtons, calendarSubscription, eventCalendarAddress } from '../subscriptions/calendars';
import { WORDS } from '../words';
import { eventSummary, eventsOf } from './event-list';
import { moreEvents } from './event-sections';
import { addressPart, attendanceIn, costText, shownTimes, stateMarks, venuesOf, whenFact } from './facts';

/** Renders the page of an event. Of a protected event, only what lists show appears. Throws if the visitor may not read the event. */
export const eventPage = async (request: PageRequest, record: EventRecord): Promise<Reply<string>> => {
  const { language, base, user, services } = request;
  const type = eventsOf(request);
  const now = services.clock.minute();
  assertReadable(type, record, user, record.password);
  const isOpen = isUnprotectedFor(user, 'events', record);
  const [[shown = {}], neighbours] = await Promise.all([
    type.present([record], viewOf(request, { single: isOpen })) as Promise<ShownRecord[]>,
    neighboursOf(request, record),
  ]);
  const url = textIn(shown, 'url');
  const isPublic = record.status === 'publish';
  const month = record.startDate.slice(0, 7);
  const image = shownImage(shown, record.title);
  const calendar = isOpen ? eventCalendarAddress(request, record._id) : undefined;
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
    canonical: isPublic && isOpen ? url : undefined,
    alternates: alternatesOf(shown, url),
    summary: [...stateMarks(shown).map((mark) => mark[language]), ...eventSummary(shown, request)].join(' · '),
    image,
    data: isOpen ? textIn(shown, 'rest_url') : undefined,
    subscriptions: calendar === undefined ? [] : [calendarSubscription(calendar)],
    embeds: isPublicEvent(record) ? url : undefined,
    head: html`${objectsIn(shown, 'json_ld').map(jsonLdScript)}`,
    scripts: [...(isTimed ? [LOCAL_TIME_SCRIPT] : []), ...(isPublic ? [SHARE_SCRIPT] : [])],
    media: isOpen,
    main: html`${marks.length > 0 && html`<p>${marks.map((mark) => html`<span class="mark">${mark[language]}</span> `)}</p>\n`}<div class="record">
<div class="facts">
${factsList(request, factsOf(request, record, shown, url))}${calendar !== undefined && record.endsAt > now && calendarButtons(request, shown, calendar)}${isPublic && shareButtons(language)}</div>
<div class="told">
${isOpen ? html`${picture(image)}${descriptionPart(shown)}` : html`<p class="notice">${WORDS.isProtected[language]}</p>\n`}${await linkedSections(request, type, shown)}</div>
</div>
${await moreEvents(request, record, shown)}${neighbours}${isTimed && inlineScript(LOCAL_TIME_SCRIPT)}${isPublic && inlineScript(SHARE_SCRIPT)}`,
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
  const type = eventsOf(request);
  const find = async (side: 'before' | 'after') => {
    const [beyond, same] = side === 'before' ? ['$gt', '$gte'] : ['$lt', '$lte'];
    // The events are in order of start, then publication, then ID.
    const notThere = [
      { startDate, date: { [beyond]: date } },
      { startDate, date, _id: { [same]: _id } },
    ];
    const found = await firstOf(type, {
      filters: { strict_dates: true, starts_before: NEVER, ...(side === 'before' && { order: 'desc' }) },
      view: viewOf(request),
      status: ['publish'],
      conditions: [{ startDate: side === 'before' ? { $lte: startDate } : { $gte: startDate } }, { $nor: notThere }],
    });
    return found && { href: pageUrl(request, type, found), text: found.title };
  };
  const [previous, next] = await Promise.all([find('before'), find('after')]);
  return pagerOf(WORDS.neighbours[request.language], previous, next);
};
