import { invalidParam } from '../../lib/errors';
import { filterBy } from '../../lib/kinds/listing/filters';
import type { ListFilter, Narrowing } from '../../lib/kinds/post-like';
import type { Services } from '../../lib/kinds/services';
import { degrees } from '../../lib/values/degrees';
import { bit } from './bit';
import { nearby, RADIUS_KILOMETRES } from './places';

/** In how many places an index is read in order at once: above it servers sort. */
const MOST_PLACES = 30;

const at = (venues: readonly number[]): Narrowing => ({
  condition: { venues: { $in: venues } },
  byHidden: true,
  index: venues.length <= MOST_PLACES ? 'venues' : undefined,
});

/** The filter by whether the venue has coordinates: of a protected event nobody knows that it has a place, and it is among those without. */
export const locatedFilter = (services: Services): ListFilter =>
  filterBy<boolean>(
    'geoloc',
    {
      type: 'boolean',
      description: { en: 'Filter by whether the venue has coordinates', fr: 'Filtrer selon que le lieu a ou non des coordonnées' },
    },
    {
      async where(wanted, { user }) {
        const located = await nearby(services, user);
        if (wanted) return at(located);
        const elsewhere = { venues: { $nin: located } };
        return { condition: (open) => (Object.keys(open).length === 0 ? elsewhere : { $or: [elsewhere, { $nor: [open] }] }) };
      },
      inLinks: bit,
      reads: ['venues'],
    },
  );

/** The filter by how far the venue is from a point. */
export const nearFilter = (services: Services): ListFilter => ({
  args: {
    geoloc_lat: { ...degrees(90), description: { en: 'Latitude of a point near the venue', fr: 'Latitude d’un point proche du lieu' } },
    geoloc_lng: { ...degrees(180), description: { en: 'Longitude of a point near the venue', fr: 'Longitude d’un point proche du lieu' } },
    geoloc_radius: {
      type: 'number',
      default: RADIUS_KILOMETRES,
      minimum: 0,
      maximum: 20_040,
      description: {
        en: 'How far the venue may be from the point, in kilometres',
        fr: 'Distance maximale du lieu au point, en kilomètres',
      },
    },
  },
  async where(sent, { user }) {
    const { geoloc_lat: latitude, geoloc_lng: longitude, geoloc_radius: radius = RADIUS_KILOMETRES } = sent as Near;
    if ((latitude === undefined) !== (longitude === undefined)) {
      const missing = latitude === undefined ? 'geoloc_lat' : 'geoloc_lng';
      throw invalidParam(missing, { en: 'Send both geoloc_lat and geoloc_lng.', fr: 'Envoyez à la fois geoloc_lat et geoloc_lng.' });
    }
    if (latitude === undefined || longitude === undefined) return undefined;
    return at(await nearby(services, user, { point: { latitude, longitude }, kilometres: radius }));
  },
  links({ geoloc_lat, geoloc_lng, geoloc_radius }) {
    return { first: { geoloc_lat, geoloc_lng, geoloc_radius: geoloc_radius === RADIUS_KILOMETRES ? undefined : geoloc_radius } };
  },
  reads: ({ geoloc_lat, geoloc_lng }) => (geoloc_lat === undefined && geoloc_lng === undefined ? [] : ['venues']),
});

interface Near {
  readonly geoloc_lat?: number;
  readonly geoloc_lng?: number;
  readonly geoloc_radius?: number;
}
