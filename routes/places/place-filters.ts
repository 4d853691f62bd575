import {
  type BoundingBox,
  boundingBox,
  type Clause,
  degrees,
  filterBy,
  hidesNothing,
  type ListFilter,
  protectedFrom,
  type Sent,
  type Services,
} from '../../lib/content';
import { type ApiError, invalidParam } from '../../lib/errors';
import type { Text } from '../../lib/language';
import { idsOf, nearbyVenues, type Point, RADIUS_KILOMETRES, tiersOf } from './nearby-venues';

/** The maximum number of venues for which MongoDB reads an index in list order. With more venues it sorts the records. */
const MOST_PLACES = 30;

/** The relation of a type to venues: events link to venues, and venues are venues themselves. */
interface LocatedTypes {
  readonly at: (venues: readonly number[]) => Clause;
  readonly field: string;
  readonly within: Text;
}

/** The relation of events to venues. Readers without permission cannot find password-protected events by their venues. */
export const EVENT_LOCATIONS: LocatedTypes = {
  at: (venues) => ({
    condition: { venues: { $in: venues } },
    byHidden: true,
    index: venues.length <= MOST_PLACES ? 'venues' : undefined,
    countIndex: 'venues',
  }),
  field: 'venues',
  within: { en: 'Events at venues within west,south,east,north', fr: 'Évènements dans des lieux situés dans ouest,sud,est,nord' },
};

export const VENUE_LOCATIONS: LocatedTypes = {
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
        en: 'Events at venues with coordinates, or with false all others',
        fr: 'Évènements dans des lieux qui ont des coordonnées ou, avec false, tous les autres',
      },
    },
    {
      async where(hasLocation, view) {
        const located = idsOf(await nearbyVenues(services, view));
        if (hasLocation) return EVENT_LOCATIONS.at(located);
        const elsewhere = { venues: { $nin: located } };
        return { condition: (open) => (hidesNothing(open) ? elsewhere : { $or: [elsewhere, protectedFrom(open)] }) };
      },
      inLinks: Number,
    },
  );

interface Near {
  readonly geoloc_lat?: number;
  readonly geoloc_lng?: number;
  readonly geoloc_radius?: number;
}

/** Returns the point in the request. Undefined without both coordinates. */
const pointOf = ({ geoloc_lat: latitude, geoloc_lng: longitude }: Near): Point | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

const withoutPoint = (sent: Sent): ApiError | undefined =>
  pointOf(sent) === undefined
    ? invalidParam('sort', {
        en: 'Send geoloc_lat and geoloc_lng too, the point that the distance is from.',
        fr: 'Envoyez aussi geoloc_lat et geoloc_lng, le point dont part la distance.',
      })
    : undefined;

const FAR: Text = { en: 'How far the venue may be from the point, in kilometres', fr: 'Distance maximale du lieu au point, en kilomètres' };

/** Makes the filter by distance from a point, which also offers a sort order. */
export const nearFilter = (services: Services, { at, field }: LocatedTypes): ListFilter => ({
  args: {
    geoloc_lat: {
      ...degrees(90),
      description: {
        en: 'Latitude of the point around which to look, in degrees; together with geoloc_lng',
        fr: 'Latitude du point autour duquel chercher, en degrés ; avec geoloc_lng',
      },
    },
    geoloc_lng: {
      ...degrees(180),
      description: {
        en: 'Longitude of the point around which to look, in degrees; together with geoloc_lat',
        fr: 'Longitude du point autour duquel chercher, en degrés ; avec geoloc_lat',
      },
    },
    geoloc_radius: { type: 'number', default: RADIUS_KILOMETRES, minimum: 0, maximum: 20_040, description: FAR },
  },
  async where(sent, view) {
    const { geoloc_lat, geoloc_lng, geoloc_radius: kilometres = RADIUS_KILOMETRES } = sent as Near;
    if ((geoloc_lat === undefined) !== (geoloc_lng === undefined)) {
      const missing = geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng';
      throw invalidParam(missing, { en: 'Send both geoloc_lat and geoloc_lng.', fr: 'Envoyez à la fois geoloc_lat et geoloc_lng.' });
    }
    const point = pointOf(sent);
    if (point === undefined) return undefined;
    const places = await nearbyVenues(services, view, { circle: { point, kilometres } });
    return { ...at(idsOf(places)), ranks: { field, tiers: tiersOf(places) } };
  },
  links({ geoloc_lat, geoloc_lng, geoloc_radius }) {
    return { first: { geoloc_lat, geoloc_lng, geoloc_radius: geoloc_radius === RADIUS_KILOMETRES ? undefined : geoloc_radius } };
  },
  ranks: { distance: withoutPoint },
  passes(sent) {
    const point = pointOf(sent);
    return point && { point };
  },
});

export const boxFilter = (services: Services, { at, within }: LocatedTypes): ListFilter =>
  filterBy<BoundingBox>(
    'bbox',
    {
      ...boundingBox,
      description: {
        en: `${within.en}, in degrees; where west is beyond east, across the date line`,
        fr: `${within.fr}, en degrés ; si l’ouest est au-delà de l’est, de part et d’autre de la ligne de changement de date`,
      },
    },
    {
      where: async (box, view) => at(idsOf(await nearbyVenues(services, view, { box }))),
      last: true,
    },
  );
