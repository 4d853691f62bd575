import {
  addressLines,
  attendanceOf,
  isFixedZone,
  phoneParts,
  repeatedHourZone,
  textOf,
  toInstant,
  toWall,
  wallToMs,
  zoneAbbreviation,
  zoneOffset,
} from '../../../lib/calendar';
import { html, type InLocale, localTimeLine, localZoneName, markupOf, type Part } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import {
  emailLink,
  languageMark,
  objectsIn,
  type PageRequest,
  priceText,
  type ShownRecord,
  shownSummary,
  type Times,
  textIn,
  websiteLink,
  whenText,
} from '../../../lib/site';
import type { EventRecord } from '../../events';
import { WORDS } from '../words';

/** A text with phone numbers, each number as a link. */
const phoneLinks = (phone: string): Part =>
  phone !== '' &&
  html`${phoneParts(phone).map(({ text, dialled }) => (dialled === undefined ? html`${text}` : html`<a href="tel:${dialled}">${text}</a>`))}`;

/** The contact details of a venue or an organizer. */
export const contactFacts = (shown: ShownRecord): readonly (readonly [Text, Part])[] => [
  [WORDS.phone, phoneLinks(textIn(shown, 'phone'))],
  [WORDS.email, emailLink(textIn(shown, 'email'))],
  [WORDS.website, websiteLink(textIn(shown, 'website'))],
];

/** The lines of a venue's address. */
export const venueLines = (venue: ShownRecord): readonly string[] =>
  addressLines({
    street: textIn(venue, 'address'),
    city: textIn(venue, 'city'),
    region: textIn(venue, 'stateprovince'),
    code: textIn(venue, 'zip'),
    country: textIn(venue, 'country'),
  });

/** A venue in one line: name and city. */
export const venueLine = (venue: ShownRecord): string =>
  [textIn(venue, 'venue'), textIn(venue, 'city')].filter((part) => part !== '').join(', ');

