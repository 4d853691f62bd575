import { monthAgo } from '../../../lib/calendar';
import { filterArgs, type Listing, listingOf, type PostLike, type Sent, type Services, type View } from '../../../lib/content';
import type { Language } from '../../../lib/language';
import type { Arg, ArgRequest, Args } from '../../../lib/registry';
import type { EventRecord } from '../../events';

/** The seconds for which clients may cache public calendars and feeds. */
const FRESH_SECONDS = 300;

/** Returns the `Cache-Control` header of a response that is public. Without `everybody`: no header. */
export const freshFor = (everybody: boolean): Readonly<Record<string, string>> =>
  everybody ? { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` } : {};

/** Makes the args of the calendar route: the filters of the list. Without dates the calendar starts a month ago. */
export function calendarArgs(services: Services, type: PostLike<EventRecord>): Args {
  const { orderby: _, order: __, sort: ___, start_date: start, end_date: end, overlaps, ...filters } = filterArgs(type);
  const begin = (request: ArgRequest): unknown => {
    const usual: unknown = typeof start?.default === 'function' ? start.default(request) : undefined;
    if (usual === undefined) return undefined;
    services.clock.holds('day');
    return monthAgo({ siteZone: services.site.timezone, now: services.clock.peek() });
  };
  return {
    ...(start && { start_date: markedDefault({ ...start, default: begin }) }),
    ...(end && { end_date: markedDefault(end) }),
    ...filters,
    ...(overlaps && { overlaps: { ...overlaps, default: hasNoDates } }),
    own_days: OWN_DAYS,
    status: {
      type: 'string',
      enum: ['publish'],
      default: 'publish',
      description: {
        en: 'The post status: calendars contain public events',
        fr: 'Le statut de publication : les calendriers contiennent les évènements publics',
      },
    },
  };
}

/** The arg `own_days`. It bounds events by the days in their own zones, so that a calendar has the same events as a page. */
const OWN_DAYS = {
  type: 'boolean',
  default: false,
  description: {
    en: 'With overlaps: true if start_date and end_date are days in the time zone of each event, as on pages, and not in that of the site',
    fr: 'Avec overlaps : vrai si start_date et end_date sont des jours dans le fuseau de chaque évènement, comme sur les pages, et non dans celui du site',
  },
} as const satisfies Arg;

/** Marks the default value of a date arg, so that the name of the calendar does not contain the date. */
const markedDefault = (arg: Arg): Arg => ({
  ...arg,
  async sanitize(value: unknown, request: ArgRequest, name: string) {
    const date: unknown = await arg.sanitize?.(value, request, name);
    return request.params[name] === undefined && typeof date === 'object' && date !== null ? { ...date, isDefault: true } : date;
  },
});

/** True if the request has no date. The calendar then includes events that began earlier and have not ended. */
const hasNoDates = ({ params }: ArgRequest): boolean => params['start_date'] === undefined && params['end_date'] === undefined;

/** Returns the database query of the calendar. It finds only events that everybody may read, whoever the user is. */
export function calendarQuery(
  type: PostLike<EventRecord>,
  params: Sent,
  view: Pick<View, 'language' | 'baseUrl'>,
): Promise<Listing<EventRecord>> {
  const { status: _, ...filters } = params;
  return listingOf(type, {
    filters,
    view: { ...view, user: undefined, single: false },
    status: ['publish'],
    conditions: [{ password: '' }],
  });
}

/**
 * Returns the name of a calendar or feed, made from the filters in the request. Its module is loaded on first use, since it needs the texts
 * of pages.
 */
export const filteredName = (params: Sent, language: Language, services: Services): Promise<string> => {
  const { calendarName } = require('../../site/subscriptions/calendar-name') as typeof import('../../site/subscriptions/calendar-name');
  return calendarName(params, language, services);
};
