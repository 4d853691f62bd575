import { venueJsonLd } from '../lib/calendar/json-ld';
import { errors } from '../lib/errors';
import type { Sent } from '../lib/kinds/post-like/context';
import type { Services } from '../lib/kinds/services';
import { index } from '../lib/records/indexes';
import { type AnswerValue, exactly } from '../lib/registry/answers';
import { toNumber } from '../lib/registry/coerce';
import { degreesSent, TEXT } from '../lib/values/accepted';
import { isTrue } from '../lib/values/common';
import type { LinkedRecord } from './events/event-record';
import type { placeAnswer } from './events/json-ld-answers';
import { filledIn, line, linkedKind, nameArg, textArg, websiteArg } from './events/linked-kind';
import { venueAnswer } from './venue-answer';

export interface VenueRecord extends LinkedRecord {
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly province: string;
  readonly state: string;
  readonly zip: string;
  readonly phone: string;
  readonly website: string;
  readonly stateprovince: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  /** Degrees, WGS 84. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const switchArg = (name: string) =>
  ({
    type: 'string',
    default: null,
    // Answers show a boolean, and what was read can be written back (DIFFERENCES 29).
    validate(value: unknown, request: { record: unknown }): true {
      if (typeof value === 'boolean' && request.record !== undefined) return true;
      if (typeof value !== 'string') throw errors.invalidType(name, ['string']);
      return true;
    },
    sanitize(value: unknown): boolean {
      if (value === null) throw errors.invalidType(name, ['string']);
      return isTrue(value);
    },
    accepts: TEXT,
  }) as const;

const degrees = (most: 90 | 180) =>
  ({
    type: 'number',
    validate(value: unknown): true {
      const number = toNumber(value);
      if (value === '' || (number !== undefined && Math.abs(number) <= most)) return true;
      throw errors.invalidValue({ en: `Send degrees between -${most} and ${most}.`, fr: `Envoyez des degrés entre -${most} et ${most}.` });
    },
    sanitize: (value: unknown): number | null => (value === '' || value === null ? null : Number(value)),
    accepts: degreesSent(most),
  }) as const;

/** A venue as it is shown. */
export type Venue = AnswerValue<typeof venueAnswer>;

/** The venues of the calendar (SPECIFICATION 4.3). */
export const venues = (services: Services) =>
  linkedKind<VenueRecord, Venue>(services, {
    kind: 'venue',
    plural: 'venues',
    name: { en: 'venue', fr: 'lieu' },
    names: { en: 'venues', fr: 'lieux' },
    one: { en: 'a venue', fr: 'un lieu' },
    indexes: [index('place', { latitude: 1, longitude: 1 })],
    filters: {
      search: {
        en: 'Venues whose title, description or custom fields contain the text',
        fr: 'Lieux dont le nom, la description ou les autres champs contiennent le texte',
      },
      event: { en: 'Venues related to the event of this ID', fr: 'Lieux liés à l’évènement de cet identifiant' },
      hasEvents: { en: 'Venues that have events, or that have none', fr: 'Lieux qui ont des évènements, ou qui n’en ont pas' },
      upcoming: { en: 'Only venues that have upcoming events', fr: 'Uniquement les lieux qui ont des évènements à venir' },
    },
    fields: {
      venue: nameArg({ en: 'The venue name', fr: 'Le nom du lieu' }),
      description: textArg('description', { en: 'The venue description', fr: 'La description du lieu' }),
      show_map: {
        ...switchArg('show_map'),
        description: { en: 'Whether events at the venue show a map', fr: 'Indique si les évènements du lieu affichent une carte' },
      },
      show_map_link: {
        ...switchArg('show_map_link'),
        description: {
          en: 'Whether events at the venue show a map link',
          fr: 'Indique si les évènements du lieu affichent un lien vers une carte',
        },
      },
      address: textArg('address', { en: 'The venue address', fr: 'L’adresse du lieu' }),
      city: textArg('city', { en: 'The venue city', fr: 'La ville du lieu' }),
      country: textArg('country', { en: 'The venue country', fr: 'Le pays du lieu' }),
      province: textArg('province', { en: 'The venue province', fr: 'La province du lieu' }),
      state: textArg('state', { en: 'The venue state', fr: 'L’état ou la région du lieu' }),
      zip: textArg('zip', { en: 'The venue ZIP or postal code', fr: 'Le code postal du lieu' }),
      phone: textArg('phone', { en: 'The venue phone number', fr: 'Le numéro de téléphone du lieu' }),
      stateprovince: textArg('stateprovince', { en: 'The venue state and province', fr: 'L’état et la province du lieu' }),
      website: websiteArg('website', { en: 'The venue website', fr: 'Le site web du lieu' }),
      geo_lat: { ...degrees(90), description: { en: 'The venue latitude in degrees', fr: 'La latitude du lieu en degrés' } },
      geo_lng: { ...degrees(180), description: { en: 'The venue longitude in degrees', fr: 'La longitude du lieu en degrés' } },
    },
    nullable: ['image'],
    switches: ['show_map', 'show_map_link'],
    emptied: { geo_lat: null, geo_lng: null },
    texts: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'],
    write: (sent, current) => ({
      showMap: pick(sent['show_map'], current?.showMap ?? true),
      showMapLink: pick(sent['show_map_link'], current?.showMapLink ?? true),
      latitude: pick(sent['geo_lat'], current?.latitude ?? null),
      longitude: pick(sent['geo_lng'], current?.longitude ?? null),
      ...filledProvince(sent, current),
    }),
    answer: () => venueAnswer,
    present(record, { head, body, foot }, single) {
      const { address, city, country, province, state, zip, phone, website, stateprovince } = record;
      const shown = {
        ...head,
        venue: record.name,
        ...body,
        ...filledIn({ address, city, country, province, state, zip, phone, website, stateprovince }),
        ...(record.latitude !== null && { geo_lat: record.latitude }),
        ...(record.longitude !== null && { geo_lng: record.longitude }),
      };
      const jsonLd = single && { json_ld: place(venueJsonLd(shown)) };
      return venue({ ...shown, ...jsonLd, show_map: record.showMap, show_map_link: record.showMapLink, ...foot });
    },
  });

const place = exactly<typeof placeAnswer>();
const venue = exactly<typeof venueAnswer>();

/** What countries are called whose states count for more than provinces; a country that is not said is one of them (REFERENCE 5.2). */
const COUNTRIES_OF_STATES = new Set(['', 'US', 'United States', 'États-Unis']);

type Place = Pick<VenueRecord, 'country' | 'province' | 'state'>;

const provinceOf = ({ country, province, state }: Place): string => (state !== '' && COUNTRIES_OF_STATES.has(country) ? state : province);

/**
 * The state and province where it is not said itself: filled from what is said of state, province and country (REFERENCE 5.2).
 * An update fills it as one of the two changes, and empties it with what it was filled from; else it stays (DIFFERENCES 10, 29).
 */
function filledProvince(sent: Sent, current: VenueRecord | undefined): Partial<Pick<VenueRecord, 'stateprovince'>> {
  if (sent['stateprovince']) return {};
  const said = (name: keyof Place): string => (typeof sent[name] === 'string' ? line(sent[name]) : '');
  const filled = provinceOf({ country: said('country'), province: said('province'), state: said('state') });
  if (!current) return { stateprovince: filled };
  const changed = (['province', 'state'] as const).some((name) => sent[name] !== undefined && said(name) !== current[name]);
  if (!changed) return {};
  if (filled !== '' || current.stateprovince === provinceOf(current)) return { stateprovince: filled };
  return {};
}

const pick = <T>(sent: unknown, otherwise: T): T => (sent === undefined ? otherwise : (sent as T));
