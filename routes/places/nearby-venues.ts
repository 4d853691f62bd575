import type { Filter } from 'mongodb';
import type { View } from '../../lib/kinds/context';
import { groupOf } from '../../lib/kinds/group-members';
import { isToldKept } from '../../lib/kinds/kept-reads';
import { visibleTo } from '../../lib/kinds/posts/visibility';
import type { Services } from '../../lib/kinds/services';
import { ALL_LANGUAGES } from '../../lib/language';
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

/** What of a venue says where its group lies. */
type Placing = Pick<Located, '_id' | 'latitude' | 'longitude'> & { readonly group: readonly number[] };

const COORDINATES = ['latitude', 'longitude'] as const;
// Events may name any member of a venue's group.
const SIBLINGS = ALL_LANGUAGES.languages.map((language) => `translations.${language}.id`);

/** The venues that a filter lets through, from memory. */
const heldVenues = async ({ columns }: Services, filter: object): Promise<readonly Placing[] | undefined> => {
  const found = await columns.of('venues').values(filter, [...COORDINATES, ...SIBLINGS]);
  return found?.map(({ id, values: [latitude, longitude, ...siblings] }) => ({
    _id: id,
    latitude: latitude as number | null,
    longitude: longitude as number | null,
    group: [id, ...siblings.filter((one) => one !== null)] as number[],
  }));
};

const storedVenues = async ({ kinds }: Services, filter: Filter<Located>): Promise<readonly Placing[]> => {
  const projection = { latitude: 1, longitude: 1, translations: 1 };
  const found = await kinds.posts<Located>('venues').collection().find(filter, { projection, batchSize: BATCH }).toArray();
  return found.map((venue) => ({ ...venue, group: groupOf(venue) }));
};

/**
 * The venues that have coordinates, within an area where one is given, and that the user may see, the nearest first; and their translations, as events
 * that name one show what may be seen of its group.
 */
export async function nearbyVenues(
  services: Services,
  view: Pick<View, 'user' | 'isFresh'>,
  { circle, box }: { readonly circle?: Circle | undefined; readonly box?: Box | undefined } = {},
): Promise<Place[]> {
  const filter = { ...visibleTo(view.user, 'venues'), latitude: between(circle, box) } as Filter<Located>;
  const held = isToldKept(view) ? await heldVenues(services, filter) : undefined;
  return (held ?? (await storedVenues(services, filter)))
    .flatMap((venue): Place[] => {
      const point = locationOf(venue);
      if (point === undefined || (box && !isInBox(box, point))) return [];
      const kilometres = circle === undefined ? 0 : distance(circle.point, point);
      return circle !== undefined && kilometres > circle.kilometres ? [] : [{ ids: venue.group, kilometres }];
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
