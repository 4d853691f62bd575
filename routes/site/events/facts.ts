import {
  addressLines,
  attendanceOf,
  currencyNamed,
  FREE_TEXT,
  isFixedZone,
  phoneParts,
  readAmounts,
  type SiteCurrency,
  saysFree,
  toInstant,
  toWall,
  wallToMs,
} from '../../../lib/calendar';
import { html, type InLocale, localZoneName, memoize, type Part } from '../../../lib/html';
import type { Language, Text } from '../../../lib/language';
import {
  emailLink,
  type Facts,
  languageMark,
  objectsIn,
  type PageRequest,
  type ShownRecord,
  type Times,
  textIn,
  websiteLink,
  whenText,
} from '../../../lib/site';
import type { EventRecord } from '../../events';
import { localTimeLine } from '../scripts';
import { WORDS } from '../words';

const phoneLinks = (phone: string): Part =>
  phone !== '' && phoneParts(phone).map(({ text, dialled }) => (dialled === undefined ? text : html`<a href="tel:${dialled}">${text}</a>`));

export const contactFacts = (shown: ShownRecord): Facts => [
  [WORDS.phone, phoneLinks(textIn(shown, 'phone'))],
  [WORDS.email, emailLink(textIn(shown, 'email'))],
  [WORDS.website, websiteLink(textIn(shown, 'website'))],
];

export const venueLines = (venue: ShownRecord): readonly string[] =>
  addressLines({
    street: textIn(venue, 'address'),
    city: textIn(venue, 'city'),
    region: textIn(venue, 'stateprovince'),
    code: textIn(venue, 'zip'),
    country: textIn(venue, 'country'),
  });

export const venueLine = (venue: ShownRecord): string =>
  [textIn(venue, 'venue'), textIn(venue, 'city')].filter((part) => part !== '').join(', ');

