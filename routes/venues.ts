import { venueJsonLd } from '../lib/calendar';
import { excerpt, htmlText, imageAlt, inlineName, line, type OwnRecord, type PostLikeDeclaration, type Services } from '../lib/content';
import { index } from '../lib/database';
import { distanceField } from './places/distance-field';
import { geoJson } from './places/geojson';
import { contactFields } from './shared/contact-fields';
import { jsonLdField, placeAnswer } from './shared/json-ld';
import { coordinate, mapSwitches, VENUE_TEXTS } from './venues/fields';
import { venueFilters } from './venues/filters';
import { filledProvince } from './venues/province';

const fields = {
  venue: inlineName('venue'),
  description: htmlText({ optional: true }),
  excerpt: { ...excerpt, accepted: false },
  address: line(VENUE_TEXTS.address, { shared: true }),
  city: line(VENUE_TEXTS.city, { shared: 'initially' }),
  country: line(VENUE_TEXTS.country, { shared: 'initially' }),
  province: line(VENUE_TEXTS.province, { shared: true }),
  state: line(VENUE_TEXTS.state, { shared: true }),
  zip: line(VENUE_TEXTS.zip, { shared: true }),
  ...contactFields,
  stateprovince: line(VENUE_TEXTS.stateprovince, { shared: true }),
  geo_lat: coordinate('latitude', 90, VENUE_TEXTS.geo_lat),
  geo_lng: coordinate('longitude', 180, VENUE_TEXTS.geo_lng),
  image_alt: imageAlt,
  json_ld: jsonLdField(venueJsonLd, placeAnswer),
  ...mapSwitches,
  distance: distanceField((venue) => venue),
} as const;

export type VenueRecord = OwnRecord<typeof fields>;

export const venues = (services: Services): PostLikeDeclaration<VenueRecord> => ({
  kind: 'venue',
  plural: 'venues',
  name: { en: 'venue', fr: 'lieu' },
  names: { en: 'venues', fr: 'lieux' },
  one: { en: 'a venue', fr: 'un lieu' },
  fields,
  titled: 'name',
  sparse: true,
  filters: venueFilters(services),
  formats: { geojson: geoJson((venue) => [venue]) },
  indexes: [index('place', { latitude: 1, longitude: 1 })],
  settle: filledProvince,
});
