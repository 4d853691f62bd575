import { canRead } from '../../lib/access/posts';
import { FREE_TEXT, type PresentedCost, presentCost } from '../../lib/calendar/cost';
import { currencyOf } from '../../lib/calendar/currency';
import { dateDetails } from '../../lib/calendar/dates';
import { eventJsonLd } from '../../lib/calendar/json-ld';
import { excerptHtml, paragraphs } from '../../lib/calendar/text';
import { presentWebsite } from '../../lib/calendar/website';
import { toWall, zoneAbbreviation } from '../../lib/calendar/zones';
import { globalId, postUrl, restUrl, siteUrl, translationsOf } from '../../lib/kinds/addresses';
import type { View } from '../../lib/kinds/post-like/context';
import { presentImage } from '../../lib/kinds/post-like/images';
import type { PostLike } from '../../lib/kinds/post-like/kind';
import type { PostRecord } from '../../lib/kinds/post-like/post-record';
import { presentPublication } from '../../lib/kinds/post-like/publication';
import { isOpenTo, readableOf } from '../../lib/kinds/post-like/visibility';
import type { Services } from '../../lib/kinds/services';
import { presentTerms } from '../../lib/kinds/term-like/term-presenting';
import type { Media, Term } from '../../lib/records/record';
import type { Terms } from '../../lib/records/terms';
import { type AnswerValue, exactly } from '../../lib/registry/answers';
import { categories } from '../categories';
import { NAMESPACE } from '../namespace';
import type { Organizer, OrganizerRecord } from '../organizers';
import { tags } from '../tags';
import type { Venue, VenueRecord } from '../venues';
import type { dateDetailsAnswer } from './date-details-answer';
import type { eventAnswer } from './event-answer';
import type { EventRecord } from './event-record';
import type { eventJsonLdAnswer } from './json-ld-answers';

/** The cost as answers show it. */
export const showCost = (event: EventRecord, { site }: Services): PresentedCost =>
  presentCost(event.cost, { symbol: site.currencySymbol, position: site.currencyPosition, free: FREE_TEXT[event.language] });

/** The address of an event’s own page. */
export const eventUrl = (event: EventRecord, baseUrl: string, services: Services): string =>
  postUrl({ id: event._id, language: event.language, slug: event.slug, status: event.status }, 'event', siteUrl(baseUrl, services.site));

/** The website as answers show it: an event that never had one shows its own address (REFERENCE 4.1). */
export const showWebsite = (event: EventRecord, baseUrl: string, services: Services): string =>
  event.website === undefined ? eventUrl(event, baseUrl, services) : presentWebsite(event.website);

/** An event as it is shown. */
export type Event = AnswerValue<typeof eventAnswer>;

const ROUTED = { namespace: NAMESPACE, plural: 'events', segment: 'event' } as const;

const shownEvent = exactly<typeof eventAnswer>();
const details = exactly<typeof dateDetailsAnswer>();
const jsonLd = exactly<typeof eventJsonLdAnswer>();

/** What lists show of a protected event to those who may not see it (REFERENCE 13, DIFFERENCES 42). */
const BLANK = {
  description: '',
  excerpt: '',
  image: false,
  all_day: null,
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  website: '',
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
} as const satisfies Partial<Event>;

/** The kinds that an event links to. */
export interface LinkedKinds {
  readonly venues: PostLike<VenueRecord, Venue>;
  readonly organizers: PostLike<OrganizerRecord, Organizer>;
  readonly categories: Terms;
  readonly tags: Terms;
}

interface Related {
  readonly venues: ReadonlyMap<number, Venue>;
  readonly organizers: ReadonlyMap<number, Organizer>;
  readonly categories: ReadonlyMap<number, Term>;
  readonly tags: ReadonlyMap<number, Term>;
  readonly media: ReadonlyMap<number, Media>;
  /** Those of the parents that the reader may read. */
  readonly parents: ReadonlySet<number>;
}

