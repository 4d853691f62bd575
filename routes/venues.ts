import { venueJsonLd } from '../lib/calendar/json-ld';
import { htmlText, imageAlt, line } from '../lib/kinds/fields/lines';
import type { OwnRecord } from '../lib/kinds/fields/own-record';
import { USUAL_TEXTS } from '../lib/kinds/fields/usual-texts';
import type { PostLikeDeclaration } from '../lib/kinds/post-like';
import type { Services } from '../lib/kinds/services';
import { index } from '../lib/records/indexes';
import { placeAnswer } from './json-ld-answers';
import { jsonLdField } from './json-ld-field';
import { contact, type Linked, linkedFilters, linkedKind, name, shownExcerpt } from './linked';
import { distanceField } from './places/distance-field';
import { geoJson } from './places/geojson';
import { boxFilter, nearFilter, VENUES_PLACED } from './places/place-filters';
import { coordinate, mapSwitches } from './venues/fields';
import { filledProvince } from './venues/province';
import { VENUE_FILTER_TEXTS, VENUE_TEXTS } from './venues/texts';

const fields = {
  venue: name('venue', USUAL_TEXTS.title),
  description: htmlText(USUAL_TEXTS.description, true),
  excerpt: shownExcerpt,
  address: line(VENUE_TEXTS.address, true),
  city: line(VENUE_TEXTS.city, 'initially'),
  country: line(VENUE_TEXTS.country, 'initially'),
  province: line(VENUE_TEXTS.province, true),
  state: line(VENUE_TEXTS.state, true),
  zip: line(VENUE_TEXTS.zip, true),
  ...contact,
  stateprovince: line(VENUE_TEXTS.stateprovince, true),
  geo_lat: coordinate('latitude', 90, VENUE_TEXTS.geo_lat),
  geo_lng: coordinate('longitude', 180, VENUE_TEXTS.geo_lng),
  image_alt: imageAlt,
  json_ld: jsonLdField(venueJsonLd, placeAnswer),
  ...mapSwitches,
  distance: distanceField((venue) => venue),
} as const;

/** A stored venue. */
export type VenueRecord = OwnRecord<typeof fields> & Linked;

/** The venues of the calendar. */
export const venues = (services: Services): PostLikeDeclaration<VenueRecord> => ({
  ...linkedKind('venue'),
  plural: 'venues',
  name: { en: 'venue', fr: 'lieu' },
  names: { en: 'venues', fr: 'lieux' },
  one: { en: 'a venue', fr: 'un lieu' },
  fields,
  filters: [
    ...linkedFilters(services, 'venues', VENUE_FILTER_TEXTS),
    nearFilter(services, VENUES_PLACED),
    boxFilter(services, VENUES_PLACED),
  ],
  formats: { geojson: geoJson((venue) => [venue]) },
  indexes: [index('place', { latitude: 1, longitude: 1 })],
  settle: filledProvince,
});
