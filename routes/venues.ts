import { oneLine, venueJsonLd } from '../lib/calendar';
import {
  excerpt,
  htmlText,
  imageAlt,
  inlineName,
  line,
  type OwnRecord,
  type PostLikeDeclaration,
  type Sent,
  type Services,
  TRUE_WORDS,
  textSwitch,
} from '../lib/content';
import { index } from '../lib/database';
import type { Text } from '../lib/language';
import { degreesOrNone } from './places/degrees';
import { distanceField, geoJson } from './places/geojson';
import { boxFilter, nearFilter, VENUE_LOCATIONS } from './places/place-filters';
import { contactFields, hostFilters } from './shared/hosts';
import { jsonLdField, placeAnswer } from './shared/json-ld';

/** The name, by language, of the country whose states take precedence over provinces. */
const UNITED_STATES: Text = { en: 'United States', fr: 'États-Unis' };
const NAMES = Object.values(UNITED_STATES);
/** Countries whose addresses have states. An empty country counts too. */
const COUNTRIES_OF_STATES = new Set(['', 'US', ...NAMES]);

interface Place {
  readonly country: string;
  readonly province: string;
  readonly state: string;
}

interface DerivedProvince {
  readonly stateprovince: string;
}

const provinceOf = ({ country, province, state }: Place): string => (state !== '' && COUNTRIES_OF_STATES.has(country) ? state : province);

/**
 * Derives `stateprovince` from state or province, unless the request has it. An update derives it only if state or province changes. If the
 * derived text is empty, a stored text that was not derived stays.
 */
function derivedProvince(sent: Sent, { current }: { readonly current: (Place & DerivedProvince) | undefined }): Partial<DerivedProvince> {
  if (sent['stateprovince']) return {};
  const sentText = (name: keyof Place): string => (typeof sent[name] === 'string' ? oneLine(sent[name]) : '');
  const place = { country: sentText('country'), province: sentText('province'), state: sentText('state') };
  const filled = provinceOf(place);
  if (!current) return { stateprovince: filled };
  const changed = (['province', 'state'] as const).some((name) => sent[name] !== undefined && sentText(name) !== current[name]);
  if (!changed) return {};
  if (filled !== '') return { stateprovince: filled };
  if (current.stateprovince !== provinceOf(current)) return {};
  const left = (name: keyof Place): string => (sent[name] === undefined ? current[name] : place[name]);
  return { stateprovince: provinceOf({ country: left('country'), province: left('province'), state: left('state') }) };
}

/** Makes a coordinate field, in degrees (WGS 84); null if unknown. */
const coordinate = <const S extends string>(as: S, most: 90 | 180, description: Text) =>
  ({
    ...degreesOrNone(most),
    as,
    empty: null,
    shared: true,
    answers: { type: 'number', minimum: -most, maximum: most, description },
    description,
  }) as const;

/** Makes a boolean field that is true by default. Clients send a text, and responses show a boolean. */
const mapSwitch = <const S extends string>(as: S, shown: Text) =>
  ({
    ...textSwitch,
    default: null,
    as,
    empty: true,
    shared: true,
    nulled: 'refused',
    omitted: false,
    answers: { type: 'boolean', required: true, description: shown },
    description: {
      en: `${shown.en}: ${TRUE_WORDS.en} for yes, any other text for no. Yes by default`,
      fr: `${shown.fr} : ${TRUE_WORDS.fr} pour oui, tout autre texte pour non. Oui par défaut`,
    },
  }) as const;

const mapSwitches = {
  show_map: mapSwitch('showMap', {
    en: 'Whether clients should show a map of the venue',
    fr: 'Indique si les clients doivent montrer une carte du lieu',
  }),
  show_map_link: mapSwitch('showMapLink', {
    en: 'Whether the page of the venue links the address to a map',
    fr: 'Indique si la page du lieu mène de l’adresse à une carte',
  }),
} as const;

const fields = {
  venue: inlineName('venue'),
  description: htmlText({ optional: true }),
  excerpt: { ...excerpt, accepted: false },
  address: line({ en: 'Street and number, in one line', fr: 'La rue et le numéro, en une ligne' }, { shared: true }),
  city: line(
    { en: 'The city or town, in the language of the record', fr: 'La ville, dans la langue de l’enregistrement' },
    { shared: 'initially' },
  ),
  country: line(
    {
      en: 'The country: its name or its code of two letters (ISO 3166-1). Pages write the address in the form of that country. Any other text is accepted too',
      fr: 'Le pays : son nom ou son code de deux lettres (ISO 3166-1). Les pages écrivent l’adresse selon l’usage de ce pays. Tout autre texte est accepté aussi',
    },
    { shared: 'initially' },
  ),
  province: line(
    {
      en: 'The province, in countries with provinces; see stateprovince',
      fr: 'La province, dans les pays à provinces ; voir stateprovince',
    },
    { shared: true },
  ),
  state: line(
    { en: 'The state, in the United States; see stateprovince', fr: 'L’État, aux États-Unis ; voir stateprovince' },
    { shared: true },
  ),
  zip: line(
    {
      en: 'The ZIP or postal code, as text, so that leading zeros stay',
      fr: 'Le code postal, en texte, pour conserver les zéros du début',
    },
    { shared: true },
  ),
  ...contactFields,
  stateprovince: line(
    {
      en: `The region in addresses. By default it is made of state if the country is missing or is US, ${NAMES.join(' or ')}, else of province`,
      fr: `La région dans les adresses. Par défaut elle est tirée de state si le pays manque ou est US, ${NAMES.join(' ou ')}, sinon de province`,
    },
    { shared: true },
  ),
  geo_lat: coordinate('latitude', 90, {
    en: 'The latitude in degrees (WGS 84), positive north of the equator. Searches by place need geo_lng too',
    fr: 'La latitude en degrés (WGS 84), positive au nord de l’équateur. Les recherches par position demandent aussi geo_lng',
  }),
  geo_lng: coordinate('longitude', 180, {
    en: 'The longitude in degrees (WGS 84), positive east of Greenwich',
    fr: 'La longitude en degrés (WGS 84), positive à l’est de Greenwich',
  }),
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
  filters: [
    ...hostFilters(services, 'venues', { en: 'venues', fr: 'lieux' }),
    nearFilter(services, VENUE_LOCATIONS),
    boxFilter(services, VENUE_LOCATIONS),
  ],
  formats: { geojson: geoJson((venue) => [venue]) },
  indexes: [index('place', { latitude: 1, longitude: 1 })],
  settle: derivedProvince,
});
