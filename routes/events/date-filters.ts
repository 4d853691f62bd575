import { type Bounds, dateWindow, defaultWindow, effectiveDates, idleDates, type WindowParams } from '../../lib/calendar/window';
import { toWall, ZONES_APART } from '../../lib/calendar/zones';
import type { Sent } from '../../lib/kinds/context';
import { filterBy } from '../../lib/kinds/listing/filters';
import type { ListFilter } from '../../lib/kinds/post-like';
import type { Services } from '../../lib/kinds/services';
import type { Text } from '../../lib/language';
import type { Arg, ArgRequest } from '../../lib/registry/args';
import { anyBoolean, isTrue } from '../../lib/values/booleans';
import { dateIn } from '../../lib/values/dates';

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const DATES = ['start_date', 'end_date', ...RELATIVE] as const;

/** The filters by dates: what was sent of them is one window, which the links repeat in three places. */
export function dateFilters(services: Services): Readonly<Record<'window' | 'relative' | 'strict', ListFilter>> {
  const context = () => ({ siteZone: services.site.timezone, now: services.clock.now() });
  const sentDates = (params: Sent): WindowParams => {
    const dates = DATES.filter((name) => typeof params[name] === 'string').map((name) => [name, params[name]] as const);
    return { ...Object.fromEntries(dates), strict_dates: isTrue(params['strict_dates']) };
  };
  const inForce =
    (name: 'start_date' | 'end_date') =>
    ({ params }: ArgRequest): string | undefined => {
      const sent = sentDates(params);
      if (params['include'] !== undefined && RELATIVE.every((one) => sent[one] === undefined)) return defaultWindow(context())[name];
      return DATES.some((one) => sent[one] !== undefined) ? effectiveDates(sent, context())[name] : defaultWindow(context())[name];
    };
  const date = (description: Text): Arg => ({ ...dateIn(context), description });
  /** What was sent of dates, worked out once a list; IDs ignore them. */
  const known = new WeakMap<Sent, { readonly window?: object; readonly dates: ReturnType<typeof effectiveDates> }>();
  const windowOf = (sent: Sent) => {
    const at = context();
    const made = known.get(sent) ?? {
      ...(!sent['include'] && { window: datesCondition(dateWindow(sent, at)) }),
      dates: (sent['include'] ? idleDates : effectiveDates)(sent, at),
    };
    known.set(sent, made);
    return made;
  };
  return {
    window: {
      args: {
        start_date: {
          ...date({ en: 'Events that start on or after the date', fr: 'Évènements qui commencent à cette date ou après' }),
          format: 'date-time',
          default: inForce('start_date'),
        },
        end_date: {
          ...date({ en: 'Events that end on or before the date', fr: 'Évènements qui se terminent à cette date ou avant' }),
          format: 'date-time',
          default: inForce('end_date'),
        },
      },
      where(sent) {
        const { window } = windowOf(sent);
        return window && { condition: window };
      },
      links(sent) {
        const { start_date, end_date } = windowOf(sent).dates;
        return { first: { start_date, end_date } };
      },
      // The window without dates begins and ends with days, and so does one of dates that name theirs, unless times count, or links repeat them.
      lasts(sent) {
        const { strict_dates: isStrict, ...dates } = sentDates(sent);
        // On the last day of the usual window, its end depends on the time of the day.
        const isTimed =
          isStrict || sent['include'] !== undefined || dates.start_date?.startsWith(defaultWindow(context()).end_date.slice(0, 10));
        return isTimed || Object.values(dates).some((text) => !ABSOLUTE.test(text)) ? 'second' : 'day';
      },
      reads: [],
    },
    relative: {
      args: {
        starts_before: date({ en: 'Events starting before the date', fr: 'Évènements commençant avant la date' }),
        starts_after: date({ en: 'Events starting after the date', fr: 'Évènements commençant après la date' }),
        ends_before: date({ en: 'Events ending before the date', fr: 'Évènements se terminant avant la date' }),
        ends_after: date({ en: 'Events ending after the date', fr: 'Évènements se terminant après la date' }),
      },
      where: () => undefined,
      links(sent) {
        const { start_date: _, end_date: __, ...relative } = windowOf(sent).dates;
        return { last: relative };
      },
      reads: [],
    },
    strict: filterBy<boolean>('strict_dates', STRICT, { where: () => undefined, inLinks: (strict) => strict || undefined, reads: [] }),
  };
}

/** A date that is the same whenever it is read. */
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/;

const STRICT: Arg = {
  ...anyBoolean,
  default: false,
  description: {
    en: 'Whether the times of the dates count, and not only their days',
    fr: 'Indique si les heures des dates comptent, et pas seulement leurs jours',
  },
};

/** The conditions of a window on what the index holds. */
function datesCondition({ start, end }: ReturnType<typeof dateWindow>): object {
  const conditions: object[] = [];
  if (Object.keys(start).length > 0) conditions.push({ startsAt: operators(start) });
  if (Object.keys(end).length > 0) conditions.push({ endsAt: operators(end) });
  const earliest = start.gte ?? start.gt;
  const latest = start.lt ?? end.lte ?? end.lt;
  const wall = (at: Date, apart: number) => toWall(new Date(at.getTime() + apart), 'UTC');
  // Beyond the first and the last year there is no bound.
  const from = earliest ? wall(earliest, -ZONES_APART) : '';
  const to = latest ? wall(latest, ZONES_APART) : '';
  const range = { ...(from !== '' && { $gte: from }), ...(to !== '' && { $lte: to }) };
  if (Object.keys(range).length > 0) conditions.push({ startDate: range });
  return conditions.length > 0 ? { $and: conditions } : {};
}

const operators = (bounds: Bounds) => Object.fromEntries(Object.entries(bounds).map(([name, at]) => [`$${name}`, at]));
