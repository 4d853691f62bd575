import { zoneAbbreviation } from '../../lib/calendar/dates/zones';
import { eventJsonLd, organizerJsonLd, venueJsonLd } from './bare-json-ld';
import { PATHS, paragraphs, publication, type Showing, shownImage, shownOrganizer, shownTerm, shownVenue, toWall } from './bare-linked';
import { type BareCollections, type BareEvent, type BareLanguage, type BareTerm, recordsOf } from './bare-record';

const FREE_LABEL: Readonly<Record<BareLanguage, string>> = { en: 'Free', fr: 'Gratuit' };

const details = (wall: string) => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});

/** Prices of the data set are whole numbers. */
function shownCost({ cost, language }: BareEvent): object {
  const values = [...new Set(cost)].sort((one, other) => Number(one) - Number(other));
  const ends = [...new Set([values[0], values.at(-1)].flatMap((value) => value ?? []))];
  return {
    cost: ends.map((value) => (Number(value) === 0 ? FREE_LABEL[language] : `$${value}`)).join(' – '),
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values },
  };
}

function shownTimes(event: BareEvent): object {
  const [startsAt, endsAt] = [toWall(event.startsAt), toWall(event.endsAt)];
  return {
    all_day: event.allDay,
    start_date: event.startDate,
    start_date_details: details(event.startDate),
    end_date: event.endDate,
    end_date_details: details(event.endDate),
    utc_start_date: startsAt,
    utc_start_date_details: details(startsAt),
    utc_end_date: endsAt,
    utc_end_date_details: details(endsAt),
    timezone: event.timezone,
    timezone_abbr: zoneAbbreviation(event.timezone, event.startsAt),
  };
}

const someOf = <T>(records: ReadonlyMap<number, T>, ids: readonly number[]): T[] => ids.flatMap((id) => records.get(id) ?? []);

const byName = (one: BareTerm, other: BareTerm): number => (String(one.keys['name']) < String(other.keys['name']) ? -1 : 1);

/**
 * Renders events with their linked records, which it reads with one query for each content type.
 * A `single` event has its JSON-LD too.
 */
export async function shownEvents(
  events: readonly BareEvent[],
  collections: BareCollections,
  showing: Showing,
  single = false,
): Promise<object[]> {
  const [categories, tags, venues, organizers] = await Promise.all([
    recordsOf(
      collections.categories,
      events.flatMap((event) => event.categories),
    ),
    recordsOf(
      collections.tags,
      events.flatMap((event) => event.tags),
    ),
    recordsOf(
      collections.venues,
      events.flatMap((event) => event.venues),
    ),
    recordsOf(
      collections.organizers,
      events.flatMap((event) => event.organizers),
    ),
  ]);
  const pictured = [...events, ...venues.values(), ...organizers.values()];
  const media = await recordsOf(
    collections.media,
    pictured.flatMap(({ image }) => image ?? []),
  );
  const imageOf = ({ image }: { readonly image: number | null }) => (image === null ? undefined : media.get(image));
  // Events share linked records, so each is rendered once.
  const shown = <T>(records: ReadonlyMap<number, T>, show: (record: T) => object): ReadonlyMap<number, object> =>
    new Map(Array.from(records, ([id, record]) => [id, show(record)]));
  const placesById = single ? shown(venues, (venue) => venueJsonLd(venue, imageOf(venue), showing)) : undefined;
  const personsById = single ? shown(organizers, (organizer) => organizerJsonLd(organizer, imageOf(organizer), showing)) : undefined;
  const described = (descriptions: ReadonlyMap<number, object> | undefined, { _id }: { readonly _id: number }) =>
    descriptions && { json_ld: descriptions.get(_id) };
  const shownVenues = shown(venues, (venue) => ({ ...shownVenue(venue, imageOf(venue), showing), ...described(placesById, venue) }));
  const shownOrganizers = shown(organizers, (organizer) => ({
    ...shownOrganizer(organizer, imageOf(organizer), showing),
    ...described(personsById, organizer),
  }));
  const shownCategories = shown(categories, (term) => shownTerm(term, 'categories', showing));
  const shownTags = shown(tags, (term) => shownTerm(term, 'tags', showing));
  const terms = (records: ReadonlyMap<number, BareTerm>, ready: ReadonlyMap<number, object>, ids: readonly number[]) =>
    someOf(records, ids)
      .sort(byName)
      .map(({ _id }) => ready.get(_id));

  return events.map((event) => {
    const url = showing.page(event.language, PATHS.events, event.slug);
    const at = someOf(shownVenues, event.venues);
    const jsonLd = placesById &&
      personsById && {
        json_ld: eventJsonLd(event, imageOf(event), {
          url,
          places: someOf(placesById, event.venues),
          organizers: someOf(personsById, event.organizers),
        }),
      };
    return {
      id: event._id,
      global_id: showing.globalId(event._id),
      global_id_lineage: [showing.globalId(event._id)],
      ...publication(event),
      url,
      rest_url: `${showing.api}/events/${event._id}`,
      title: event.title,
      excerpt: paragraphs(event.excerpt),
      description: paragraphs(event.description),
      ...shownTimes(event),
      ...shownCost(event),
      website: event.website || url,
      show_map: event.showMap,
      show_map_link: event.showMapLink,
      hide_from_listings: event.hidden,
      sticky: event.sticky,
      featured: event.featured,
      categories: terms(categories, shownCategories, event.categories),
      tags: terms(tags, shownTags, event.tags),
      venue: at.length === 1 ? at[0] : at,
      organizer: someOf(shownOrganizers, event.organizers),
      custom_fields: [],
      slug: event.slug,
      image: shownImage(imageOf(event)),
      language: event.language,
      translations: showing.translations(event, PATHS.events),
      ...jsonLd,
    };
  });
}
