import { venueJsonLd } from '../lib/calendar/json-ld';
import { htmlText, imageAlt, line, websiteLine } from '../lib/kinds/fields/lines';
import type { OwnRecord } from '../lib/kinds/fields/own-record';
import { USUAL_TEXTS } from '../lib/kinds/fields/usual-texts';
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
  venue: name('venue', USUAL_TEXTS.title),
  description: htmlText(USUAL_TEXTS.description, true),
  excerpt: shownExcerpt,
  address: line({ en: 'Street and number, in one line', fr: 'La rue et le numéro, en une ligne' }, true),
  city: line(
    {
      en: 'The city or town, as it is called in the language of the record',
      fr: 'La ville, telle qu’elle s’appelle dans la langue de l’enregistrement',
    },
    'initially',
  ),
  country: line(
    {
      en: 'The country, by its name or its code of ISO 3166-1, either of which tells pages how addresses are written there; any other text is taken too',
      fr: 'Le pays, par son nom ou son code ISO 3166-1, d’où les pages savent comment s’écrivent les adresses ; tout autre texte est admis aussi',
    },
    'initially',
  ),
  province: line(
    {
      en: 'The province, in countries that have some; see stateprovince',
      fr: 'La province, dans les pays qui en ont ; voir stateprovince',
    },
    true,
  ),
  state: line({ en: 'The state, in the United States; see stateprovince', fr: 'L’État, aux États-Unis ; voir stateprovince' }, true),
  zip: line(
    { en: 'The ZIP or postal code, as text, so that its zeros stay', fr: 'Le code postal, en texte, pour que ses zéros restent' },
    true,
  ),
  phone: line(
    { en: 'A phone number for visitors, as it is to be read', fr: 'Un numéro de téléphone pour les visiteurs, tel qu’il doit être lu' },
    true,
  ),
  website: websiteLine({
    en: 'Its own site: an address with its scheme, such as https://example.org',
    fr: 'Son propre site : une adresse avec son protocole, comme https://example.org',
  }),
  stateprovince: line(
    {
      en: 'The region that addresses name: made of state where the country is the United States or is not said, else of province, unless given',
      fr: 'La région que nomment les adresses : tirée de state si le pays est les États-Unis ou n’est pas dit, sinon de province, à moins d’être donnée',
    },
    true,
  ),
  geo_lat: coordinate('latitude', 90, {
    en: 'The latitude in degrees (WGS 84), north of the equator above 0; with geo_lng it can be found by place',
    fr: 'La latitude en degrés (WGS 84), positive au nord de l’équateur ; avec geo_lng, il peut être trouvé par position',
  }),
  geo_lng: coordinate('longitude', 180, {
    en: 'The longitude in degrees (WGS 84), east of Greenwich above 0',
    fr: 'La longitude en degrés (WGS 84), positive à l’est de Greenwich',
  }),
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
