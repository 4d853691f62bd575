import type { PostRecord } from '../../lib/content';

/** A point on the globe, in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** What lies between two parallels and two meridians, in degrees; where `west` is beyond `east`, across the date line. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What lies within so many kilometres of a point. */
export interface Circle {
  readonly point: Point;
  readonly kilometres: number;
}

const EARTH_KILOMETRES = 6371;

/** How far one degree of latitude goes. */
export const DEGREE_KILOMETRES = (Math.PI / 180) * EARTH_KILOMETRES;

/** Great-circle distance in kilometres. */
export function distance(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = height + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width;
  return 2 * EARTH_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Whether a point lies within a box, on its edges too. */
export const isInBox = ({ west, south, east, north }: Box, { latitude, longitude }: Point): boolean => {
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return latitude >= south && latitude <= north && isBetween;
};

/** A record with coordinates; null where nobody knows where it is. */
export interface Located extends PostRecord {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The point of what has coordinates; undefined where nobody knows where it is. */
export const locationOf = ({ latitude, longitude }: Pick<Located, 'latitude' | 'longitude'>): Point | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** The points of venues as they are shown, one or several, as far as anybody knows where they are. */
export const pointsOf = (venues: unknown): Point[] =>
  ([venues].flat() as readonly Readonly<Record<string, unknown>>[]).flatMap(({ geo_lat: latitude, geo_lng: longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number' ? [{ latitude, longitude }] : [],
  );
