import { canRead, mayName } from '../lib/access/posts';
import { readCost } from '../lib/calendar/cost';
import { fold } from '../lib/calendar/fold';
import { slugify } from '../lib/calendar/slug';
import { excerptHtml, paragraphs, plainText } from '../lib/calendar/text';
import { effectiveDates, idleDates, type WindowParams } from '../lib/calendar/window';
import { invalidParam } from '../lib/errors';
import { extensible } from '../lib/kinds/fields/added';
import { embeddedAnswer } from '../lib/kinds/fields/added-answer';
import type { FieldsContext, Sent } from '../lib/kinds/post-like/context';
import type { PostLike } from '../lib/kinds/post-like/kind';
import { createLinking, type Linking } from '../lib/kinds/post-like/linking';
import { ownedBy } from '../lib/kinds/post-like/post-record';
import { changed } from '../lib/kinds/post-like/texts';
import { foldedLines } from '../lib/kinds/searching';
import type { Services } from '../lib/kinds/services';
import { type Assigning, createAssigning } from '../lib/kinds/term-like/assigning';
import { termsInLinks } from '../lib/kinds/term-like/terms-filter';
import { keyOf } from '../lib/records/connection';
import { index, POST_INDEXES } from '../lib/records/indexes';
import { eventAnswerWith } from './events/event-answer';
import { eventArgs } from './events/event-args';
import { type EventFilters, eventFilter } from './events/event-filter';
import { eventFilterArgs } from './events/event-filter-args';
import { type Event, eventPresenter, type LinkedKinds, showCost, showWebsite } from './events/event-presenting';
import type { EventRecord } from './events/event-record';
import { type SentTimes, timesOf } from './events/event-times';
import { RADIUS_KILOMETRES } from './events/places';
import { NAMESPACE } from './namespace';

/** Order of the calendar, and what its filters compare: kept in the index, so that counting reads no record. */
const CALENDAR = {
  startDate: 1,
  date: 1,
  _id: 1,
  startsAt: 1,
  endsAt: 1,
  author: 1,
  password: 1,
  featured: 1,
  'keys.featured': 1,
} as const;
const LISTED = { language: 1, hidden: 1, status: 1 } as const;
/** What everybody may know of. */
const PUBLIC = { status: 1, password: 1 } as const;

const FLAGS = {
  show_map: 'showMap',
  show_map_link: 'showMapLink',
  hide_from_listings: 'hidden',
  sticky: 'sticky',
  featured: 'featured',
} as const;

/** Where a venue or an organizer that an event names inline cannot be made. */
const UNLINKED = ['could-not-create-venue', 'could-not-create-organizer'] as const;

