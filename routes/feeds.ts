import type { AskedDate } from '../lib/calendar/dates';
import { toInstant } from '../lib/calendar/zones';
import { collectionUrl } from '../lib/kinds/addresses';
import type { Query, Sent } from '../lib/kinds/context';
import type { Listing } from '../lib/kinds/listing/listing';
import { toQuery } from '../lib/kinds/lists';
import type { PostLike } from '../lib/kinds/post-like';
import type { CalendarRegistry, Services } from '../lib/kinds/services';
import { byIndex } from '../lib/records/indexes';
import type { Arg, Args } from '../lib/registry/args';
import { READABLE } from '../lib/registry/registry';
import { reply } from '../lib/registry/reply';
import { wantsFresh } from '../lib/registry/wants-fresh';
import type { EventRecord } from './events';
import { calendarArgs, calendarQuery, freshFor } from './events/calendar-filter';
import { NAMESPACE } from './namespace';
import type { FeedEvent } from './pages/feed';

const TYPE = 'application/atom+xml; charset=utf-8';
/** How many events a feed has: those that were published last. */
const MOST_EVENTS = 50;

/** Loaded with the first feed: nothing else of programs needs the parts of pages. */
const feeds = () => require('./pages/feed') as typeof import('./pages/feed');

/** The args of the calendar; without dates those of the list, which no address repeats, so that a feed has one for good. */
const feedArgs = (services: Services, kind: PostLike<EventRecord>): Args => {
  const { start_date, end_date, ...args } = calendarArgs(services, kind);
  const sentOnly = (arg: Arg | undefined) => {
    const { default: _, ...rest } = arg as Arg;
    return rest as Arg;
  };
  return { start_date: sentOnly(start_date), end_date: sentOnly(end_date), ...args };
};

/** What the address of a feed repeats: of dates those that were sent. */
const repeatedBy = async ({ links }: Pick<Listing<EventRecord>, 'links'>, { start_date, end_date }: Sent): Promise<Query> => {
  const { first, last } = await links();
  const { sort: _, ...repeated } = { ...first, ...last };
  // As they were sent, so that what is relative stays so.
  const said = (date: unknown) => (date as AskedDate | undefined)?.text;
  return { ...repeated, start_date: said(start_date), end_date: said(end_date) };
};

/** Declares the feed of events, which tells what is new among them (Atom, RFC 4287). */
export function declareFeeds(registry: CalendarRegistry, services: Services): void {
  const kind = services.postLikes.get('events') as unknown as PostLike<EventRecord>;
  registry.registerRoute(NAMESPACE, '/events.atom', {
    methods: READABLE,
    permission: 'public',
    type: TYPE,
    summary: { en: 'Follow what is new, as Atom', fr: 'Suivre les nouveautés, au format Atom' },
    description: {
      en: `The ${MOST_EVENTS} events that were published last, the newest first, of what everybody may see, with the filters of the calendar.`,
      fr: `Les ${MOST_EVENTS} évènements publiés en dernier, le plus récent d’abord, parmi ce que tout le monde peut voir, avec les filtres du calendrier.`,
    },
    args: feedArgs(services, kind),
    async handle({ baseUrl, language, user, params, headers }) {
      const sorted = { ...(params as Sent), sort: [{ name: 'date', isDown: true }] };
      const asked = { baseUrl, language, isFresh: wantsFresh(headers) };
      const { links, filter, sort, hint } = await calendarQuery(kind, sorted, asked);
      const found = kind.posts.collection().find(filter, byIndex(hint)).sort(sort).limit(MOST_EVENTS);
      const records = (await found.toArray()) as EventRecord[];
      const shown = records.length === 0 ? [] : await kind.present(records, { ...asked, user: undefined, single: false });
      const events = records.map(
        (record, place): FeedEvent => ({
          shown: shown[place] as FeedEvent['shown'],
          published: record.dateUtc === null ? record.modified : toInstant(record.dateUtc, 'UTC'),
          modified: record.modified,
        }),
      );
      const self = `${collectionUrl(baseUrl, kind)}.atom${toQuery(await repeatedBy({ links }, params as Sent))}`;
      const { name, locales } = services.site;
      const text = feeds().atomFeed(
        { self, page: `${baseUrl}/`, title: name[language], language, locale: locales[language], now: services.clock.now() },
        events,
      );
      return reply(text, { headers: freshFor(user === undefined) });
    },
  });
}
