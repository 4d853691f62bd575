import type { Filter } from 'mongodb';
import { groupOf, type Services, type View, visibleTo } from '../../lib/content';
import { type Box, type Circle, DEGREE_KILOMETRES, distance, isInBox, type Located, locationOf } from './point';

/** How far a venue may be from a point where nothing else is said. */
export const RADIUS_KILOMETRES = 25;

/** Venues with coordinates that are translations of one another, and how far they are from the middle of the circle, in kilometres; 0 without one. */
interface Place {
  readonly ids: readonly number[];
  readonly kilometres: number;
}

/** Venues that are read at once. */
const BATCH = 2000;

/**
 * The venues that have coordinates, within an area where one is given, and that the user may see, the nearest first; and their translations, as events
 * that name one show what may be seen of its group.
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

/** The IDs of places, each once. */
export const idsOf = (places: readonly Place[]): number[] => [...new Set(places.flatMap(({ ids }) => ids))];

/** The IDs of places in tiers of those that are equally far. */
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

/** The degrees of latitude that an area touches: what an ordinary index can search. */
function between(circle: Circle | undefined, box: Box | undefined): object {
  const reach = circle ? circle.kilometres / DEGREE_KILOMETRES + 0.01 : 0;
  const low = Math.max(circle ? circle.point.latitude - reach : -90, box?.south ?? -90);
  const high = Math.min(circle ? circle.point.latitude + reach : 90, box?.north ?? 90);
  return { $gte: low, $lte: high };
}
