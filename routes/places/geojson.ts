import { dayOf, isoDate } from '../../lib/calendar';
import { aroundAnswers, type Field, type ListFormat, type TitledAnswer, type View } from '../../lib/content';
import { dayAfter } from '../shared/days';
import { distance, type Point, pointsOf } from './place-filters';

type Shown = Readonly<Record<string, unknown>>;

/** Makes the field with the distance in km from the requested point. Responses omit it without a point or coordinates. */
export const distanceField = (venuesOf: (shown: Shown) => unknown) =>
  ({
    stored: false,
    read(_: unknown, { passed, embedded }: View, shown: readonly Shown[]) {
      const from = embedded ? undefined : (passed?.['point'] as Point | undefined);
      return shown.map((one) => {
        const distances = from === undefined ? [] : pointsOf(venuesOf(one)).map((point) => distance(from, point));
        return distances.length === 0 ? undefined : Math.round(Math.min(...distances) * 1000) / 1000;
      });
    },
    answers: {
      type: 'number',
      minimum: 0,
      description: {
        en: 'The distance from geoloc_lat and geoloc_lng in kilometres, if these are sent',
        fr: 'La distance depuis geoloc_lat et geoloc_lng en kilomètres, s’ils sont envoyés',
      },
    },
    description: { en: 'The distance in kilometres', fr: 'La distance en kilomètres' },
  }) as const satisfies Field;

const text = { type: 'string', required: true } as const;

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
    features: records.map((record) => ({ type: 'Feature', id: record['id'], geometry: geometryOf(venuesOf(record)), properties: record })),
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

/** The default number of events in a FullCalendar response. FullCalendar requests a month and reads only one page. */
const MOST_EVENTS = 500;

/** Returns the times of an event for FullCalendar. The end of whole days is the day after the last day. */
const timesOf = ({ all_day: isAllDay, start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd }: Shown) =>
  isAllDay === true
    ? { start: dayOf(String(start)), end: dayAfter(dayOf(String(end)), 1), allDay: true }
    : { start: isoDate(String(start), String(utcStart)), end: isoDate(String(end), String(utcEnd)), allDay: false };

/** The list format of FullCalendar (https://fullcalendar.io/docs/event-parsing): a bare array of events. */
export const fullCalendar: ListFormat = {
  type: 'application/vnd.fullcalendar+json',
  most: MOST_EVENTS,
  answers: {
    type: 'array',
    title: 'FullCalendarEvents',
    items: {
      type: 'object',
      properties: {
        id: text,
        title: text,
        start: text,
        end: text,
        allDay: { type: 'boolean', required: true },
        url: { ...text, format: 'uri' },
      },
    },
  },
  write: (records) =>
    records.map((record) => ({ id: String(record['id']), title: record['title'], ...timesOf(record), url: record['url'] })),
};
