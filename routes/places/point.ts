import type { PostRecord } from '../../lib/content';

/** A point on the globe, in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A box of coordinates in degrees. If `west` is greater than `east`, the box crosses the date line. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A circular area on the globe: its centre, and its radius in km. */
export interface Circle {
  readonly point: Point;
  readonly kilometres: number;
}

const EARTH_KILOMETRES = 6371;

/** The length of one degree of latitude, in km. */
export const DEGREE_KILOMETRES = (Math.PI / 180) * EARTH_KILOMETRES;

/** Returns the great-circle distance of two points in kilometres. */
export function distance(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = height + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width;
  return 2 * EARTH_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** True if a point lies in a box or on its edge. */
export const isInBox = ({ west, south, east, north }: Box, { latitude, longitude }: Point): boolean => {
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return latitude >= south && latitude <= north && isBetween;
};

/** A record with coordinates in degrees; null means unknown. */
export interface Located extends PostRecord {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Returns the point of a record. Undefined without coordinates. */
export const locationOf = ({ latitude, longitude }: Pick<Located, 'latitude' | 'longitude'>): Point | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** Returns the points of venues in an API response, without venues that lack coordinates. */
export const pointsOf = (venues: unknown): Point[] =>
  ([venues].flat() as readonly Readonly<Record<string, unknown>>[]).flatMap(({ geo_lat: latitude, geo_lng: longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ latitude, longitude }] : [],
  );
