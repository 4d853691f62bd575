/** A parameter in a table of the specification: its type, `ids` for a list of integers, or `any`. */
export type Declared =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'any'
  | 'ids'
  | { readonly type: string; readonly default?: unknown; readonly required?: true };
export type Table = Readonly<Record<string, Declared>>;

const required = (type: string, fallback?: { readonly default: unknown }) => ({ type, required: true, ...fallback }) as const;
const unset = (type: string) => ({ type, default: null }) as const;
const PAGE = { type: 'integer', default: 1 } as const;
const PER_PAGE = { type: 'integer', default: 10 } as const;

/** The table of events, with `post_parent` added by this service. */
export const EVENT: Table = {
  title: required('string'),
  start_date: required('string'),
  end_date: required('string'),
  author: 'integer',
  date: 'string',
  date_utc: 'string',
  description: 'string',
  slug: 'string',
  excerpt: 'string',
  status: 'string',
  timezone: 'string',
  all_day: { type: 'boolean', default: false },
  image: 'string',
  cost: 'any',
  website: unset('any'),
  show_map: 'boolean',
  show_map_link: 'boolean',
  hide_from_listings: 'boolean',
  sticky: 'boolean',
  featured: 'boolean',
  categories: unset('ids'),
  tags: unset('ids'),
  venue: unset('ids'),
  organizer: unset('ids'),
  post_parent: 'integer',
};

/** The table of venues, with coordinates added by this service. */
export const VENUE: Table = {
  venue: required('string'),
  author: 'integer',
  date: 'string',
  date_utc: 'string',
  status: 'string',
  ...Object.fromEntries(
    [
      'description',
      'show_map',
      'show_map_link',
      'address',
      'city',
      'country',
      'province',
      'state',
      'zip',
      'phone',
      'stateprovince',
      'website',
      'image',
    ].map((name) => [name, unset('string')]),
  ),
  geo_lat: 'number',
  geo_lng: 'number',
};

export const ORGANIZER: Table = {
  organizer: required('string', { default: null }),
  author: unset('integer'),
  ...Object.fromEntries(
    ['date', 'date_utc', 'description', 'status', 'phone', 'website', 'email', 'image'].map((name) => [name, unset('string')]),
  ),
};

export const TAG: Table = { name: required('string'), description: 'string', slug: 'string' };
export const CATEGORY: Table = { ...TAG, parent: 'integer' };

/** The filters of event lists, with `geoloc_radius` added by this service. Other specs test computed defaults. */
export const EVENTS: Table = {
  page: PAGE,
  per_page: PER_PAGE,
  start_date: { type: 'string', default: '2030-01-14 23:59:00' },
  end_date: { type: 'string', default: '2032-01-15 12:00:00' },
  starts_before: 'string',
  starts_after: 'string',
  ends_before: 'string',
  ends_after: 'string',
  strict_dates: { type: 'any', default: false },
  search: 'string',
  categories: 'ids',
  tags: 'ids',
  venue: 'ids',
  organizer: 'ids',
  featured: 'boolean',
  status: 'string',
  geoloc: 'boolean',
  geoloc_lat: 'number',
  geoloc_lng: 'number',
  geoloc_radius: { type: 'number', default: 25 },
  include: 'ids',
  post_parent: 'integer',
  ticketed: 'boolean',
};

/** The filters of venue and organizer lists. They are booleans where the reference system prints no type. */
export const LINKED: Table = {
  page: PAGE,
  per_page: PER_PAGE,
  search: 'string',
  event: 'integer',
  has_events: 'boolean',
  only_with_upcoming: { type: 'boolean', default: false },
  status: 'string',
};

/** The filters of term lists. */
export const TAGS: Table = {
  page: PAGE,
  per_page: PER_PAGE,
  search: 'string',
  exclude: 'ids',
  include: 'ids',
  order: 'string',
  orderby: 'string',
  hide_empty: { type: 'boolean', default: true },
  post: 'integer',
  event: 'integer',
  slug: 'string',
};
export const CATEGORIES: Table = { ...TAGS, parent: 'integer' };

const ID: Table = { id: required('integer') };
const SLUG: Table = { slug: required('string') };
const LOCK: Table = { password: 'string' };
const FORCE: Table = { force: { type: 'boolean', default: false } };
const optional = (table: Table): Table =>
  Object.fromEntries(
    Object.entries(table).map(([name, declared]) => {
      if (typeof declared === 'string') return [name, declared];
      const { required: _, ...rest } = declared;
      return [name, rest];
    }),
  );

const postLike = (plural: string, list: Table, fields: Table, lock: Table): Readonly<Record<string, Table>> => ({
  [`GET /${plural}`]: list,
  [`POST /${plural}`]: { ...fields, ...lock },
  ...Object.fromEntries(
    [[`/${plural}/{id}`, ID] as const, [`/${plural}/by-slug/{slug}`, SLUG] as const].flatMap(([path, key]) => [
      [`GET ${path}`, { ...key, ...lock }],
      [`DELETE ${path}`, { ...key, ...lock, ...FORCE }],
      // If a body may rename the slug, the index prints this optional `slug`.
      ...['POST', 'PUT', 'PATCH'].map((method) => [`${method} ${path}`, { ...key, ...optional(fields), ...lock }]),
    ]),
  ),
});
const termLike = (plural: string, list: Table, fields: Table): Readonly<Record<string, Table>> => ({
  [`GET /${plural}`]: list,
  [`POST /${plural}`]: fields,
  [`GET /${plural}/{id}`]: ID,
  ...Object.fromEntries(['POST', 'PUT', 'PATCH'].map((method) => [`${method} /${plural}/{id}`, { ...optional(fields), ...ID }])),
  [`DELETE /${plural}/{id}`]: { ...ID, force: { type: 'boolean', default: true } },
});

/** Methods and paths of section 4 of the specification, with their parameters except `ml_language`. */
export const ROUTES: Readonly<Record<string, Table>> = {
  'GET ': { namespace: { type: 'any', default: 'cal/events/v1' }, context: { type: 'any', default: 'view' } },
  'GET /doc': {},
  ...postLike('events', EVENTS, EVENT, LOCK),
  ...postLike('venues', LINKED, VENUE, {}),
  ...postLike('organizers', LINKED, ORGANIZER, {}),
  ...termLike('categories', CATEGORIES, CATEGORY),
  ...termLike('tags', TAGS, TAG),
};