/** Returns the address of a venue's map on OpenStreetMap. Undefined without coordinates and address. */
const mapAddress = (venue: ShownRecord, lines: readonly string[]): string | undefined => {
  const [latitude, longitude] = [textIn(venue, 'geo_lat'), textIn(venue, 'geo_lng')];
  if (latitude !== '' && longitude !== '')
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  if (lines.length === 0) return undefined;
  // Without a street, the name is the best search term.
  const place = textIn(venue, 'address') === '' ? [textIn(venue, 'venue'), ...lines] : lines;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place.join(', '))}`;
};

/** Renders a venue's address, with a link to a map if the API response allows the link. */
export const addressPart = (venue: ShownRecord, request: PageRequest, { withMap }: { readonly withMap: boolean }): Part => {
  const lines = venueLines(venue);
  const map = withMap ? mapAddress(venue, lines) : undefined;
  if (lines.length === 0 && map === undefined) return undefined;
  return html`${lines.map((line) => html`<p${languageMark(request, venue)}>${line}</p>`)}${map !== undefined && html`<p><a href="${map}">${WORDS.map[request.language]}</a></p>`}`;
};

/** Returns the venues where visitors can attend an event. Empty for an online event. */
export const venuesOf = (event: ShownRecord): ShownRecord[] => (attendanceIn(event) === 'online' ? [] : objectsIn(event, 'venue'));

const STATES: Readonly<Record<string, Text>> = { cancelled: WORDS.cancelled, postponed: WORDS.postponed, moved_online: WORDS.movedOnline };

/** Returns the text of an event's state. Undefined for an event that takes place as planned. */
export const stateMark = (state: string): Text | undefined => STATES[state];

/** Returns the title of an event after its state, for places without marks. */
export const titleWithState = (event: ShownRecord, language: Language): string => {
  const state = stateMark(textIn(event, 'event_status'));
  return state === undefined ? textIn(event, 'title') : `${state[language]} · ${textIn(event, 'title')}`;
};

export const ATTENDANCE_WORDS: Readonly<Record<string, Text>> = { online: WORDS.online, offline: WORDS.onSite, mixed: WORDS.mixed };

export const attendanceIn = (event: ShownRecord) =>
  attendanceOf({ status: textIn(event, 'event_status'), attendance: textIn(event, 'attendance') });

/** Returns the marks of an event: its state, and the way of attendance unless that is on site. */
export const stateMarks = (event: ShownRecord): readonly Text[] => {
  const status = textIn(event, 'event_status');
  const way = attendanceIn(event);
  // The mark "Moved online" makes the mark "online" redundant.
  const isSaid = way === 'offline' || (status === 'moved_online' && way === 'online');
  return [stateMark(status), isSaid ? undefined : ATTENDANCE_WORDS[way]].filter((mark) => mark !== undefined);
};

/** Returns the cost of an event in the price format of the page, else as stored. '' if there is none. */
export const costText = (request: PageRequest, { cost }: EventRecord, event: ShownRecord): string => {
  const shown = textIn(event, 'cost');
  // The API response has an empty cost if a password hides the cost.
  return shown && (priceText(cost, request.services.site, request) ?? shown);
};

const priceFormat = memoize(
  (locale: string, currency: string, currencyDisplay: 'narrowSymbol' | 'symbol') =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay,
      ...({ trailingZeroDisplay: 'stripIfInteger' } as object),
    }),
);

/** Formats a stored cost in the locale: “€15 – €30”. Undefined unless all its prices have the same currency code. */
export const priceText = (stored: readonly string[], site: SiteCurrency, { language, locale }: InLocale): string | undefined => {
  if (stored.length > 0 && stored.every(saysFree)) return FREE_TEXT[language];
  const read = stored.map(readAmounts);
  const amounts = read.flatMap((some) => some ?? []);
  if (amounts.length === 0 || read.includes(undefined)) return undefined;
  const marks = amounts.flatMap(({ before, after }) => [before, after].filter((mark) => mark !== ''));
  const currencies = new Set(marks.length === 0 ? [site.currencyCode] : marks.map((mark) => currencyNamed(mark, site)));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) return undefined;
  // Dollars other than the site's are written with their country.
  const format = priceFormat(locale, currency, currency === site.currencyCode ? 'narrowSymbol' : 'symbol');
  const values = amounts.map(({ value }) => Number(value)).sort((one, other) => one - other);
  const [low = 0] = values;
  const high = values.at(-1) ?? low;
  if (high === 0) return FREE_TEXT[language];
  if (low === high) return format.format(low);
  return low === 0 ? `${FREE_TEXT[language]} – ${format.format(high)}` : format.formatRange(low, high);
};

/** Reads the times of an event from its API response. Undefined if a plugin has replaced a date by another value. */
export const shownTimes = (event: ShownRecord): Times | undefined => {
  const names = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'];
  const [start = '', end = '', utcStart = '', utcEnd = ''] = names.map((name) => textIn(event, name));
  if ([start, end, utcStart, utcEnd].some((wall) => Number.isNaN(wallToMs(wall)))) return undefined;
  // For protected events `all_day` is null; hours from 00:00:00 to 23:59:59 then mean whole days.
  const allDay = event['all_day'] === true || (event['all_day'] === null && start.endsWith(' 00:00:00') && end.endsWith(' 23:59:59'));
  return { start, end, utcStart, utcEnd, allDay };
};

/** Returns the UTC offsets at the start and at the end of an event, in minutes east of UTC. */
const offsetsOf = ({ start, end, utcStart, utcEnd }: Times): readonly [number, number] => {
  const between = (wall: string, utc: string) => Math.round((wallToMs(wall) - wallToMs(utc)) / 60_000);
  return [between(start, utcStart), between(end, utcEnd)];
};

/** Returns the abbreviation of an event's zone in the reader's locale, else from the API response. '' if no letters fit both times. */
const zoneLetters = (event: ShownRecord, times: Times, request: PageRequest): string => {
  const [zone, letters] = [textIn(event, 'timezone'), textIn(event, 'timezone_abbr')];
  const [first, last] = offsetsOf(times);
  if (first !== last) return '';
  // A fixed offset, such as UTC+2, has no other name.
  const name = isFixedZone(zone) ? undefined : localZoneName(zone, toInstant(times.utcStart, 'UTC'), request);
  return name ?? (letters === zone ? '' : letters);
};

/** Returns the zone of an event for lists, if its clocks differ from the site's. */
export const otherZone = (event: ShownRecord, times: Times, request: PageRequest): string | undefined => {
  const here = (utc: string) => toWall(toInstant(utc, 'UTC'), request.services.site.timezone);
  const isHere = here(times.utcStart) === times.start && here(times.utcEnd) === times.end;
  return isHere || times.allDay ? undefined : zoneLetters(event, times, request) || textIn(event, 'timezone');
};

/** Renders the time of an event in its own zone. A script adds the reader's zone, and online events show UTC too. */
export const whenFact = (event: ShownRecord, request: PageRequest): Part => {
  const { language } = request;
  const times = shownTimes(event);
  if (times === undefined) return undefined;
  const own = html`<p>${whenText(times, request)}</p>`;
  if (times.allDay) return own;
  const [zone, letters] = [textIn(event, 'timezone'), zoneLetters(event, times, request)];
  const { utcStart, utcEnd } = times;
  const offsets = offsetsOf(times);
  const isOnline = attendanceIn(event) !== 'offline';
  const isUtc = offsets.every((offset) => offset === 0);
  const utc = { start: utcStart, end: utcEnd, utcStart, utcEnd, allDay: false };
  return html`${own}
<p class="quiet">${WORDS.zone[language]} ${letters === '' || letters === zone ? zone : `${zone} (${letters})`}</p>
${isOnline && !isUtc && html`<p class="quiet">${WORDS.utc[language]} ${whenText(utc, request, { begins: false })}</p>\n`}${localTimeLine(times, offsets, request)}`;
};
