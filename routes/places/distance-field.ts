import type { Field, View } from '../../lib/content';
import { distance, type Point, pointsOf } from './point';

/** Returns the point in the list request. Undefined if there is none. */
const requestedPoint = ({ passed }: View): Point | undefined => passed?.['point'] as Point | undefined;

/** Rounds a distance in kilometres to the metre. */
const rounded = (kilometres: number): number => Math.round(kilometres * 1000) / 1000;

/**
 * Makes the field with the distance in km from the requested point. `venuesOf` returns the venues in a record's response. Without a point
 * or coordinates, responses omit the field.
 */
export const distanceField = (venuesOf: (shown: Readonly<Record<string, unknown>>) => unknown) =>
  ({
    stored: false,
    read(_: unknown, view: View, shown: readonly Readonly<Record<string, unknown>>[]) {
      const from = view.embedded ? undefined : requestedPoint(view);
      return shown.map((one) => {
        const points = from === undefined ? [] : pointsOf(venuesOf(one));
        return from === undefined || points.length === 0 ? undefined : rounded(Math.min(...points.map((point) => distance(from, point))));
      });
    },
    answers: {
      type: 'number',
      minimum: 0,
      description: {
        en: 'How far it is from geoloc_lat and geoloc_lng, in kilometres; only where these are sent',
        fr: 'Distance depuis geoloc_lat et geoloc_lng, en kilomètres ; seulement s’ils sont envoyés',
      },
    },
    description: { en: 'The distance in kilometres', fr: 'La distance en kilomètres' },
  }) as const satisfies Field;