/** The events of the calendar (SPECIFICATION 4.2). */
export function events(services: Services, linked: LinkedKinds): PostLike<EventRecord, Event> {
  const posts = services.kinds.registerPosts<EventRecord>({
    plural: 'events',
    indexes: [
      ...POST_INDEXES,
      index('calendar', { ...LISTED, ...CALENDAR }),
      index('categories', { categories: 1, ...LISTED, ...CALENDAR }),
      index('tags', { tags: 1, ...LISTED, ...CALENDAR }),
      index('venues', { venues: 1, ...LISTED, ...CALENDAR }),
      index('organizers', { organizers: 1, ...LISTED, ...CALENDAR }),
      index('children', { parent: 1, ...LISTED, ...CALENDAR }),
      index('venuesUntil', { venues: 1, ...PUBLIC, endsAt: 1 }),
      index('organizersUntil', { organizers: 1, ...PUBLIC, endsAt: 1 }),
    ],
    counted: [
      { field: 'categories', collection: 'categories' },
      { field: 'tags', collection: 'tags' },
      { field: 'venues', collection: 'venues', latest: { field: 'endsAt', index: 'venuesUntil' } },
      { field: 'organizers', collection: 'organizers', latest: { field: 'endsAt', index: 'organizersUntil' } },
    ],
    keys: (event) => ({
      title: fold(event.title),
      // What everybody may know of it.
      featured: event.featured && event.password === '',
      text: foldedLines([event.title, event.excerpt, plainText(event.description)]),
    }),
    // A draft has no slug unless it was given one (REFERENCE 3.5).
    fallbackSlug: ({ _id, status }) => (status === 'draft' || status === 'pending' ? '' : String(_id)),
  });
  for (const plural of ['categories', 'tags']) services.kinds.link(plural, { collection: 'events', field: plural });
  const links = {
    categories: createAssigning(services, linked.categories, 'categories'),
    tags: createAssigning(services, linked.tags, 'tags'),
    venue: createLinking(services, linked.venues, 'one', { en: 'a venue', fr: 'd’un lieu' }),
    organizer: createLinking(services, linked.organizers, 'many', { en: 'an organizer', fr: 'd’un organisateur' }),
  };

  async function linksOf(sent: Sent, context: FieldsContext<EventRecord>): Promise<Partial<EventRecord>> {
    const { current } = context;
    const venues = current?.venues ?? [];
    const organizers = current?.organizers ?? [];
    if (context.status === 'publish') services.connection.touch(namedIn(sent, current), context.session);
    return {
      categories:
        sent['categories'] === undefined ? (current?.categories ?? []) : await links.categories.resolve(sent['categories'], context),
      tags: sent['tags'] === undefined ? (current?.tags ?? []) : await links.tags.resolve(sent['tags'], context),
      venues: keeps(sent['venue']) ? venues : await links.venue.resolve(sent['venue'], venues, context),
      organizers: sent['organizer'] === undefined ? organizers : await links.organizer.resolve(sent['organizer'], organizers, context),
    };
  }

  /** What the event will be counted by, as far as that can be told before anything is read. */
  const namedIn = (sent: Sent, current: EventRecord | undefined): string[] => {
    const idsOf = (linking: Assigning | Linking, name: string) => (sent[name] === undefined ? [] : linking.named(sent[name]));
    const named = {
      categories: idsOf(links.categories, 'categories'),
      tags: idsOf(links.tags, 'tags'),
      venues: keeps(sent['venue']) ? [] : idsOf(links.venue, 'venue'),
      organizers: idsOf(links.organizer, 'organizer'),
    };
    return Object.entries(named).flatMap(([plural, ids]) =>
      ids.filter((id) => !current?.[plural as keyof typeof named].includes(id)).map((id) => keyOf(plural, id)),
    );
  };

  async function parentOf(sent: Sent, { current, user, session }: FieldsContext<EventRecord>): Promise<number> {
    const parent = Number(sent['post_parent'] ?? current?.parent ?? 0);
    if (parent === 0 || parent === current?.parent) return parent;
    const named = await posts.byId(parent, session);
    if (!named || !canRead(user, 'events', ownedBy(named))) throw invalidParam('post_parent', PARENT);
    // Two updates at once would not see each other, and could close a circle.
    if (current) await services.connection.claim('parents of events', session);
    const line = new Set<number>();
    for (let above: EventRecord | undefined = named; above && !line.has(above._id); above = await posts.byId(above.parent, session)) {
      if (above._id === current?._id) throw invalidParam('post_parent', PARENT);
      line.add(above._id);
    }
    return parent;
  }

  return extensible(services, {
    namespace: NAMESPACE,
    kind: 'event',
    plural: 'events',
    name: { en: 'event', fr: 'évènement' },
    names: { en: 'events', fr: 'évènements' },
    one: { en: 'an event', fr: 'un évènement' },
    segment: 'event',
    posts,
    fields: eventArgs(services, links),
    filters: eventFilterArgs(services, linked),
    search: {
      en: 'Events whose title, description or excerpt contain the words',
      fr: 'Évènements dont le titre, la description ou l’extrait contiennent les mots',
    },
    nullable: [],
    emptied: { description: '', excerpt: '', image: null, cost: '', website: '', organizer: [] },
    left: ['categories', 'tags', 'venue'],
    protectable: true,
    listed: { ...LISTED, ...CALENDAR },

    errors: { creating: UNLINKED, updating: UNLINKED },

    async write(sent, context) {
      const { current } = context;
      const title = typeof sent['title'] === 'string' ? plainText(sent['title']) : current?.title;
      if (!title) throw invalidParam('title', { en: 'Send a title that is not blank.', fr: 'Envoyez un titre qui ne soit pas vide.' });
      const times = timesOf(sent as SentTimes, current, services);
      const flags = Object.entries(FLAGS).map(([wire, name]) => [name, sent[wire] ?? current?.[name] ?? false]);
      return {
        title,
        description: changed(sent['description'], current?.description, paragraphs) ?? current?.description ?? '',
        excerpt: changed(sent['excerpt'], current?.excerpt, excerptHtml) ?? current?.excerpt ?? '',
        ...times,
        ...Object.fromEntries(flags),
        ...costOf(sent['cost'], current),
        ...websiteOf(sent['website'], current, context),
        ...(await linksOf(sent, context)),
        parent: await parentOf(sent, context),
        ...slugOf(sent['slug'], title, context),
      };
    },

    async list(params, view) {
      const filters = params as EventFilters;
      const context = { siteZone: services.site.timezone, now: services.clock.now() };
      const dates: WindowParams = (filters.include ? idleDates : effectiveDates)(filters, context);
      const { start_date, end_date, ...relative } = dates;
      return {
        ...(await eventFilter(filters, view, services, linked)),
        sort: filters.include ? { date: 1, _id: 1 } : { startDate: 1, date: 1, _id: 1 },
        first: {
          start_date,
          end_date,
          search: filters.search,
          strict_dates: filters.strict_dates || undefined,
          categories: filters.categories && (await termsInLinks(linked.categories, filters.categories, view.language)),
          tags: filters.tags && (await termsInLinks(linked.tags, filters.tags, view.language)),
          geoloc: bit(filters.geoloc),
          geoloc_lat: filters.geoloc_lat,
          geoloc_lng: filters.geoloc_lng,
          geoloc_radius: filters.geoloc_radius === RADIUS_KILOMETRES ? undefined : filters.geoloc_radius,
        },
        last: {
          post_parent: filters.post_parent,
          include: filters.include,
          ...relative,
          ticketed: bit(filters.ticketed || undefined),
          venue: filters.venue,
          organizer: filters.organizer,
          featured: bit(filters.featured),
        },
      };
    },

    present: eventPresenter(services, linked),
    answer: () => eventAnswerWith(embeddedAnswer(linked.venues), embeddedAnswer(linked.organizers)),
  });

  function costOf(sent: unknown, current: EventRecord | undefined): Pick<EventRecord, 'cost'> {
    const unchanged = sent === undefined || (current && sent !== '' && sent === showCost(current, services).cost);
    if (unchanged) return { cost: current?.cost ?? [] };
    // Nought is a price when an event is given one: it is free (DIFFERENCES 14).
    return { cost: sent === 0 || sent === '0' ? ['0'] : (readCost(sent) ?? []) };
  }

  function websiteOf(sent: unknown, current: EventRecord | undefined, { baseUrl }: FieldsContext<EventRecord>): Partial<EventRecord> {
    if (typeof sent !== 'string' || (current && sent === showWebsite(current, baseUrl, services))) {
      return current?.website === undefined ? {} : { website: current.website };
    }
    return sent === '' && !current ? {} : { website: sent };
  }
}

