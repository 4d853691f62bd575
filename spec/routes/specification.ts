/** A parameter in a table of the specification: its type, `ids` for a list of integers, or `any`. */
export type Declared =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'any'
  | 'ids'
  | { readonly type: string; readonly default?: unknown; readonly required?: true };
type Table = Readonly<Record<string, Declared>>;

/** Args of one type. */
const each = (declared: Declared, names: string): Table => Object.fromEntries(names.split(' ').map((name) => [name, declared]));
const required = (type: string, fallback?: { readonly default: unknown }) => ({ type, required: true, ...fallback }) as const;
const unset = (type: string) => ({ type, default: null }) as const;
const PAGE = { type: 'integer', default: 1 } as const;
const PER_PAGE = { type: 'integer', default: 10 } as const;

/** The table of events, with `post_parent` added by this service. */
const EVENT: Table = {
  ...each(required('string'), 'title start_date end_date'),
  ...each('string', 'date date_utc description slug excerpt status timezone image'),
  ...each('integer', 'author post_parent'),
  ...each('boolean', 'show_map show_map_link hide_from_listings sticky featured'),
  all_day: { type: 'boolean', default: false },
  cost: 'any',
  website: unset('any'),
  ...each(unset('ids'), 'categories tags venue organizer'),
};

/** The table of venues, with coordinates added by this service. */
const VENUE: Table = {
  venue: required('string'),
  author: 'integer',
  ...each('string', 'date date_utc status'),
  ...each(unset('string'), 'description show_map show_map_link address city country province state zip phone stateprovince website image'),
  ...each('number', 'geo_lat geo_lng'),
};

const ORGANIZER: Table = {
  organizer: required('string', { default: null }),
  author: unset('integer'),
  ...each(unset('string'), 'date date_utc description status phone website email image'),
};

const TAG: Table = { name: required('string'), description: 'string', slug: 'string' };
const CATEGORY: Table = { ...TAG, parent: 'integer' };

/** The filters of event lists, with `geoloc_radius` added by this service. Other specs test computed defaults. */
const EVENTS: Table = {
  page: PAGE,
  per_page: PER_PAGE,
  start_date: { type: 'string', default: '2030-01-14 23:59:00' },
  end_date: { type: 'string', default: '2032-01-15 12:00:00' },
  strict_dates: { type: 'any', default: false },
  ...each('string', 'starts_before starts_after ends_before ends_after search status'),
  ...each('ids', 'categories tags venue organizer include'),
  ...each('boolean', 'featured geoloc ticketed'),
  ...each('number', 'geoloc_lat geoloc_lng'),
  geoloc_radius: { type: 'number', default: 25 },
  post_parent: 'integer',
};

/** The filters of venue and organizer lists. They are booleans where the reference system prints no type. */
const LINKED: Table = {
  page: PAGE,
  per_page: PER_PAGE,
  search: 'string',
  event: 'integer',
  has_events: 'boolean',
  only_with_upcoming: { type: 'boolean', default: false },
  status: 'string',
};

/** The filters of term lists. */
const TAGS: Table = {
  page: PAGE,
  per_page: PER_PAGE,
  ...each('string', 'search order orderby slug'),
  ...each('ids', 'exclude include'),
  ...each('integer', 'post event'),
  hide_empty: { type: 'boolean', default: true },
};
const CATEGORIES: Table = { ...TAGS, parent: 'integer' };

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
