import {
  dayOfText,
  defaultWindow,
  idleDates,
  isAbsolute,
  type RequestedDate,
  readRequestedMoment,
  requestedDates,
  toWall,
  type Window,
  type WindowParams,
} from '../../lib/calendar';
import {
  anyBoolean,
  dateIn,
  filterBy,
  isTrue,
  type ListFilter,
  oncePer,
  type PostRecord,
  type Sent,
  type Services,
} from '../../lib/content';
import type { Text } from '../../lib/language';
import type { Arg, ArgRequest } from '../../lib/registry';
import type { EventTimes } from './event-times';
import { LONG, USUAL_LENGTH } from './query-keys';
import {
  type Days,
  datesCondition,
  nowWindow,
  ownDaysCondition,
  startsOf,
  UNBOUNDED,
  wallRange,
  wallsCondition,
  widened,
} from './window-conditions';

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const DATES = ['start_date', 'end_date', ...RELATIVE] as const;

/** Makes the filters by date. All their args form one window, which links repeat in three places. */
export function dateFilters(services: Services): Readonly<Record<'window' | 'relative' | 'strict' | 'running', ListFilter>> {
  const context = () => ({ siteZone: services.site.timezone, now: services.clock.peek() });
  /** The parsed dates of a request by text. Several args and defaults need them. */
  const readDates = oncePer((_: Sent) => new Map<string, RequestedDate>());
  const readDate = (text: string, params: Sent): RequestedDate => {
    const known = readDates(params);
    const date = known.get(text) ?? readRequestedMoment(text, context()) ?? { text };
    known.set(text, date);
    return date;
  };
  /** Returns a date from an arg or a text. Pages and defaults pass texts. */
  const dateOf = (said: unknown, params: Sent): RequestedDate | undefined =>
    typeof said === 'string' ? readDate(said, params) : isAsked(said) ? said : undefined;
  const sentDates = (params: Sent): WindowParams => {
    const dates = DATES.map((name) => [name, dateOf(params[name], params)] as const).filter(([, date]) => date !== undefined);
    return {
      ...Object.fromEntries(dates),
      strict_dates: isTrue(params['strict_dates']),
      overlaps: isTrue(params['overlaps']),
      // What is on now may have begun long ago, and end in years; what was changed may be over.
      unbounded: isTrue(params['now']) || params['modified_after'] !== undefined || params['created_after'] !== undefined,
    };
  };
  const askedOf = oncePer((sent: Sent) => requestedDates(sentDates(sent), context()));
  /** The window of a request with defaults. `include` disables it, and links still repeat its dates. */
  const windowOf = oncePer((sent: Sent) =>
    sent['include'] ? { window: UNBOUNDED, dates: idleDates(sentDates(sent), context()) } : requestedDates(sentDates(sent), context()),
  );
  /** Returns the days of `own_days`; undefined if it does not apply. */
  const ownDaysOf = (sent: Sent): Days | undefined => {
    const areOwn = sent['own_days'] === true && sent['overlaps'] === true && !isTrue(sent['strict_dates']) && !sent['include'];
    if (!areOwn) return undefined;
    const { start_date: from, end_date: to } = sentDates(sent);
    const dayIn = (date: RequestedDate | undefined): string | undefined => {
      const instant = date && dayOfText(date, context().now);
      return instant && dayOf(toWall(instant, services.site.timezone));
    };
    return { first: dayIn(from), last: dayIn(to) };
  };
  /**
   * True if the window changes within a day. Windows of whole days do not, unless times count or links repeat them. On the last day of the
   * default window, its end depends on the time.
   */
  const isOfMoment = (sent: Sent): boolean => {
    const { strict_dates: isStrict, overlaps: _, unbounded: __, ...dates } = sentDates(sent);
    const begin = dates.start_date?.instant;
    const isLast = begin && dayOf(toWall(begin, services.site.timezone)) === dayOf(defaultWindow(context()).end_date);
    const isTimed = isStrict || sent['include'] !== undefined || isLast || sent['now'] === true;
    return isTimed || !Object.values(dates).every(isAbsolute);
  };
  const inForce =
    (name: 'start_date' | 'end_date') =>
    ({ params }: ArgRequest): string | undefined => {
      const sent = sentDates(params);
      const bounding = params['include'] === undefined ? DATES : RELATIVE;
      const isUsual = !sent.unbounded && bounding.every((one) => sent[one] === undefined);
      return isUsual ? defaultWindow(context())[name] : askedOf(params).dates[name];
    };
  const date = (description: Text): Arg => ({ ...dateIn((text, { params }) => readDate(text, params)), description });
  /** Returns a lower bound of starts for a window that only bounds ends. A query finds the few events that last long. */
  const runningSince = async (windows: readonly Window[]): Promise<object[]> => {
    const open = windows.every((window) => startsOf(window).earliest === undefined);
    const ends = windows.flatMap(({ end }) => end.gte ?? []).map(Number);
    if (!open || ends.length === 0) return [];
    const from = new Date(Math.max(...ends));
    const events = services.kinds.posts<PostRecord & EventTimes>('events').collection();
    const usual = new Date(from.getTime() - USUAL_LENGTH);
    const [longest] = await events
      .find({ 'keys.long': true, endsAt: { $gte: from } } as object, { hint: LONG.name, projection: { _id: 0, startsAt: 1 } })
      .sort({ startsAt: 1 })
      .limit(1)
      .toArray();
    const earliest = longest && longest.startsAt < usual ? longest.startsAt : usual;
    return wallRange(earliest, undefined);
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
      async where(sent) {
        services.clock.holds(isOfMoment(sent) ? 'second' : 'day');
        const { window: asked } = windowOf(sent);
        const days = ownDaysOf(sent);
        const window = days ? widened(asked) : asked;
        const windows = [window, ...(sent['now'] === true ? [nowWindow(services.clock.now())] : [])];
        // The index of words has another order.
        const ranges = sent['q'] === undefined ? [...windows.flatMap(wallsCondition), ...(await runningSince(windows))] : [];
        const dates = [...windows.flatMap(datesCondition), ...(days ? ownDaysCondition(days) : [])];
        const found = [...dates, ...ranges];
        if (found.length === 0) return undefined;
        return { condition: { $and: found } };
      },
      links(sent) {
        const { start_date, end_date } = windowOf(sent).dates;
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
        const { start_date: _, end_date: __, ...relative } = windowOf(sent).dates;
        return { last: relative };
      },
    },
    running: {
      args: {
        overlaps: {
          type: 'boolean',
          default: false,
          description: {
            en: 'Whether start_date and end_date ask for what is on at any time between them, and not only for what starts and ends there; what ends when they begin, or begins when they end, is left out',
            fr: 'Indique si start_date et end_date demandent ce qui a lieu à un moment quelconque entre elles, et pas seulement ce qui y commence et s’y termine ; ce qui finit quand elles commencent, ou commence quand elles finissent, est exclu',
          },
        },
        now: {
          type: 'boolean',
          default: false,
          description: {
            en: 'Whether to list only what is on at this moment, however long ago it began',
            fr: 'Ne lister que ce qui a lieu en ce moment, si ancien qu’en soit le début',
          },
        },
      },
      where: () => undefined,
      links: ({ overlaps, own_days, now }) => ({
        last: { overlaps: overlaps || undefined, own_days: own_days || undefined, now: now || undefined },
      }),
    },
    strict: filterBy<boolean>('strict_dates', STRICT, {
      where: () => undefined,
      inLinks: (strict) => strict || undefined,
    }),
  };
}

const dayOf = (wall: string): string => wall.slice(0, 10);

const isAsked = (said: unknown): said is RequestedDate => typeof said === 'object' && said !== null && 'text' in said;

const STRICT: Arg = {
  ...anyBoolean,
  default: false,
  description: {
    en: 'Whether the times of the dates count, and not only their days',
    fr: 'Indique si les heures des dates comptent, et pas seulement leurs jours',
  },
};
