import { monthAgo } from '../../lib/calendar/window';
import type { Sent, View } from '../../lib/kinds/context';
import { filterArgs } from '../../lib/kinds/kind-args';
import { type Listing, listingOf } from '../../lib/kinds/listing/listing';
import type { PostLike } from '../../lib/kinds/post-like';
import type { Services } from '../../lib/kinds/services';
import type { ArgRequest, Args } from '../../lib/registry/args';
import type { EventRecord } from '../events';

/** For how long (seconds) calendars and feeds that are for everybody may be kept without asking again. */
const FRESH_SECONDS = 300;

/** The header that says so. What is answered to credentials is nobody else's, though it is the same. */
export const freshFor = (everybody: boolean): Readonly<Record<string, string>> =>
  everybody ? { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` } : {};

/** The args of the calendar of all events: those of the list that find events. Where the list begins by itself, it begins a month ago. */
export function calendarArgs(services: Services, kind: PostLike<EventRecord>): Args {
  const { orderby: _, order: __, sort: ___, start_date: start, ...filters } = filterArgs(kind);
  const begin = (request: ArgRequest): unknown => {
    const usual: unknown = typeof start?.default === 'function' ? start.default(request) : undefined;
    return usual === undefined ? undefined : monthAgo({ siteZone: services.site.timezone, now: services.clock.now() });
  };
  return {
    ...(start && { start_date: { ...start, default: begin } }),
    ...filters,
    status: {
      type: 'string',
      enum: ['publish'],
      default: 'publish',
      description: {
        en: 'The post status: calendars show what everybody may see',
        fr: 'Le statut de publication : les calendriers montrent ce que tout le monde peut voir',
      },
    },
  };
}

/** What the calendar of all events asks for: what everybody may see whole, whoever asks. */
export function calendarQuery(
  kind: PostLike<EventRecord>,
  params: Sent,
  asked: Pick<View, 'language' | 'baseUrl' | 'isFresh'>,
): Promise<Listing<EventRecord>> {
  const { status: _, ...filters } = params;
  return listingOf(kind, {
    filters,
    view: { ...asked, user: undefined, single: false },
    status: ['publish'],
    conditions: [{ password: '' }],
  });
}
