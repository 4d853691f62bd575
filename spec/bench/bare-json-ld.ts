import { PATHS, paragraphs, type Showing } from './bare-linked';
import type { BareEvent, BareImage, BareOrganizer, BareVenue } from './bare-record';

type Image = BareImage | undefined;

const filled = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));

/** Removes the paragraph tags. The texts have no other markup. */
const plain = (text: string): string =>
  paragraphs(text)
    .replaceAll(/<\/?p>/g, '')
    .trim();

/** Formats a local time in ISO 8601, with its offset from UTC. */
function isoDate(wall: string, at: Date): string {
  const minutes = Math.round((Date.parse(`${wall.replace(' ', 'T')}Z`) - at.getTime()) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'));
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

const only = <T>(values: readonly T[]): T | readonly T[] | undefined => (values.length > 1 ? values : values[0]);

/** Describes a venue as a schema.org Place. */
export function venueJsonLd(venue: BareVenue, image: Image, showing: Showing): object {
  const address = filled({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  });
  return filled({
    '@type': 'Place',
    name: venue.name,
    description: plain(venue.description),
    image: image?.url,
    url: showing.page(venue.language, PATHS.venues, venue.slug),
    address: Object.keys(address).length > 0 ? { '@type': 'PostalAddress', ...address } : undefined,
    geo:
      venue.latitude === null || venue.longitude === null
        ? undefined
        : { '@type': 'GeoCoordinates', latitude: venue.latitude, longitude: venue.longitude },
    telephone: venue.phone,
    sameAs: venue.website,
  });
}

/** Describes an organizer as a schema.org Organization. */
export const organizerJsonLd = (organizer: BareOrganizer, image: Image, showing: Showing): object =>
  filled({
    '@type': 'Organization',
    name: organizer.name,
    description: plain(organizer.description),
    image: image?.url,
    url: organizer.website || showing.page(organizer.language, PATHS.organizers, organizer.slug),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  });

/** Describes an event as a schema.org Event, with its places and organizers. */
export function eventJsonLd(
  event: BareEvent,
  image: Image,
  { url, places, organizers }: { readonly url: string; readonly places: readonly object[]; readonly organizers: readonly object[] },
): object {
  const prices = event.cost.toSorted((one, other) => Number(one) - Number(other));
  const [low, high] = [prices[0], prices.at(-1)];
  const price = low === high ? { '@type': 'Offer', price: low } : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high };
  return filled({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: plain(event.excerpt || event.description),
    image: image?.url,
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: event.allDay ? event.startDate.slice(0, 10) : isoDate(event.startDate, event.startsAt),
    endDate: event.allDay ? event.endDate.slice(0, 10) : isoDate(event.endDate, event.endsAt),
    location: only(places),
    organizer: only(organizers),
    offers:
      low === undefined
        ? undefined
        : {
            ...price,
            priceCurrency: 'USD',
            url,
            category: 'primary',
            availability: 'https://schema.org/InStock',
            validFrom: `${event.dateUtc.replace(' ', 'T')}+00:00`,
          },
  });
}