/** Makes the function that shows events as clients see them, in the reference's order of fields (REFERENCE 4.1). */
export function eventPresenter(services: Services, linked: LinkedKinds) {
  const zone = services.site.timezone;

  async function relatedTo(records: readonly EventRecord[], view: View): Promise<Related> {
    const [venues, organizers, categories, tags, media, parents] = await Promise.all([
      readable(
        linked.venues,
        records.flatMap((event) => event.venues),
        view,
      ),
      readable(
        linked.organizers,
        records.flatMap((event) => event.organizers),
        view,
      ),
      linked.categories.many(records.flatMap((event) => event.categories)),
      linked.tags.many(records.flatMap((event) => event.tags)),
      services.media.many(records.flatMap((event) => event.image ?? [])),
      readableOf(
        services.kinds.posts<EventRecord>('events'),
        'events',
        records.flatMap(({ parent }) => (parent > 0 ? [parent] : [])),
        view.user,
      ),
    ]);
    return { venues, organizers, categories, tags, media, parents: new Set(parents.map(({ _id }) => _id)) };
  }

  function presentEvent(event: EventRecord, view: View, related: Related): Event {
    const origin = siteUrl(view.baseUrl, services.site);
    const place = { baseUrl: view.baseUrl, origin };
    const startUtc = toWall(event.startsAt, 'UTC');
    const endUtc = toWall(event.endsAt, 'UTC');
    const venues = event.venues.flatMap((id) => related.venues.get(id) ?? []);
    const organizers = event.organizers.flatMap((id) => related.organizers.get(id) ?? []);
    const shown = {
      id: event._id,
      global_id: globalId(origin, event._id),
      global_id_lineage: [globalId(origin, event._id)],
      ...presentPublication(event, zone),
      url: eventUrl(event, view.baseUrl, services),
      rest_url: restUrl(view.baseUrl, ROUTED, event._id),
      title: event.title,
      description: paragraphs(event.description),
      excerpt: excerptHtml(event.excerpt),
      slug: event.slug,
      image: presentImage(event.image === null ? undefined : related.media.get(event.image)),
      all_day: event.allDay,
      start_date: event.startDate,
      start_date_details: details(dateDetails(event.startDate)),
      end_date: event.endDate,
      end_date_details: details(dateDetails(event.endDate)),
      utc_start_date: startUtc,
      utc_start_date_details: details(dateDetails(startUtc)),
      utc_end_date: endUtc,
      utc_end_date_details: details(dateDetails(endUtc)),
      timezone: event.timezone,
      timezone_abbr: zoneAbbreviation(event.timezone, event.startsAt),
      ...showCost(event, services),
      website: showWebsite(event, view.baseUrl, services),
      show_map: event.showMap,
      show_map_link: event.showMapLink,
      hide_from_listings: event.hidden,
      sticky: event.sticky,
      featured: event.featured,
      categories: presentTerms(categories, event.categories, related.categories, place),
      tags: presentTerms(tags, event.tags, related.tags, place),
      venue: venues.length === 1 && venues[0] ? venues[0] : venues,
      organizer: organizers,
      ...(related.parents.has(event.parent) && { post_parent: event.parent }),
      custom_fields: [],
      language: event.language,
      translations: translationsOf(event, ROUTED, place, (sibling) => canRead(view.user, 'events', sibling)),
    };
    const currency = currencyOf(shown.cost_details.currency_symbol) ?? services.site.currencyCode;
    const isHidden = !view.single && !isOpenTo(view.user, 'events', event, view.password);
    return shownEvent({
      ...shown,
      ...(isHidden && BLANK),
      ...(view.single && {
        json_ld: jsonLd(eventJsonLd({ ...shown, date_utc: event.dateUtc ?? undefined, venues, organizers }, { currency })),
      }),
    });
  }

  return async (records: readonly EventRecord[], view: View): Promise<Event[]> => {
    const related = await relatedTo(records, view);
    return records.map((event) => presentEvent(event, view, related));
  };
}

/** Linked records as answers embed them, by ID; hidden ones are left out for those who may not read them (DIFFERENCES 31). */
async function readable<R extends PostRecord, S extends object>(
  kind: PostLike<R, S>,
  ids: readonly number[],
  view: View,
): Promise<ReadonlyMap<number, S>> {
  const found = (await readableOf(kind.posts, kind.plural, ids, view.user)).filter(({ status }) => status !== 'trash');
  const shown = await kind.present(found, { ...view, embedded: true });
  return new Map(found.flatMap(({ _id }, place) => (shown[place] ? [[_id, shown[place]] as const] : [])));
}
