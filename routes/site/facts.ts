import {
  addressLines,
  attendanceOf,
  isFixedZone,
  phoneParts,
  repeatedHourZone,
  toInstant,
  toWall,
  wallToMs,
  zoneAbbreviation,
  zoneOffset,
} from '../../lib/calendar';
import { html, localTimeLine, localZoneName, type Part } from '../../lib/html';
import type { Text } from '../../lib/language';
import {
  emailLink,
  languageMark,
  objectsIn,
  type PageRequest,
  priceText,
  type ShownRecord,
  type Times,
  textIn,
  websiteLink,
  whenText,
} from '../../lib/site';
import type { EventRecord } from '../events';
import { WORDS } from './words';

/** A text about phones with a link for each number in it. */
const phoneLinks = (phone: string): Part =>
  phone !== '' &&
  html`${phoneParts(phone).map(({ text, dialled }) => (dialled === undefined ? html`${text}` : html`<a href="tel:${dialled}">${text}</a>`))}`;

/** How to reach a venue or an organizer. */
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

/** A venue in a line of a list: its name and its city. */
export const venueLine = (venue: ShownRecord): string =>
  [textIn(venue, 'venue'), textIn(venue, 'city')].filter((part) => part !== '').join(', ');

/** The address of a map of a venue; undefined where nobody knows where it is. */
export const mapAddress = (venue: ShownRecord): string | undefined => {
  const [latitude, longitude] = [textIn(venue, 'geo_lat'), textIn(venue, 'geo_lng')];
  if (latitude !== '' && longitude !== '')
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const lines = venueLines(venue);
  if (lines.length === 0) return undefined;
  // Without a street its name tells most.
  const place = textIn(venue, 'address') === '' ? [textIn(venue, 'venue'), ...lines] : lines;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place.join(', '))}`;
};

/** A venue's address with the way to a map. */
export const addressPart = (venue: ShownRecord, visit: PageRequest, withMap: boolean): Part => {
  const { language } = visit;
  const lines = venueLines(venue);
  const map = withMap ? mapAddress(venue) : undefined;
  if (lines.length === 0 && map === undefined) return undefined;
  return html`${lines.map((line) => html`<p${languageMark(visit, venue)}>${line}</p>`)}${map !== undefined && html`<p><a href="${map}">${WORDS.map[language]}</a></p>`}`;
};

/** What an event costs as the language of the page writes prices, else as it was said; '' where nothing is. */
export const costText = (visit: PageRequest, { cost }: EventRecord, event: ShownRecord): string => {
  const said = textIn(event, 'cost');
  // What is hidden of a cost is empty.
  return said && (priceText(cost, visit.services.site, visit) ?? said);
};

const WHOLE_DAYS = [' 00:00:00', ' 23:59:59'] as const;

/** The start and the end of something as moments. */
const momentsOf = ({ utcStart, utcEnd }: Pick<Times, 'utcStart' | 'utcEnd'>) =>
  [toInstant(utcStart, 'UTC'), toInstant(utcEnd, 'UTC')] as const;

/** Tells if the clocks of a zone are set between two moments to another offset. */
const isOffsetChanged = (zone: string, [start, end]: readonly [Date, Date]): boolean => zoneOffset(zone, start) !== zoneOffset(zone, end);

/** The zones of those moments that clocks show twice, in few letters. If the offsets differ and one is named, both are. */
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
 * The times of an event as answers show them. Of a protected one they do not say that it takes whole days, but when it starts and ends. Undefined
 * where a plugin shows something else in the place of one.
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

/** What the zone of an event is called in few letters where the reader is at home, else as answers call it; '' where it has no letters. */
const zoneLetters = (event: ShownRecord, times: Times, visit: PageRequest): string => {
  const [zone, letters] = [textIn(event, 'timezone'), textIn(event, 'timezone_abbr')];
  // One offset for ever, such as UTC+2, has no other name anywhere.
  const name = isFixedZone(zone) ? undefined : localZoneName(zone, toInstant(times.utcStart, 'UTC'), visit);
  return name ?? (letters === zone ? '' : letters);
};

/** The times of an event in a list, and one zone for both where the times do not name their own. */
export interface ListedTimes {
  readonly times: Times;
  readonly zone?: string;
}

/** The times of an event in a list, with the zone where clocks there and at the site differ. Each moment names its own if their offsets differ. */
export const listedTimes = (event: ShownRecord, visit: PageRequest): ListedTimes | undefined => {
  const times = shownTimes(event);
  if (times === undefined) return undefined;
  const here = (utc: string) => toWall(toInstant(utc, 'UTC'), visit.services.site.timezone);
  const isHere = here(times.utcStart) === times.start && here(times.utcEnd) === times.end;
  const isTold = times.startZone !== undefined || times.endZone !== undefined;
  if (isHere || times.allDay || isTold) return { times };
  const [zone, moments] = [textIn(event, 'timezone'), momentsOf(times)];
  if (isOffsetChanged(zone, moments)) return { times: { ...times, ...bothZones(zone, moments) } };
  return { times, zone: zoneLetters(event, times, visit) || zone };
};

/** The ways to attend an event. */
export const attendanceIn = (event: ShownRecord) =>
  attendanceOf({ status: textIn(event, 'event_status'), attendance: textIn(event, 'attendance') });

/**
 * When an event takes place: in its own zone, for the script in the reader's, and in UTC where readers of any zone may take part. Whole days are
 * those of the place alone.
 */
export const whenFact = (event: ShownRecord, visit: PageRequest): Part => {
  const { language } = visit;
  const times = shownTimes(event);
  if (times === undefined) return undefined;
  const own = html`<p>${whenText(times, visit)}</p>`;
  if (times.allDay) return own;
  const [zone, letters] = [textIn(event, 'timezone'), zoneLetters(event, times, visit)];
  const isOnline = attendanceIn(event) !== 'offline';
  const isUtc = times.start === times.utcStart && times.end === times.utcEnd;
  const utc = { start: times.utcStart, end: times.utcEnd, utcStart: times.utcStart, utcEnd: times.utcEnd, allDay: false };
  const moments = momentsOf(times);
  const offsets = moments.map((moment) => Math.round(zoneOffset(zone, moment)));
  // The letters of the start would be wrong for an end with another offset.
  const isBare = letters === zone || letters === '' || isOffsetChanged(zone, moments);
  return html`${own}
<p class="quiet">${WORDS.zone[language]} ${isBare ? zone : `${zone} (${letters})`}</p>
${isOnline && !isUtc && html`<p class="quiet">${WORDS.utc[language]} ${whenText(utc, visit, false)}</p>\n`}${localTimeLine(times, offsets, visit)}`;
};

/** The venues where one can attend an event: none if one attends online. */
export const venuesOf = (event: ShownRecord): ShownRecord[] => (attendanceIn(event) === 'online' ? [] : objectsIn(event, 'venue'));
