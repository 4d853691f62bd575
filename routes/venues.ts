import { venueJsonLd } from '../lib/calendar/json-ld';
import { htmlText, imageAlt, line, websiteLine } from '../lib/kinds/fields/lines';
import type { OwnRecord } from '../lib/kinds/fields/own-record';
import type { PostLikeDeclaration } from '../lib/kinds/post-like';
import type { Services } from '../lib/kinds/services';
import { index } from '../lib/records/indexes';
import { placeAnswer } from './json-ld-answers';
import { jsonLdField } from './json-ld-field';
import { type Linked, linkedFilters, linkedKind, name, shownExcerpt } from './linked';
import { distanceField } from './places/distance-field';
import { geoJson } from './places/geojson';
import { boxFilter, nearFilter, VENUES_PLACED } from './places/place-filters';
import { coordinate, mapSwitches } from './venues/fields';
import { filledProvince } from './venues/province';

const fields = {
  venue: name('venue', { en: 'The venue name', fr: 'Le nom du lieu' }),
  description: htmlText({ en: 'The venue description', fr: 'La description du lieu' }, true),
  excerpt: shownExcerpt,
  address: line({ en: 'The venue address', fr: 'L’adresse du lieu' }, true),
  city: line({ en: 'The venue city', fr: 'La ville du lieu' }, 'initially'),
  country: line({ en: 'The venue country', fr: 'Le pays du lieu' }, 'initially'),
  province: line({ en: 'The venue province', fr: 'La province du lieu' }, true),
  state: line({ en: 'The venue state', fr: 'L’état ou la région du lieu' }, true),
  zip: line({ en: 'The venue ZIP or postal code', fr: 'Le code postal du lieu' }, true),
  phone: line({ en: 'The venue phone number', fr: 'Le numéro de téléphone du lieu' }, true),
  website: websiteLine({ en: 'The venue website', fr: 'Le site web du lieu' }),
  stateprovince: line({ en: 'The venue state and province', fr: 'L’état et la province du lieu' }, true),
  geo_lat: coordinate('latitude', 90, { en: 'The venue latitude in degrees', fr: 'La latitude du lieu en degrés' }),
  geo_lng: coordinate('longitude', 180, { en: 'The venue longitude in degrees', fr: 'La longitude du lieu en degrés' }),
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
    ...linkedFilters(services, 'venues', {
      search: {
        en: 'Venues whose title, description or custom fields contain the text',
        fr: 'Lieux dont le nom, la description ou les autres champs contiennent le texte',
      },
      event: { en: 'Venues related to the event of this ID', fr: 'Lieux liés à l’évènement de cet identifiant' },
      hasEvents: { en: 'Venues that have events, or that have none', fr: 'Lieux qui ont des évènements, ou qui n’en ont pas' },
      upcoming: { en: 'Only venues that have upcoming events', fr: 'Uniquement les lieux qui ont des évènements à venir' },
    }),
    nearFilter(services, VENUES_PLACED),
    boxFilter(services, VENUES_PLACED),
  ],
  formats: { geojson: geoJson((venue) => [venue]) },
  indexes: [index('place', { latitude: 1, longitude: 1 })],
  settle: filledProvince,
});
