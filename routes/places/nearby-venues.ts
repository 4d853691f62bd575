import type { Filter } from 'mongodb';
import { groupOf, type Services, type View, visibleTo } from '../../lib/content';
import { type Box, type Circle, DEGREE_KILOMETRES, distance, isInBox, type Located, locationOf } from './point';

/** The default radius, in km, of a search near a point. */
export const RADIUS_KILOMETRES = 25;

/** A venue with coordinates, with the IDs of its translations. `kilometres` is the distance from the centre, 0 without a centre. */
interface Place {
  readonly ids: readonly number[];
  readonly kilometres: number;
}

/** The number of venues that are read from the database at once. */
const BATCH = 2000;

/**
 * Finds venues with coordinates that the user may see, nearest first, in a circle or box if given. The IDs include translations, since
 * events may link to any of them.
 */
export async function nearbyVenues(
  services: Services,
  { user }: Pick<View, 'user'>,
  { circle, box }: { readonly circle?: Circle | undefined; readonly box?: Box | undefined } = {},
): Promise<Place[]> {
  const filter = { ...visibleTo(user, 'venues'), latitude: between(circle, box) } as Filter<Located>;
  const projection = { latitude: 1, longitude: 1, translations: 1 };
  const found = services.kinds.posts<Located>('venues').collection().find(filter, { projection, batchSize: BATCH });
  return (await found.toArray())
    .flatMap((venue): Place[] => {
      const point = locationOf(venue);
      if (point === undefined || (box && !isInBox(box, point))) return [];
      const kilometres = circle === undefined ? 0 : distance(circle.point, point);
      return circle !== undefined && kilometres > circle.kilometres ? [] : [{ ids: groupOf(venue), kilometres }];
    })
    .sort((one, other) => one.kilometres - other.kilometres);
}

/** Returns the IDs of venues without duplicates. */
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
function between(circle: Circle | undefined, box: Box | undefined): object {
  const reach = circle ? circle.kilometres / DEGREE_KILOMETRES + 0.01 : 0;
  const low = Math.max(circle ? circle.point.latitude - reach : -90, box?.south ?? -90);
  const high = Math.min(circle ? circle.point.latitude + reach : 90, box?.north ?? 90);
  return { $gte: low, $lte: high };
}
