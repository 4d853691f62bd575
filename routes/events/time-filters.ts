import { choicesIn, filterBy, type ListFilter, minutesOf, timeOfDay } from '../../lib/content';
import { WEEKDAYS } from './query-keys';

/** The filter by the day of the week on which an event starts, in its own zone. */
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

const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => minute);

/** The filter by the time of day at which an event starts, in its own zone. A range from late to early continues past midnight. */
export const timesFilter: ListFilter = {
  args: {
    time_from: {
      ...timeOfDay,
      description: {
        en: 'Events that start at this time of the day or later, in their own zone; those of whole days have none',
        fr: 'Évènements qui commencent à cette heure ou plus tard, dans leur fuseau ; ceux de journées entières n’en ont pas',
      },
    },
    time_to: {
      ...timeOfDay,
      description: {
        en: 'Events that start at this time of the day or earlier; where it is before time_from, past midnight',
        fr: 'Évènements qui commencent à cette heure ou plus tôt ; si elle précède time_from, après minuit',
      },
    },
  },
  where(sent) {
    const { time_from: from, time_to: to } = sent as { readonly time_from?: string; readonly time_to?: string };
    if (from === undefined && to === undefined) return undefined;
    const [first, last] = [minutesOf(from ?? '00:00'), minutesOf(to ?? '23:59')];
    // What goes on past midnight is two ranges; as single minutes an index decides it without looking at the record.
    const isPast = (minute: number) => minute >= first || minute <= last;
    const range = first <= last ? { $gte: first, $lte: last } : { $in: MINUTES.filter(isPast) };
    // Whether an event takes whole days is among what its password hides.
    return { condition: { 'keys.minute': range }, byHidden: true };
  },
  links: ({ time_from, time_to }) => ({ last: { time_from, time_to } }),
};
