import type { Filter } from 'mongodb';
import {
  type Clause,
  filterBy,
  groupOf,
  type ListFilter,
  type PostRecord,
  type Sent,
  type Services,
  type View,
  visibleTo,
} from '../../lib/content';
import { type ApiError, invalidParam } from '../../lib/errors';
import type { Text } from '../../lib/language';
import { type BoundingBox, boundingBox, degrees } from './degrees';

/** A point on the globe, in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_KILOMETRES = 6371;

/** The length of one degree of latitude, in km. */
const DEGREE_KILOMETRES = (Math.PI / 180) * EARTH_KILOMETRES;

/** Returns the great-circle distance of two points in kilometres. */
export function distance(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = height + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width;
  return 2 * EARTH_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the points of venues in an API response, without venues that lack coordinates. */
export const pointsOf = (venues: unknown): Point[] =>
  ([venues].flat() as readonly Readonly<Record<string, unknown>>[]).flatMap(({ geo_lat: latitude, geo_lng: longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ latitude, longitude }] : [],
  );

/** The default of `geoloc_radius`. */
const RADIUS_KILOMETRES = 25;

/** A stored venue with coordinates. */
type Located = PostRecord & Point;

/** Number of venues in one batch of a query. */
const BATCH = 2000;

const between = (low: number, high: number) => ({ $gte: low, $lte: high });

/** Returns the MongoDB condition of venues in a box or on its edge. If `west` is greater than `east`, the box crosses the date line. */
const inBox = ([west, south, east, north]: BoundingBox): object => ({
  latitude: between(south, north),
  ...(west <= east ? { longitude: between(west, east) } : { $or: [{ longitude: { $gte: west } }, { longitude: { $lte: east } }] }),
});

const WHOLE_GLOBE: BoundingBox = [-180, -90, 180, 90];

/** Finds the venues in a box that the user may see. */
const venuesIn = (box: BoundingBox, services: Services, { user }: Pick<View, 'user'>): Promise<Located[]> => {
  const filter = { $and: [visibleTo(user, 'venues'), inBox(box)] } as Filter<Located>;
  const projection = { latitude: 1, longitude: 1, translations: 1 };
  return services.stores.posts<Located>('venues').collection().find(filter, { projection, batchSize: BATCH }).toArray();
};

/** Returns the IDs of venues and of their translations. Events may link to any of them. */
const venueIds = (venues: readonly Located[]): number[] => [...new Set(venues.flatMap(groupOf))];

/** Finds the venues around a point that the user may see: their IDs, grouped by equal distance, the nearest first. */
const nearestVenues = async (services: Services, view: View, point: Point, radius: number): Promise<number[][]> => {
  // A degree of latitude has the same length everywhere.
  const reach = radius / DEGREE_KILOMETRES + 0.01;
  const strip: BoundingBox = [-180, point.latitude - reach, 180, point.latitude + reach];
  const found = (await venuesIn(strip, services, view)).map((venue) => ({ ids: groupOf(venue), kilometres: distance(point, venue) }));
  const tiers = new Map<number, number[]>();
  const placed = new Set<number>();
  for (const { ids, kilometres } of found.sort((one, other) => one.kilometres - other.kilometres)) {
    const rest = ids.filter((id) => kilometres <= radius && !placed.has(id));
    for (const id of rest) placed.add(id);
    if (rest.length > 0) tiers.set(kilometres, [...(tiers.get(kilometres) ?? []), ...rest]);
  }
  return [...tiers.values()];
};

/** The maximum number of venues for which MongoDB reads an index in list order. With more venues it sorts the records. */
const MOST_PLACES = 30;

/** The location of a type's records: events link to venues, and venues have locations themselves. */
interface Locations {
  /** Makes the clause of records at one of the venues. */
  readonly at: (venues: readonly number[]) => Clause;
  /** The stored field with the IDs of venues. */
  readonly field: string;
  /** The description of the filter by a box, without the names of its corners in degrees. */
  readonly within: Text;
}

/** The locations of events. Readers without the password cannot find protected events by their venues. */
export const EVENT_LOCATIONS: Locations = {
  at: (venues) => ({
    condition: { venues: { $in: venues } },
    ifProtected: 'exclude',
    index: venues.length <= MOST_PLACES ? 'venues' : undefined,
    countIndex: 'venues',
  }),
  field: 'venues',
  within: { en: 'Events at venues within west,south,east,north', fr: 'Évènements dans des lieux situés dans ouest,sud,est,nord' },
};

export const VENUE_LOCATIONS: Locations = {
  at: (venues) => ({ condition: { _id: { $in: venues } }, index: null }),
  field: '_id',
  within: { en: 'Venues within west,south,east,north', fr: 'Lieux situés dans ouest,sud,est,nord' },
};

/** Makes the filter of events with coordinates. Password-protected events count as having none. */
export const locatedFilter = (services: Services): ListFilter =>
  filterBy<boolean>(
    'geoloc',
    {
      type: 'boolean',
      description: {
        en: 'Events at venues with coordinates or, with false, all others',
        fr: 'Évènements dans des lieux qui ont des coordonnées ou, avec false, tous les autres',
      },
    },
    {
      async where(hasLocation, view) {
        const located = venueIds(await venuesIn(WHOLE_GLOBE, services, view));
        if (hasLocation) return EVENT_LOCATIONS.at(located);
        return { condition: { venues: { $nin: located } }, ifProtected: 'match' };
      },
      inLinks: Number,
    },
  );

/** The args of the filter by distance. */
interface Near {
  readonly geoloc_lat?: number;
  readonly geoloc_lng?: number;
  readonly geoloc_radius?: number;
}

/** Returns the point in the request. Undefined without both coordinates. */
const pointOf = ({ geoloc_lat: latitude, geoloc_lng: longitude }: Near): Point | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

/** Returns the refusal of an order by distance without a point. */
const withoutPoint = (sent: Sent): ApiError | undefined =>
  pointOf(sent) === undefined
    ? invalidParam('sort', {
        en: 'Send geoloc_lat and geoloc_lng too: the distance is measured from that point.',
        fr: 'Envoyez aussi geoloc_lat et geoloc_lng : la distance se mesure depuis ce point.',
      })
    : undefined;

const RADIUS_TEXT: Text = {
  en: 'The maximum distance of the venue from the point, in kilometres',
  fr: 'La distance maximale du lieu au point, en kilomètres',
};

/** Makes the filter by distance from a point. It also offers the order `distance`, and passes the point to the field `distance`. */
export const nearFilter = (services: Services, { at, field }: Locations): ListFilter => ({
  args: {
    geoloc_lat: {
      ...degrees(90),
      description: {
        en: 'The latitude of the point to search around, in degrees. Send geoloc_lng too',
        fr: 'La latitude du point autour duquel chercher, en degrés. Envoyez aussi geoloc_lng',
      },
    },
    geoloc_lng: {
      ...degrees(180),
      description: {
        en: 'The longitude of the point to search around, in degrees. Send geoloc_lat too',
        fr: 'La longitude du point autour duquel chercher, en degrés. Envoyez aussi geoloc_lat',
      },
    },
    geoloc_radius: { type: 'number', default: RADIUS_KILOMETRES, minimum: 0, maximum: 20_040, description: RADIUS_TEXT },
  },
  async where(sent, view) {
    const { geoloc_lat, geoloc_lng, geoloc_radius: radius = RADIUS_KILOMETRES } = sent as Near;
    if ((geoloc_lat === undefined) !== (geoloc_lng === undefined)) {
      const missing = geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng';
      throw invalidParam(missing, { en: 'Send both geoloc_lat and geoloc_lng.', fr: 'Envoyez à la fois geoloc_lat et geoloc_lng.' });
    }
    const point = pointOf(sent);
    if (point === undefined) return undefined;
    const tiers = await nearestVenues(services, view, point, radius);
    return { ...at(tiers.flat()), tiers: { field, tiers } };
  },
  inLinks: ({ geoloc_lat, geoloc_lng, geoloc_radius }) => ({
    geoloc_lat,
    geoloc_lng,
    geoloc_radius: geoloc_radius === RADIUS_KILOMETRES ? undefined : geoloc_radius,
  }),
  tiers: { distance: withoutPoint },
  passes(sent) {
    const point = pointOf(sent);
    return point && { point };
  },
});

/** Makes the filter by a box of coordinates. */
export const boxFilter = (services: Services, { at, within }: Locations): ListFilter =>
  filterBy<BoundingBox>(
    'bbox',
    {
      ...boundingBox,
      description: {
        en: `${within.en}, in degrees. If west is greater than east, the area crosses the date line`,
        fr: `${within.fr}, en degrés. Si ouest est supérieur à est, la zone franchit la ligne de changement de date`,
      },
    },
    {
      where: async (box, view) => at(venueIds(await venuesIn(box, services, view))),
      last: true,
    },
  );
