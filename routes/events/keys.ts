import { DAY, pricesIn, wallToMs } from '../../lib/calendar';
import type { Facet, LinkedFacet } from '../../lib/content';
import { index } from '../../lib/database';
import type { Text } from '../../lib/language';
import { EVENT_LINKS } from '../shared/about';
import { minutesOf } from '../shared/days';
import { EVENT_STATUSES } from './fields/states';
import type { EventTimes } from './fields/times';

/** The days of the week in the order of ISO 8601: Monday is 1. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The duration in ms above which an event is in the index `long`. */
export const USUAL_LENGTH = 7 * DAY;

export const LONG = index('long', { endsAt: 1, startsAt: 1 }, { partialFilterExpression: { 'keys.long': true } });

/** The members of an event from which `filterKeys` derives values. */
interface KeyedEvent extends Pick<EventTimes, 'startDate' | 'startsAt' | 'endsAt' | 'allDay'> {
  readonly cost: readonly string[];
  readonly featured: boolean;
  readonly password: string;
}

/** Returns the weekday of a local time: 1 for Monday, 7 for Sunday. */
const weekdayOf = (wall: string): number => new Date(wallToMs(wall)).getUTCDay() || 7;

/** Derives the values of an event that filters compare. `featured` and `freely` are false if a password hides `featured` and `free`. */
export const filterKeys = ({ startDate, startsAt, endsAt, allDay, cost, featured, password }: KeyedEvent) => {
  const prices = pricesIn(cost);
  const free = prices.length > 0 && prices.every((price) => price === 0);
  return {
    featured: featured && password === '',
    month: startDate.slice(0, 7),
    weekday: weekdayOf(startDate),
    // An event of whole days has no start time.
    minute: allDay ? null : minutesOf(startDate.slice(11)),
    prices,
    // Without prices, infinite values match no range. `Math.min` with very many arguments would fail.
    cheapest: prices.reduce((lowest, price) => Math.min(lowest, price), Number.POSITIVE_INFINITY),
    dearest: prices.reduce((highest, price) => Math.max(highest, price), Number.NEGATIVE_INFINITY),
    free,
    freely: free && password === '',
    ...(endsAt.getTime() - startsAt.getTime() > USUAL_LENGTH && { long: true }),
  };
};

/** The index key of some fields, in ascending order. */
const ascending = (fields: string): Readonly<Record<string, 1>> => Object.fromEntries(fields.split(/\s+/).map((field) => [field, 1]));

const LISTED = ascending('language hidden status');
/** The list order and all fields that filters compare, so that counting reads no records. */
const CALENDAR =
  ascending(`startDate date _id startsAt endsAt endDate author password featured keys.featured keys.free keys.freely keys.cheapest
  keys.dearest keys.month keys.weekday keys.minute eventStatus attendance`);

const listedBy = (name: string, field = name) => index(name, { [field]: 1, ...LISTED, ...CALENDAR });

export const eventOrder = index('calendar', { ...LISTED, ...CALENDAR });

/** Database indexes of events by linked records, in list order, and of long events. */
export const eventIndexes = [
  listedBy('children', 'parent'),
  ...['venues', 'organizers', 'tags', 'categories'].map((field) => listedBy(field)),
  LONG,
];

const linked = (arg: keyof typeof EVENT_LINKS, description: Text): LinkedFacet => {
  const link = EVENT_LINKS[arg];
  return { arg, link, field: link, description };
};

/** The facets of event lists: the fields by whose values the matching events are counted. */
export const eventFacets: Readonly<Record<string, Facet>> = {
  categories: linked('categories', { en: 'By category, those below it included', fr: 'Par catégorie, celles d’en dessous comprises' }),
  tags: linked('tags', { en: 'By tag', fr: 'Par étiquette' }),
  venue: linked('venue', { en: 'By venue', fr: 'Par lieu' }),
  organizer: linked('organizer', { en: 'By organizer', fr: 'Par organisateur' }),
  month: {
    field: 'keys.month',
    value: String,
    description: { en: 'By the month of the start, YYYY-MM', fr: 'Par mois de début, AAAA-MM' },
  },
  weekday: {
    arg: 'weekdays',
    field: 'keys.weekday',
    value: (day) => WEEKDAYS[Number(day) - 1] ?? '',
    description: { en: 'By the day of the week of the start', fr: 'Par jour de la semaine du début' },
  },
  free: {
    arg: 'free',
    field: 'keys.free',
    value: (free) => free === true,
    unknown: false,
    description: { en: 'By whether the event is free', fr: 'Selon que l’évènement est gratuit ou non' },
  },
  event_status: {
    arg: 'event_status',
    field: 'eventStatus',
    value: (status) => String(status ?? EVENT_STATUSES[0]),
    unknown: EVENT_STATUSES[0],
    description: { en: 'By state', fr: 'Par état' },
  },
};
