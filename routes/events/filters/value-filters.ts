import type { Attendance } from '../../../lib/calendar';
import { checkedArg, choicesIn, filterBy, hidesProtected, type ListFilter, orProtected } from '../../../lib/content';
import { invalidParam } from '../../../lib/errors';
import type { Text } from '../../../lib/language';
import { minutesOf } from '../../shared/days';
import { ATTENDANCES, EVENT_STATUSES } from '../fields/states';
import { WEEKDAYS } from '../keys';

/** Makes a filter by a boolean. `path` stores the value, and `publicPath` the public one: false in events with a password. */
const flagFilter = (name: string, path: string, publicPath: string, description: Text): ListFilter =>
  filterBy<boolean>(
    name,
    { type: 'boolean', description },
    {
      where: (value) => {
        if (value) return { condition: { [path]: true }, ifProtected: 'exclude' };
        // To compare one value is cheaper than the alternatives of `orProtected`.
        return {
          condition: (unprotected) => (hidesProtected(unprotected) ? { [publicPath]: false } : orProtected({ [path]: false }, unprotected)),
        };
      },
      inLinks: Number,
      last: true,
    },
  );

export const featuredFilter: ListFilter = flagFilter('featured', 'featured', 'keys.featured', {
  en: 'Featured events or, with false, all others',
  fr: 'Évènements mis en avant ou, avec false, tous les autres',
});

export const freeFilter: ListFilter = flagFilter('free', 'keys.free', 'keys.freely', {
  en: 'Events that are free or, with false, all others. An event without a cost does not count as free',
  fr: 'Évènements gratuits ou, avec false, tous les autres. Un évènement sans prix ne compte pas comme gratuit',
});

const price = { type: 'number', minimum: 0 } as const;

/** The filter by price: one of the event's prices must be in the range, in any currency. */
export const pricesFilter: ListFilter = {
  args: {
    cost_min: {
      ...price,
      description: { en: 'Events with a price of at least this amount', fr: 'Évènements dont un prix est d’au moins ce montant' },
    },
    cost_max: {
      ...price,
      description: {
        en: 'Events with a price of at most this amount, and free ones. With cost_min, a price between the two',
        fr: 'Évènements dont un prix est d’au plus ce montant, et évènements gratuits. Avec cost_min, un prix entre les deux',
      },
    },
  },
  where(sent) {
    const { cost_min: least, cost_max: most } = sent as { readonly cost_min?: number; readonly cost_max?: number };
    if (least === undefined && most === undefined) return undefined;
    if (least !== undefined && most !== undefined && least > most)
      throw invalidParam('cost_max', {
        en: 'Send a cost_max that is not below cost_min.',
        fr: 'Envoyez un cost_max qui ne soit pas inférieur à cost_min.',
      });
    const condition = {
      ...(least !== undefined && { 'keys.dearest': { $gte: least } }),
      ...(most !== undefined && { 'keys.cheapest': { $lte: most } }),
      // `$elemMatch` finds one price within both bounds. The index of the list does not suffice: prices may be below and above only.
      ...(least !== undefined && most !== undefined && { 'keys.prices': { $elemMatch: { $gte: least, $lte: most } } }),
    };
    return { condition, ifProtected: 'exclude' };
  },
  last: true,
};

/** Makes a filter by words that a password hides. Protected events count as having the first choice. */
const choiceFilter = (
  name: string,
  conditionOf: (words: readonly string[]) => object,
  choices: readonly string[],
  description: Text,
): ListFilter =>
  filterBy<string[]>(
    name,
    { ...choicesIn(choices), description },
    {
      where: (words) => ({ condition: conditionOf(words), ifProtected: words.includes(String(choices[0])) ? 'match' : 'exclude' }),
      last: true,
    },
  );

/** Returns the MongoDB condition of events in the given states. An event without a state is scheduled. */
const inState = (states: readonly string[]): object => ({
  eventStatus: { $in: states.includes(EVENT_STATUSES[0]) ? [...states, null] : states },
});