/** The address of a map of a venue. Undefined if its place is unknown. */
export const mapAddress = (venue: ShownRecord): string | undefined => {
  const [latitude, longitude] = [textIn(venue, 'geo_lat'), textIn(venue, 'geo_lng')];
  if (latitude !== '' && longitude !== '')
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const lines = venueLines(venue);
  if (lines.length === 0) return undefined;
  // Without a street, the name is the best search term.
  const place = textIn(venue, 'address') === '' ? [textIn(venue, 'venue'), ...lines] : lines;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place.join(', '))}`;
};

/** A venue's address with a link to a map. */
export const addressPart = (venue: ShownRecord, request: PageRequest, { withMap }: { readonly withMap: boolean }): Part => {
  const { language } = request;
  const lines = venueLines(venue);
  const map = withMap ? mapAddress(venue) : undefined;
  if (lines.length === 0 && map === undefined) return undefined;
  return html`${lines.map((line) => html`<p${languageMark(request, venue)}>${line}</p>`)}${map !== undefined && html`<p><a href="${map}">${WORDS.map[language]}</a></p>`}`;
};

/** The cost of an event in the price format of the page, else as stored. '' if there is none. */
export const costText = (request: PageRequest, { cost }: EventRecord, event: ShownRecord): string => {
  const said = textIn(event, 'cost');
  // A hidden cost is empty.
  return said && (priceText(cost, request.services.site, request) ?? said);
};

const WHOLE_DAYS = [' 00:00:00', ' 23:59:59'] as const;

/** The start and end as instants. */
const momentsOf = ({ utcStart, utcEnd }: Pick<Times, 'utcStart' | 'utcEnd'>) =>
  [toInstant(utcStart, 'UTC'), toInstant(utcEnd, 'UTC')] as const;

/** True if the zone's offset differs between two moments. */
const isOffsetChanged = (zone: string, [start, end]: readonly [Date, Date]): boolean => zoneOffset(zone, start) !== zoneOffset(zone, end);

/** The zones of moments that clocks show twice, as abbreviations. If the offsets differ and one is named, both are. */
const repeatedZones = (zone: string, moments: readonly [Date, Date]): Pick<Times, 'startZone' | 'endZone'> => {
  const [start, end] = moments;
  const [startZone, endZone] = [repeatedHourZone(zone, start), repeatedHourZone(zone, end)];
  const isRepeated = startZone !== undefined || endZone !== undefined;
  if (isRepeated && isOffsetChanged(zone, moments)) return bothZones(zone, moments);
  return { ...(startZone && { startZone }), ...(endZone && { endZone }) };
};

const bothZones = (zone: string, [start, end]: readonly [Date, Date]) => ({
  startZone: zoneAbbreviation(zone, start),
  endZone: zoneAbbreviation(zone, end),
});

/**
 * The times of an event from its answer. For a protected event `all_day` is null, so whole days are detected by their hours. Undefined if
 * a plugin has replaced a date by another value.
 */
export const shownTimes = (event: ShownRecord): Times | undefined => {
  const [start, end, utcStart, utcEnd] = [
    textIn(event, 'start_date'),
    textIn(event, 'end_date'),
    textIn(event, 'utc_start_date'),
    textIn(event, 'utc_end_date'),
  ];
  if ([start, end, utcStart, utcEnd].some((wall) => Number.isNaN(wallToMs(wall)))) return undefined;
  const allDay = event['all_day'] === true || (event['all_day'] === null && start.endsWith(WHOLE_DAYS[0]) && end.endsWith(WHOLE_DAYS[1]));
  const zone = textIn(event, 'timezone');
  const zones = allDay ? {} : repeatedZones(zone, momentsOf({ utcStart, utcEnd }));
  return { start, end, utcStart, utcEnd, allDay, ...zones };
};

/** The abbreviation of an event's zone in the reader's locale, else the one in the answer. '' if it has no letters. */
const zoneLetters = (event: ShownRecord, times: Times, request: PageRequest): string => {
  const [zone, letters] = [textIn(event, 'timezone'), textIn(event, 'timezone_abbr')];
  // A fixed offset, such as UTC+2, has no other name.
  const name = isFixedZone(zone) ? undefined : localZoneName(zone, toInstant(times.utcStart, 'UTC'), request);
  return name ?? (letters === zone ? '' : letters);
};

/** The times of an event in a list, with one zone for both unless the times name their own. */
export interface ListedTimes {
  readonly times: Times;
  readonly zone?: string;
}

/**
 * The times of an event in a list. The zone is named if its clocks differ from the site's. If the offsets differ, each time names its
 * own.
 */
export const listedTimes = (event: ShownRecord, request: PageRequest): ListedTimes | undefined => {
  const times = shownTimes(event);
  if (times === undefined) return undefined;
  const here = (utc: string) => toWall(toInstant(utc, 'UTC'), request.services.site.timezone);
  const isHere = here(times.utcStart) === times.start && here(times.utcEnd) === times.end;
  const isTold = times.startZone !== undefined || times.endZone !== undefined;
  if (isHere || times.allDay || isTold) return { times };
  const [zone, moments] = [textIn(event, 'timezone'), momentsOf(times)];
  if (isOffsetChanged(zone, moments)) return { times: { ...times, ...bothZones(zone, moments) } };
  return { times, zone: zoneLetters(event, times, request) || zone };
};

/** The kind of attendance of an event. */
export const attendanceIn = (event: ShownRecord) =>
  attendanceOf({ status: textIn(event, 'event_status'), attendance: textIn(event, 'attendance') });

/**
 * The time of an event in its own zone. A script adds the reader's zone, and online events have UTC too. Whole days have only the event's
 * own zone.
 */
export const whenFact = (event: ShownRecord, request: PageRequest): Part => {
  const { language } = request;
  const times = shownTimes(event);
  if (times === undefined) return undefined;
  const own = html`<p>${whenText(times, request)}</p>`;
  if (times.allDay) return own;
  const [zone, letters] = [textIn(event, 'timezone'), zoneLetters(event, times, request)];
  const isOnline = attendanceIn(event) !== 'offline';
  const isUtc = times.start === times.utcStart && times.end === times.utcEnd;
  const utc = { start: times.utcStart, end: times.utcEnd, utcStart: times.utcStart, utcEnd: times.utcEnd, allDay: false };
  const moments = momentsOf(times);
  const offsets = moments.map((moment) => Math.round(zoneOffset(zone, moment)));
  // The abbreviation of the start would be wrong for an end with another offset.
  const isBare = letters === zone || letters === '' || isOffsetChanged(zone, moments);
  return html`${own}
<p class="quiet">${WORDS.zone[language]} ${isBare ? zone : `${zone} (${letters})`}</p>
${isOnline && !isUtc && html`<p class="quiet">${WORDS.utc[language]} ${whenText(utc, request, { begins: false })}</p>\n`}${localTimeLine(times, offsets, request)}`;
};

/** The venues where visitors can attend an event. An online event has none. */
export const venuesOf = (event: ShownRecord): ShownRecord[] => (attendanceIn(event) === 'online' ? [] : objectsIn(event, 'venue'));

/** A summary of an event as plain text: time, places, and at most `longest` characters of its description. */
export const eventSummary = (event: ShownRecord, written: InLocale, longest?: number): readonly string[] => {
  const times = shownTimes(event);
  const when = times === undefined ? '' : textOf(markupOf(whenText(times, written)));
  return [when, ...venuesOf(event).map(venueLine), shownSummary(event, longest)].filter((part) => part !== '');
};
