import { venueJsonLd } from '../lib/calendar';
import {
  changedFilters,
  excerpt,
  htmlText,
  imageAlt,
  inlineName,
  type ListFilter,
  line,
  lineSearch,
  type OwnRecord,
  type PostLikeDeclaration,
  type Services,
} from '../lib/content';
import { index } from '../lib/database';
import { distanceField, geoJson } from './places/geojson';
import { boxFilter, nearFilter, VENUE_LOCATIONS } from './places/place-filters';
import { contactFields, filtersByEvents } from './shared/filters-by-events';
import { jsonLdField, placeAnswer } from './shared/json-ld';
import { coordinate, filledProvince, mapSwitches, VENUE_TEXTS } from './venues/fields';

export const venueFilters = (services: Services): readonly ListFilter[] => [
  lineSearch({
    en: 'Venues whose title, description or custom fields contain the text',
    fr: 'Lieux dont le nom, la description ou les autres champs contiennent le texte',
  }),
  ...filtersByEvents(services, 'venues', {
    event: { en: 'Venues related to the event of this ID', fr: 'Lieux liés à l’évènement de cet identifiant' },
    hasEvents: { en: 'Venues that have events, or that have none', fr: 'Lieux qui ont des évènements, ou qui n’en ont pas' },
    upcoming: { en: 'Only venues that have upcoming events', fr: 'Uniquement les lieux qui ont des évènements à venir' },
  }),
  ...changedFilters(services),
  nearFilter(services, VENUE_LOCATIONS),
  boxFilter(services, VENUE_LOCATIONS),
];

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
