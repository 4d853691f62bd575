import { nameUrn, type RequestedDate, toInstant } from '../lib/calendar';
import {
  type CalendarRegistry,
  collectionUrl,
  type Listing,
  type PostLike,
  type Query,
  type Sent,
  type Services,
  toQuery,
} from '../lib/content';
import { createInstallation } from '../lib/database';
import { type Arg, type Args, READABLE, reply } from '../lib/registry';
import { type EventRecord, eventType } from './events';
import { calendarArgs, calendarQuery, createLastChanges, FRESH, filteredName } from './events/calendar/calendar-events';
import { NAMESPACE } from './shared/about';
import type { FeedEvent } from './site/subscriptions/calendars';

const TYPE = 'application/atom+xml; charset=utf-8';
/** The maximum number of events in a feed. The feed has the latest published ones. */
const MOST_EVENTS = 50;

/** Loads the feed writer when a client first reads a feed, since the writer needs parts of pages. */
const feeds = () => require('./site/subscriptions/calendars') as typeof import('./site/subscriptions/calendars');

/** Makes the args of the feed: those of the calendar, without default dates. The address of a feed thus never changes. */
const feedArgs = (services: Services, type: PostLike<EventRecord>): Args => {
  const { start_date, end_date, ...args } = calendarArgs(services, type);
  const sentOnly = (arg: Arg | undefined) => {
    const { default: _, ...rest } = arg as Arg;
    return rest as Arg;
  };
  return { start_date: sentOnly(start_date), end_date: sentOnly(end_date), ...args };
};

/** Returns the query of a feed's own address. The query has the dates as in the request, and `overlaps` if not the default. */
const repeatedBy = async ({ links }: Pick<Listing<EventRecord>, 'links'>, { start_date, end_date, overlaps }: Sent): Promise<Query> => {
  const { first, last } = await links();
  const { sort: _, ...repeated } = { ...first, ...last };
  // The original texts, so that relative dates remain relative.
  const textOf = (date: unknown) => (date as RequestedDate | undefined)?.text;
  const isDated = start_date !== undefined || end_date !== undefined;
  const isUsual = (overlaps === true) !== isDated;
  return { ...repeated, overlaps: isUsual ? undefined : overlaps, start_date: textOf(start_date), end_date: textOf(end_date) };
};

/** Declares the feed of new events (Atom, RFC 4287). */
export function declareFeeds(registry: CalendarRegistry, services: Services): void {
  const type = eventType(services);
  const lastChanges = createLastChanges(services);
  const installation = createInstallation(services.connection);
  registry.registerRoute(NAMESPACE, '/events.atom', {
    methods: READABLE,
    permission: 'public',
    type: TYPE,
    errors: ['rest_search_too_broad'],
    summary: { en: 'Follow new events, as Atom', fr: 'Suivre les nouveaux évènements, au format Atom' },
    description: {
      en: `The ${MOST_EVENTS} public events that were published last, the newest first, with the filters of the calendar.`,
      fr: `Les ${MOST_EVENTS} évènements publics publiés en dernier, le plus récent d’abord, avec les filtres du calendrier.`,
    },
    args: feedArgs(services, type),
    cache: true,
    async handle({ baseUrl, language, user, params }) {
      const sorted = { ...(params as Sent), sort: [{ name: 'date', isDown: true }] };
      const view = { baseUrl, language };
      const { links, filter, sort, hint } = await calendarQuery(type, sorted, view);
      const records = await type.posts.records({ filter, sort, hint, skip: 0, limit: MOST_EVENTS });
      const [shown, changes] = await Promise.all([
        records.length === 0 ? [] : type.present(records, { ...view, user: undefined, single: false, shortened: true }),
        lastChanges(records),
      ]);
      const uuid = await installation();
      const events = records.map(
        (record, index): FeedEvent => ({
          id: nameUrn(uuid, `event-${record._id}`),
          shown: shown[index] as FeedEvent['shown'],
          published: record.dateUtc === null ? record.modified : toInstant(record.dateUtc, 'UTC'),
          modified: changes[index] ?? record.modified,
        }),
      );
      const query = toQuery(await repeatedBy({ links }, params as Sent));
      const self = `${collectionUrl(baseUrl, type)}.atom${query}`;
      const id = nameUrn(uuid, `feed-${language}${query}`);
      const { name, locales } = services.site;
      const title = await filteredName(params as Sent, language, services);
      const updated = events.length === 0 ? services.clock.now() : new Date(Math.max(...events.map(({ modified }) => modified.getTime())));
      const written = { language, locale: locales[language] };
      const text = feeds().atomFeed({ id, self, page: `${baseUrl}/`, title, author: name[language], updated, ...written }, events);
      return reply(text, { headers: user === undefined ? FRESH : {} });
    },
  });
}
