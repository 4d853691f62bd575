import type { BareImage, BareLanguage, BareOrganizer, BarePost, BareTerm, BareVenue } from './bare-record';

export const toWall = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** Paths of each content type below the API namespace (`plural`) and on the site (`page`). */
export const PATHS = {
  events: { plural: 'events', page: 'event' },
  venues: { plural: 'venues', page: 'venue' },
  organizers: { plural: 'organizers', page: 'organizer' },
  categories: { plural: 'categories', page: 'events/category' },
  tags: { plural: 'tags', page: 'tag' },
} as const;
type Paths = (typeof PATHS)[keyof typeof PATHS];

/** Wraps each line of a plain text in a paragraph. */
export const paragraphs = (text: string): string => (text === '' ? '' : `<p>${text.replaceAll('\n', '</p>\n<p>')}</p>`);

/** URLs and language that all records of one answer share. */
export interface Showing {
  readonly language: BareLanguage;
  /** The URL of the API namespace. */
  readonly api: string;
  page(language: BareLanguage, paths: Paths, slug: string): string;
  globalId(id: number): string;
  translations(record: BareTerm | BarePost, paths: Paths): object;
}

/** Creates the URL functions of one language for a service with the root `origin`. */
export function createShowing(origin: string, language: BareLanguage): Showing {
  const { host } = new URL(origin);
  const apiIn = (spoken: string) => `${origin}/${spoken}/cal/events/v1`;
  const api = apiIn(language);
  const page: Showing['page'] = (spoken, paths, slug) => `${origin}/${spoken}/${paths.page}/${encodeURI(slug)}/`;
  return {
    language,
    api,
    page,
    globalId: (id) => `${host}?id=${id}`,
    translations({ translations }, paths) {
      const shown: Record<string, object> = {};
      for (const [spoken, { id, slug }] of Object.entries(translations))
        shown[spoken] = { id, slug, rest_url: `${apiIn(spoken)}/${paths.plural}/${id}`, url: page(spoken as BareLanguage, paths, slug) };
      return shown;
    },
  };
}

export const publication = ({ author, status, date, dateUtc, edited, modified }: BarePost) => ({
  author,
  status,
  date,
  date_utc: dateUtc,
  modified: edited ? toWall(modified) : date,
  modified_utc: edited ? toWall(modified) : dateUtc,
});

export const shownImage = (image: BareImage | undefined) => {
  if (image === undefined) return false;
  const [, extension] = /\.(\w+)$/.exec(new URL(image.url).pathname) ?? [];
  return { url: image.url, id: image._id, ...(extension && { extension }) };
};

const filled = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined));

const linked = (record: BarePost, paths: Paths, image: BareImage | undefined, showing: Showing) => ({
  id: record._id,
  ...publication(record),
  url: showing.page(record.language, paths, record.slug),
  slug: record.slug,
  ...(image && { image: shownImage(image) }),
  global_id: showing.globalId(record._id),
  global_id_lineage: [showing.globalId(record._id)],
  language: record.language,
  translations: showing.translations(record, paths),
});

export const shownVenue = (venue: BareVenue, image: BareImage | undefined, showing: Showing): object => ({
  ...linked(venue, PATHS.venues, image, showing),
  venue: venue.name,
  ...filled({
    description: paragraphs(venue.description),
    excerpt: paragraphs(venue.excerpt),
    address: venue.address,
    city: venue.city,
    country: venue.country,
    province: venue.province,
    state: venue.state,
    zip: venue.zip,
    phone: venue.phone,
    website: venue.website,
    stateprovince: venue.stateprovince,
    geo_lat: venue.latitude,
    geo_lng: venue.longitude,
  }),
  show_map: venue.showMap,
  show_map_link: venue.showMapLink,
});

export const shownOrganizer = (organizer: BareOrganizer, image: BareImage | undefined, showing: Showing): object => ({
  ...linked(organizer, PATHS.organizers, image, showing),
  organizer: organizer.name,
  ...filled({
    description: paragraphs(organizer.description),
    excerpt: paragraphs(organizer.excerpt),
    phone: organizer.phone,
    website: organizer.website,
    email: organizer.email,
  }),
});

export function shownTerm(term: BareTerm, plural: 'categories' | 'tags', showing: Showing): object {
  const collection = `${showing.api}/${plural}`;
  return {
    name: term.name,
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term._id,
    taxonomy: plural === 'tags' ? 'post_tag' : 'tribe_events_cat',
    description: term.description,
    parent: term.parent,
    count: term.count,
    filter: 'raw',
    id: term._id,
    urls: {
      self: `${collection}/${term._id}`,
      collection,
      ...(term.parent !== 0 && { up: `${collection}/${term.parent}` }),
    },
    language: term.language,
    translations: showing.translations(term, PATHS[plural]),
  };
}
