import { addressLines, attendanceOf, phoneParts } from '../../../lib/calendar';
import { html, type Part } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import { emailLink, languageMark, objectsIn, type PageRequest, priceText, type ShownRecord, textIn, websiteLink } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { WORDS } from '../words';

/** A text with phone numbers, each number as a link. */
const phoneLinks = (phone: string): Part =>
  phone !== '' &&
  html`${phoneParts(phone).map(({ text, dialled }) => (dialled === undefined ? html`${text}` : html`<a href="tel:${dialled}">${text}</a>`))}`;

export const contactFacts = (shown: ShownRecord): readonly (readonly [Text, Part])[] => [
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

export const attendanceIn = (event: ShownRecord) =>
  attendanceOf({ status: textIn(event, 'event_status'), attendance: textIn(event, 'attendance') });

/** The venues where visitors can attend an event. An online event has none. */
export const venuesOf = (event: ShownRecord): ShownRecord[] => (attendanceIn(event) === 'online' ? [] : objectsIn(event, 'venue'));