const PARENT = {
  en: 'Send the ID of an event that is neither this one nor below it.',
  fr: 'Envoyez l’identifiant d’un évènement qui n’est ni celui-ci ni l’un de ses descendants.',
};

/** A boolean as the reference's links spell it. */
const bit = (value: boolean | undefined): 1 | 0 | undefined => (value === undefined ? undefined : value ? 1 : 0);

/** What leaves the venue as it is, as in the reference; an empty list takes it away (DIFFERENCES 10). */
const keeps = (venue: unknown): boolean => venue === undefined || venue === '' || venue === 0 || venue === '0' || venue === false;

/** The slug that is asked for: given, or from the title once the event is published (REFERENCE 3.5). */
function slugOf(sent: unknown, title: string, { current, status, user }: FieldsContext<EventRecord>): { slug?: string } {
  if (typeof sent === 'string' && sent !== '' && sent !== current?.slug && mayName(user, 'events', status))
    return { slug: slugify(sent) || slugify(title) };
  const named = current?.trashed ? current.trashed.slug : current?.slug;
  const waits = status === 'draft' || status === 'pending' || (status === 'trash' && current !== undefined);
  if (named || waits) return current ? {} : { slug: '' };
  return { slug: slugify(title) || (current ? String(current._id) : '') };
}
