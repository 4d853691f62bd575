import type { Filter } from 'mongodb';
import { type BoundingBox, groupOf, type PostRecord, type Services, type View, visibleTo } from '../../lib/content';

/** A point on the globe, in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A circular area on the globe: its centre, and its radius in km. */
interface Circle {
  readonly point: Point;
  readonly kilometres: number;
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

/** True if a point lies in a box or on its edge. If `west` is greater than `east`, the box crosses the date line. */
const isInBox = ([west, south, east, north]: BoundingBox, { latitude, longitude }: Point): boolean => {
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return latitude >= south && latitude <= north && isBetween;
};

/** A record with coordinates in degrees; null means unknown. */
interface Located extends PostRecord {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Returns the points of venues in an API response, without venues that lack coordinates. */
export const pointsOf = (venues: unknown): Point[] =>
  ([venues].flat() as readonly Readonly<Record<string, unknown>>[]).flatMap(({ geo_lat: latitude, geo_lng: longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ latitude, longitude }] : [],
  );

export const RADIUS_KILOMETRES = 25;

/** A venue with coordinates, with the IDs of its translations. `kilometres` is the distance from the centre, 0 without a centre. */
interface Place {
  readonly ids: readonly number[];
  readonly kilometres: number;
}

const BATCH = 2000;

/**
 * Finds venues with coordinates that the user may see, nearest first, in a circle or box if given. The IDs include translations, since
 * events may link to any of them.
 */
export async function nearbyVenues(
  services: Services,
  { user }: Pick<View, 'user'>,
  { circle, box }: { readonly circle?: Circle | undefined; readonly box?: BoundingBox | undefined } = {},
): Promise<Place[]> {
  const filter = { ...visibleTo(user, 'venues'), latitude: between(circle, box) } as Filter<Located>;
  const projection = { latitude: 1, longitude: 1, translations: 1 };
  const found = services.kinds.posts<Located>('venues').collection().find(filter, { projection, batchSize: BATCH });
  return (await found.toArray())
    .flatMap((venue): Place[] => {
      const { latitude, longitude } = venue;
      if (latitude === null || longitude === null) return [];
      const point = { latitude, longitude };
      if (box && !isInBox(box, point)) return [];
      const kilometres = circle === undefined ? 0 : distance(circle.point, point);
      return circle !== undefined && kilometres > circle.kilometres ? [] : [{ ids: groupOf(venue), kilometres }];
    })
    .sort((one, other) => one.kilometres - other.kilometres);
}

export const idsOf = (places: readonly Place[]): number[] => [...new Set(places.flatMap(({ ids }) => ids))];

/** Groups the IDs of venues by equal distance. */
export const tiersOf = (places: readonly Place[]): number[][] => {
  const tiers = new Map<number, number[]>();
  const known = new Set<number>();
  for (const { ids, kilometres } of places) {
    const fresh = ids.filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
    if (fresh.length > 0) tiers.set(kilometres, [...(tiers.get(kilometres) ?? []), ...fresh]);
  }
  return [...tiers.values()];
};

/** Returns the MongoDB condition on the latitudes of a circle or box, which an ordinary index can serve. */
function between(circle: Circle | undefined, box: BoundingBox | undefined): object {
  const reach = circle ? circle.kilometres / DEGREE_KILOMETRES + 0.01 : 0;
  const low = Math.max(circle ? circle.point.latitude - reach : -90, box?.[1] ?? -90);
  const high = Math.min(circle ? circle.point.latitude + reach : 90, box?.[3] ?? 90);
  return { $gte: low, $lte: high };
}
