import { readInstant } from '../../lib/calendar/dates';
import { type Bounds, dateWindow, defaultWindow, effectiveDates, idleDates, type WindowParams } from '../../lib/calendar/window';
import { toWall, ZONES_APART } from '../../lib/calendar/zones';
import { errors } from '../../lib/errors';
import type { Sent } from '../../lib/kinds/context';
import { filterBy } from '../../lib/kinds/listing/filters';
import type { ListFilter } from '../../lib/kinds/post-like';
import type { Services } from '../../lib/kinds/services';
import type { Text } from '../../lib/language';
import type { Arg, ArgRequest } from '../../lib/registry/args';
import { DATE as DATE_TEXT, FILLED } from '../../lib/values/accepted';
import { isTrue } from '../../lib/values/common';

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const DATES = ['start_date', 'end_date', ...RELATIVE] as const;

const NO_DATE: Text = {
  en: 'Send a date, e.g. 2030-05-06, or 0 for today.',
  fr: 'Envoyez une date, par exemple 2030-05-06, ou 0 pour aujourd’hui.',
};

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
  const date = (description: Text): Arg => ({
    type: 'string',
    format: 'date',
    validate(value: unknown): true {
      const given = typeof value === 'number' ? String(value) : value;
      if (typeof given === 'string' && (given.trim() === '0' || readInstant(given, context()) !== undefined)) return true;
      throw errors.invalidValue(NO_DATE);
    },
    sanitize: (value: unknown): string | undefined => (value === undefined ? undefined : String(value)),
    accepts: DATE_TEXT,
    description,
  });
  // IDs ignore the dates.
  const linked = (sent: Sent) => (sent['include'] ? idleDates : effectiveDates)(sent, context());
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
      where: (sent) => (sent['include'] ? undefined : { condition: datesCondition(dateWindow(sent, context())) }),
      links(sent) {
        const { start_date, end_date } = linked(sent);
        return { first: { start_date, end_date } };
      },
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
        const { start_date: _, end_date: __, ...relative } = linked(sent);
        return { last: relative };
      },
    },
    strict: filterBy<boolean>('strict_dates', STRICT, { where: () => undefined, inLinks: (strict) => strict || undefined }),
  };
}

const STRICT: Arg = {
  default: false,
  validate(value: unknown): true {
    if (value === true || value === false || (typeof value === 'string' && value !== '' && value !== '0')) return true;
    throw errors.invalidValue({ en: 'Send true or false.', fr: 'Envoyez true ou false.' });
  },
  sanitize: isTrue,
  accepts: { ...FILLED, type: ['boolean', 'string'] },
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
