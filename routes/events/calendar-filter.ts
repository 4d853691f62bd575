import type { Filter } from 'mongodb';
import { monthAgo } from '../../lib/calendar/window';
import { addedQuery, listArgs } from '../../lib/kinds/fields/added-list';
import type { Sent, View } from '../../lib/kinds/post-like/context';
import type { PostLike } from '../../lib/kinds/post-like/kind';
import { searchArg } from '../../lib/kinds/post-like/reading-args';
import type { Services } from '../../lib/kinds/services';
import type { Language } from '../../lib/language';
import type { ArgRequest, Args } from '../../lib/registry/args';
import type { EventRecord } from './event-record';

/** The args of the calendar of all events: those of the list that find events. Where the list begins by itself, it begins a month ago. */
export function calendarArgs(services: Services, kind: PostLike<EventRecord>): Args {
  const { orderby: _, order: __, ...added } = listArgs(kind);
  const { start_date: start, ...filters } = kind.filters;
  const begin = (request: ArgRequest): unknown => {
    const usual: unknown = typeof start?.default === 'function' ? start.default(request) : undefined;
    return usual === undefined ? undefined : monthAgo({ siteZone: services.site.timezone, now: services.clock.now() });
  };
  return {
    search: searchArg(kind),
    ...(start && { start_date: { ...start, default: begin } }),
    ...filters,
    ...added,
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

/** What the calendar of all events asks of the database: what everybody may see whole, whoever asks. */
export async function calendarQuery(
  kind: PostLike<EventRecord>,
  params: Sent,
  { language, baseUrl }: { readonly language: Language; readonly baseUrl: string },
) {
  const { status: _, ...filters } = params;
  const view: View = { user: undefined, baseUrl, language, single: false };
  const added = await addedQuery(kind, filters, view);
  const { filter, sort, hint } = await kind.list(added.own, view);
  const conditions = [
    { language, status: 'publish', password: '' },
    typeof filter === 'function' ? filter({}) : filter,
    ...added.conditions({}).flat(),
  ];
  return {
    filter: { $and: conditions } as Filter<EventRecord>,
    sort,
    // Without an index of its own a list is one of few records.
    ...(hint !== undefined && { hint: added.hint ?? hint }),
  };
}
