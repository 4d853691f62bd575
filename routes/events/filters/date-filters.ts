import type { Window } from '../../../lib/calendar';
import { anyBoolean, dateIn, type ListFilter, type PostRecord, type Services } from '../../../lib/content';
import type { Text } from '../../../lib/language';
import type { Arg, ArgRequest } from '../../../lib/registry';
import type { EventTimes } from '../fields/times';
import { LONG, USUAL_LENGTH } from '../keys';
import {
  areStrict,
  changesWithinDay,
  createSentDates,
  datesCondition,
  defaultBound,
  nowWindow,
  ownDaysCondition,
  ownDaysOf,
  type SentDates,
  startsOf,
  wallRange,
  wallsCondition,
  widened,
} from './sent-dates';

/** Makes the filters by date. All their args form one window of time, which links repeat in three places. */
export function dateFilters(services: Services): Readonly<Record<'window' | 'relative' | 'strict' | 'running', ListFilter>> {
  const dates = createSentDates(services);
  return { window: windowFilter(services, dates), relative: relativeFilter(dates), strict: STRICT, running: RUNNING };
}

const dateArg = (dates: SentDates, description: Text): Arg => ({
  ...dateIn((text, { params }) => dates.read(text, params)),
  description,
});

const windowFilter = (services: Services, dates: SentDates): ListFilter => ({
  args: {
    start_date: {
      ...dateArg(dates, { en: 'Events that start on or after the date', fr: 'Évènements qui commencent à cette date ou après' }),
      format: 'date-time',
      default: ({ params }: ArgRequest) => defaultBound(dates, 'start_date', params),
    },
    end_date: {
      ...dateArg(dates, { en: 'Events that end on or before the date', fr: 'Évènements qui se terminent à cette date ou avant' }),
      format: 'date-time',
      default: ({ params }: ArgRequest) => defaultBound(dates, 'end_date', params),
    },
  },
  async where(sent) {
    services.clock.holds(changesWithinDay(dates, sent) ? 'second' : 'day');
    const { window: requested } = dates.windowOf(sent);
    const days = ownDaysOf(dates, sent);
    const window = days ? widened(requested) : requested;
    const windows = [window, ...(sent['now'] === true ? [nowWindow(services.clock.now())] : [])];
    // A text index does not order by date, so these bounds do not help a text search.
    const ranges = sent['q'] === undefined ? [...windows.flatMap(wallsCondition), ...(await runningSince(services, windows))] : [];
    const conditions = [...windows.flatMap(datesCondition), ...(days ? ownDaysCondition(days) : []), ...ranges];
    return conditions.length === 0 ? undefined : { condition: { $and: conditions } };
  },
  links(sent) {
    const { start_date, end_date } = dates.windowOf(sent).dates;
    return { first: { start_date, end_date } };
  },
});

/** Returns a lower bound of starts for a window that only bounds ends, by querying the few long events. */
async function runningSince({ kinds }: Services, windows: readonly Window[]): Promise<object[]> {
  const open = windows.every((window) => startsOf(window).earliest === undefined);
  const ends = windows.flatMap(({ end }) => end.gte ?? []).map(Number);
  if (!open || ends.length === 0) return [];
  const from = new Date(Math.max(...ends));
  const events = kinds.posts<PostRecord & EventTimes>('events').collection();
  const usual = new Date(from.getTime() - USUAL_LENGTH);
  const [longest] = await events
    .find({ 'keys.long': true, endsAt: { $gte: from } } as object, { hint: LONG.name, projection: { _id: 0, startsAt: 1 } })
    .sort({ startsAt: 1 })
    .limit(1)
    .toArray();
  const earliest = longest && longest.startsAt < usual ? longest.startsAt : usual;
  return wallRange(earliest, undefined);
}

/** Makes the filter that declares the relative date args and repeats them in links. The window filter applies them. */
const relativeFilter = (dates: SentDates): ListFilter => ({
  args: {
    starts_before: dateArg(dates, { en: 'Events starting before the date', fr: 'Évènements commençant avant la date' }),
    starts_after: dateArg(dates, { en: 'Events starting after the date', fr: 'Évènements commençant après la date' }),
    ends_before: dateArg(dates, { en: 'Events ending before the date', fr: 'Évènements se terminant avant la date' }),
    ends_after: dateArg(dates, { en: 'Events ending after the date', fr: 'Évènements se terminant après la date' }),
    start: {
      ...dateArg(dates, { en: 'The same as ends_after, as FullCalendar sends it', fr: 'Comme ends_after, tel que FullCalendar l’envoie' }),
      announced: false,
    },
    end: {
      ...dateArg(dates, {
        en: 'The same as starts_before, as FullCalendar sends it',
        fr: 'Comme starts_before, tel que FullCalendar l’envoie',
      }),
      announced: false,
    },
  },
  where: () => undefined,
  links(sent) {
    const { start_date: _, end_date: __, ...relative } = dates.windowOf(sent).dates;
    return { last: relative };
  },
});

/** The filter that declares the switches for running events. The window filter applies them. */
const RUNNING: ListFilter = {
  args: {
    overlaps: {
      type: 'boolean',
      default: false,
      description: {
        en: 'True to list events that take place at any time between start_date and end_date, and not only those that start and end there. An event that ends when the period begins, or begins when it ends, is left out',
        fr: 'Vrai pour lister les évènements qui ont lieu à un moment quelconque entre start_date et end_date, et pas seulement ceux qui y commencent et s’y terminent. Un évènement qui finit quand la période commence, ou commence quand elle finit, est exclu',
      },
    },
    now: {
      type: 'boolean',
      default: false,
      description: {
        en: 'True to list only events that take place now, even if they began long ago',
        fr: 'Vrai pour ne lister que les évènements qui ont lieu maintenant, même commencés depuis longtemps',
      },
    },
  },
  where: () => undefined,
  links: ({ overlaps, own_days, now }) => ({
    last: { overlaps: overlaps || undefined, own_days: own_days || undefined, now: now || undefined },
  }),
};

const STRICT: ListFilter = {
  args: {
    strict_dates: {
      ...anyBoolean,
      default: false,
      description: {
        en: 'True if the times of the dates count, and not only their days',
        fr: 'Vrai si les heures des dates comptent, et pas seulement leurs jours',
      },
    },
  },
  where: () => undefined,
  links: (sent) => ({ first: { strict_dates: areStrict(sent) || undefined } }),
};
