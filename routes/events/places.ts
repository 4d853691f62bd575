import type { Filter } from 'mongodb';
import { groupOf } from '../../lib/kinds/group-members';
import { visibleTo } from '../../lib/kinds/posts/visibility';
import type { Services, User } from '../../lib/kinds/services';
import type { VenueRecord } from '../venues';

/** A point on the globe, in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** How far a venue may be from a point where nothing else is said. */
export const RADIUS_KILOMETRES = 25;

const EARTH_KILOMETRES = 6371;
const DEGREE_KILOMETRES = (Math.PI / 180) * EARTH_KILOMETRES;

/**
 * The IDs of the venues that have coordinates, within a circle where one is given, and that the user may see; and those of their translations, as
 * events that name one show what may be seen of its group.
 */
export async function nearby(
  services: Services,
  user: User | undefined,
  circle?: { readonly point: Point; readonly kilometres: number },
): Promise<number[]> {
  const venues = services.kinds.posts<VenueRecord>('venues').collection();
  const filter = { ...visibleTo(user, 'venues'), ...boxAround(circle) } as Filter<VenueRecord>;
  const found = await venues.find(filter, { projection: { latitude: 1, longitude: 1, translations: 1 } }).toArray();
  const there = found
    .filter(({ latitude, longitude }) => latitude !== null && longitude !== null)
    .filter(
      ({ latitude, longitude }) =>
        !circle || distance(circle.point, { latitude: Number(latitude), longitude: Number(longitude) }) <= circle.kilometres,
    )
    .flatMap(groupOf);
  return [...new Set(there)];
}

/** The degrees of latitude that the circle touches: what an ordinary index can search. */
function boxAround(circle: { readonly point: Point; readonly kilometres: number } | undefined): object {
  const reach = circle ? circle.kilometres / DEGREE_KILOMETRES + 0.01 : 0;
  const [low, high] = circle ? [circle.point.latitude - reach, circle.point.latitude + reach] : [-90, 90];
  return { latitude: { $gte: low, $lte: high } };
}

/** Great-circle distance in kilometres. */
export function distance(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = height + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width;
  return 2 * EARTH_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
