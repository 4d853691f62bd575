import { dayOf } from './dates/wall-time';
import { isoDate } from './dates/zones';
import type { OfferedPrice } from './prices/cost';
import { textOf } from './text/html-text';
import { withoutShortcodes } from './text/sanitized-html';

export type Attendance = 'offline' | 'online' | 'mixed';

/** Returns how people attend an event: `online` if it moved online, `mixed` if it is online and on site. */
export const attendanceOf = ({ status, attendance }: Optional<'status' | 'attendance', string | null>): Attendance => {
  if (attendance === 'mixed') return 'mixed';
  return status === 'moved_online' || attendance === 'online' ? 'online' : 'offline';
};

type Optional<Name extends string, Value = string> = { readonly [name in Name]?: Value | undefined };

/** The members that venues, organizers and events share in API responses. */
interface Described extends Optional<'description'> {
  readonly image?: { readonly url: string } | false | undefined;
}

export interface VenueFacts
  extends Described,
    Optional<'url' | 'address' | 'city' | 'stateprovince' | 'zip' | 'country' | 'phone' | 'website'>,
    Optional<'geo_lat' | 'geo_lng', number> {
  readonly venue: string;
}

/** The members of an organizer in an API response that become JSON-LD. */
export interface OrganizerFacts extends Described, Optional<'url' | 'phone' | 'email' | 'website'> {
  readonly organizer: string;
}

/** The members of an event in an API response that become JSON-LD. Dates are wall times; names with `utc` mean UTC. */
export interface EventFacts extends Described, Optional<'excerpt' | 'date_utc' | 'event_status' | 'attendance' | 'virtual_url'> {
  readonly title: string;
  readonly url: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  readonly all_day?: boolean | null | undefined;
  readonly price?: OfferedPrice | undefined;
  readonly venues?: readonly VenueFacts[] | undefined;
  readonly organizers?: readonly OrganizerFacts[] | undefined;
}

/** The schema.org names of event states and attendance modes. The first of each is the default. */
const STATUSES = {
  scheduled: 'EventScheduled',
  postponed: 'EventPostponed',
  cancelled: 'EventCancelled',
  moved_online: 'EventMovedOnline',
};
const MODES = { offline: 'OfflineEventAttendanceMode', online: 'OnlineEventAttendanceMode', mixed: 'MixedEventAttendanceMode' };

const schemaOrg = (words: Readonly<Record<string, string>>, value: string | undefined): string =>
  `https://schema.org/${words[value ?? ''] ?? Object.values(words)[0]}`;

/** Removes members that are undefined, '' or false. */
const given = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== '' && value !== false)) as Partial<T>;

const plainly = (html: string | undefined): string | undefined => html && textOf(html);

/** Returns the text and the image of a record. */
const describedBy = ({ description, image }: Described) => ({ description: plainly(description), image: image ? image.url : undefined });

export const venueJsonLd = (venue: VenueFacts) => {
  const address = given({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  });
  const geo =
    venue.geo_lat === undefined || venue.geo_lng === undefined
      ? undefined
      : { '@type': 'GeoCoordinates' as const, latitude: venue.geo_lat, longitude: venue.geo_lng };
  return {
    '@type': 'Place' as const,
    name: venue.venue,
    ...given({
      ...describedBy(venue),
      url: venue.url,
      address: Object.keys(address).length > 0 ? { '@type': 'PostalAddress' as const, ...address } : undefined,
      geo,
      telephone: venue.phone,
      sameAs: venue.website,
    }),
  };
};

/** Makes the schema.org Organization of an organizer. Search engines also accept it for persons, whom a name does not reveal. */
export const organizerJsonLd = (organizer: OrganizerFacts) => ({
  '@type': 'Organization' as const,
  name: organizer.organizer,
  ...given({
    ...describedBy(organizer),
    url: organizer.website || organizer.url,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  }),
});

const offersOf = ({ price, url, date_utc: date }: EventFacts) => {
  if (price === undefined) return undefined;
  const { low, high, currency } = price;
  return {
    ...(low === high ? { '@type': 'Offer' as const, price: low } : { '@type': 'AggregateOffer' as const, lowPrice: low, highPrice: high }),
    priceCurrency: currency,
    url,
    category: 'primary',
    availability: 'https://schema.org/InStock',
    ...given({ validFrom: date && isoDate(date, date) }),
  };
};

/** Returns the start and end of an event: dates for whole days, otherwise times with offsets. */
const datesOf = ({ all_day: isAllDay, start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd }: EventFacts) =>
  isAllDay === true
    ? { startDate: dayOf(start), endDate: dayOf(end) }
    : { startDate: isoDate(start, utcStart), endDate: isoDate(end, utcEnd) };

/** Makes the schema.org Event of an event. Texts have no HTML. */
export const eventJsonLd = (event: EventFacts) => {
  const { virtual_url: virtual } = event;
  const attendance = attendanceOf({ status: event.event_status, attendance: event.attendance });
  // An event that people attend online has no place on site.
  const venues = attendance === 'online' ? [] : (event.venues ?? []);
  const places = [...venues.map(venueJsonLd), ...(virtual ? [{ '@type': 'VirtualLocation' as const, url: virtual }] : [])];
  const organizers = event.organizers?.map(organizerJsonLd) ?? [];
  return {
    '@context': 'https://schema.org',
    '@type': 'Event' as const,
    name: event.title,
    // Unlike descriptions, excerpts are shown with the shortcodes that were typed.
    ...given({ ...describedBy(event), ...given({ description: plainly(withoutShortcodes(event.excerpt ?? '')) }) }),
    url: event.url,
    eventAttendanceMode: schemaOrg(MODES, attendance),
    eventStatus: schemaOrg(STATUSES, event.event_status),
    ...datesOf(event),
    ...given({
      location: places.length > 1 ? places : places[0],
      organizer: organizers.length > 1 ? organizers : organizers[0],
      offers: offersOf(event),
    }),
  };
};
