import { aroundAnswers, type ListFormat, type TitledAnswer } from '../../lib/content';
import { pointsOf } from './point';

type Shown = Readonly<Record<string, unknown>>;

const answers: TitledAnswer = {
  type: 'object',
  title: 'FeatureCollection',
  properties: {
    type: { type: 'string', enum: ['FeatureCollection'], required: true },
    features: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['Feature'], required: true },
          id: { type: 'integer', required: true },
          geometry: {
            type: ['object', 'null'],
            required: true,
            properties: {
              type: { type: 'string', enum: ['Point', 'MultiPoint'], required: true },
              coordinates: { type: 'array', required: true, items: {} },
            },
          },
          properties: { type: 'object', required: true },
        },
      },
    },
    ...aroundAnswers,
  },
};

/** Makes the list format for maps (GeoJSON, RFC 7946). Each record is a feature at the coordinates of its venues. */
export const geoJson = (venuesOf: (record: Shown) => unknown): ListFormat => ({
  type: 'application/geo+json',
  answers,
  write: (records, around) => ({
    type: 'FeatureCollection',
    features: records.map((record) => ({
      type: 'Feature',
      id: record['id'],
      geometry: geometryOf(venuesOf(record)),
      properties: record,
    })),
    ...around,
  }),
});

/** Returns the GeoJSON geometry of venues, longitude first; null without coordinates. */
const geometryOf = (venues: unknown): object | null => {
  const points = pointsOf(venues).map(({ latitude, longitude }) => [longitude, latitude]);
  const [point] = points;
  if (point === undefined) return null;
  return points.length === 1 ? { type: 'Point', coordinates: point } : { type: 'MultiPoint', coordinates: points };
};