export const eventStatusFilter: ListFilter = choiceFilter('event_status', inState, EVENT_STATUSES, {
  en: 'Events in one of these states. An event without a state is scheduled',
  fr: 'Évènements dans l’un de ces états. Un évènement sans état est prévu (scheduled)',
});

const NOT_MOVED = [...EVENT_STATUSES.filter((status) => status !== 'moved_online'), null];

/** Returns the MongoDB condition of events with the given ways of attendance, as `attendanceOf` derives them. */
const attendedIn = (ways: readonly string[]): object => {
  const isRequested = (way: Attendance) => ways.includes(way);
  const planned = [...ways, ...(isRequested('offline') ? [null] : [])];
  const moved = [...(isRequested('online') ? ['online', 'offline', null] : []), ...(isRequested('mixed') ? ['mixed'] : [])];
  return {
    $or: [
      { eventStatus: { $in: NOT_MOVED }, attendance: { $in: planned } },
      ...(moved.length > 0 ? [{ eventStatus: 'moved_online', attendance: { $in: moved } }] : []),
    ],
  };
};

export const attendanceFilter: ListFilter = choiceFilter('attendance', attendedIn, ATTENDANCES, {
  en: 'Events with one of these ways to attend. An event that does not say how is offline, and one that moved online is online',
  fr: 'Évènements auxquels on participe de l’une de ces façons. Un évènement qui n’en dit rien a lieu sur place (offline), et un évènement déplacé en ligne est en ligne (online)',
});

export const weekdaysFilter: ListFilter = filterBy<(typeof WEEKDAYS)[number][]>(
  'weekdays',
  {
    ...choicesIn(WEEKDAYS),
    description: {
      en: 'Events that start on one of these days of the week, in their own zone',
      fr: 'Évènements qui commencent l’un de ces jours de la semaine, dans leur fuseau',
    },
  },
  {
    where: (days) => ({ condition: { 'keys.weekday': { $in: days.map((day) => WEEKDAYS.indexOf(day) + 1) } } }),
    last: true,
  },
);

/** The arg of a time of day, `HH:MM`. */
const timeOfDay = {
  type: 'string',
  ...checkedArg({
    schema: {
      type: 'string',
      pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
      patternText: { en: 'a time of day, from 00:00 to 23:59', fr: 'une heure, de 00:00 à 23:59' },
    },
    refuse: {
      en: 'Send a time of day between 00:00 and 23:59, e.g. 18:30.',
      fr: 'Envoyez une heure entre 00:00 et 23:59, par exemple 18:30.',
    },
  }),
} as const;

const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => minute);

/** The filter by the time of day at which an event starts, in the event's zone. A range from late to early continues past midnight. */
export const timesFilter: ListFilter = {
  args: {
    time_from: {
      ...timeOfDay,
      description: {
        en: 'Events that start at this time of day or later, in their own time zone. All-day events have no time',
        fr: 'Évènements qui commencent à cette heure ou plus tard, dans leur fuseau. Ceux de journées entières n’ont pas d’heure',
      },
    },
    time_to: {
      ...timeOfDay,
      description: {
        en: 'Events that start at this time of day or earlier. If it is before time_from, the range goes past midnight',
        fr: 'Évènements qui commencent à cette heure ou plus tôt. Si elle précède time_from, la plage passe minuit',
      },
    },
  },
  where(sent) {
    const { time_from: from, time_to: to } = sent as { readonly time_from?: string; readonly time_to?: string };
    if (from === undefined && to === undefined) return undefined;
    const [first, last] = [minutesOf(from ?? '00:00'), minutesOf(to ?? '23:59')];
    // A range past midnight is listed as single minutes, so that the index suffices without reading records.
    const isPast = (minute: number) => minute >= first || minute <= last;
    const range = first <= last ? { $gte: first, $lte: last } : { $in: MINUTES.filter(isPast) };
    // A password hides if an event takes whole days.
    return { condition: { 'keys.minute': range }, ifProtected: 'exclude' };
  },
  last: true,
};
