import fc from 'fast-check';
import type { IndexArg } from '../index-route';
import type { RecordPlaceholder } from './living';

/** Texts that attack HTML, patterns, the database, numbers, dates, paths and languages. */
const HOSTILE = [
  ['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202e', '\ufdfa'.repeat(300), '\u001b[2J', '\ufeff', 'e\u0301'.repeat(50), '𝒳'],
  ['<zqx onload=alert(1)>', '"><script>zqx()</script>', '" zqx="', "' zqx='", 'javascript:zqx', '&lt;zqx&gt;', '<b>bold', '<!--', ']]>'],
  ['<a href="javascript:zqx">x</a>', '<img src="x" onerror="zqx">', '[gallery "<zqx>"]', '</title><zqx>', '<svg><zqx/></svg>'],
  ['(a+)+$', '(.*a){25}', '^(([a-z])+.)+[A-Z]([a-z])+$', '[', '(?=', '\\', '"unclosed', '-', '- -a', 'fair -fair', `${'-a '.repeat(200)}`],
  ['$where', '$gt', '{"$ne":1}', '__proto__', 'constructor', 'toString', '1; return true', "' || '1'=='1"],
  ['NaN', 'Infinity', '1e999', '0x10', '-0', '1e21', '9007199254740993', '99999999999999999999', '-1', '1.5', 'true', 'null', '[]', '{}'],
  ['0000-00-00', '0000-01-01 00:00:00', '99999-12-31', '2030-02-30', '2030-13-45 99:99', '-271821-04-20', '+275760-09-13T00:00:00Z'],
  ['last day of february 2028', '+99999999 years', 'tomorrow '.repeat(40), 'now', '@99999999999999', 'first monday of -1 month'],
  ['../../../../etc/passwd', '..%2f..', 'file:///etc/passwd', '//evil.example', 'http://[::1]:1/', 'https://example.org/'.repeat(120)],
  ['\r\nSet-Cookie: zqx=1', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR', '%', '%00', '%zz', '+', '&a=b', '\u2028', '"', "'", '`', '{{7*7}}'],
].flat();

const LONG = ['x'.repeat(300), 'é'.repeat(4000), '(a|a)*'.repeat(900), '-'.repeat(20_000), 'ab.'.repeat(20_000), '<b>'.repeat(3000)];

export const hostileText = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
);

const parsed = (text: string): unknown => JSON.parse(text) as unknown;
const nested = (depth: number): unknown => parsed(`${'['.repeat(depth)}1${']'.repeat(depth)}`);

export const hostileValue = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 9_007_199_254_740_992, 5e-324, [], {}, [[]], [null], [{}], nested(40), nested(500)],
      ...['{"$ne":1}', '{"$where":"sleep(9999)"}', '{"$gt":""}', '{"__proto__":{"admin":true}}', '{"id":{"$ne":0}}'].map(parsed),
      ...['{"constructor":{"prototype":{"x":1}}}', '{"toString":1}', '{"length":4294967295}', '{"$regex":"(a+)+$"}', '[[1],[2]]'].map(
        parsed,
      ),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export const placeholderOf = (living: string, as: RecordPlaceholder['as']) =>
  fc.nat(59).map((nth): RecordPlaceholder => ({ living, nth, as }));

const WORDS = ['Fair', 'Concert', 'Fête d’été', 'Town hall', 'zq', '東京 jazz', '5 < 6', 'a & b'];
const DATES = ['2030-05-06 10:00:00', '2030-05-06', '2030-06-01T18:00:00', '2029-12-31 23:59', 'tomorrow', '2031-01-01 00:00:00'];
const ids = (plural: string) => fc.oneof(placeholderOf(plural, 'id'), fc.array(placeholderOf(plural, 'id'), { maxLength: 3 }));

/** Valid values by the name of the arg. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...Object.fromEntries(['events', 'categories', 'tags', 'tickets'].map((plural) => [plural, ids(plural)])),
  venue: fc.oneof(ids('venues'), fc.constant({ venue: 'Town hall' })),
  organizer: fc.oneof(ids('organizers'), fc.constant([{ organizer: 'Society' }])),
  include: ids('events'),
  exclude: ids('tags'),
  event: placeholderOf('events', 'id'),
  post: placeholderOf('events', 'id'),
  post_parent: placeholderOf('events', 'id'),
  parent: placeholderOf('categories', 'id'),
  author: fc.integer({ min: 1, max: 7 }),
  status: fc.constantFrom('publish', 'draft', 'pending', 'private', 'future', 'trash', 'publish,draft'),
  timezone: fc.constantFrom('UTC', 'Europe/Paris', 'UTC+5.5', 'Pacific/Apia'),
  cost: fc.constantFrom('5', '5-10', 'Free', 12),
  website: fc.constant('https://example.org/'),
  image: fc.constantFrom('https://example.org/a.jpg', 'https://example.org/b.png'),
  email: fc.constant('ann@example.org'),
  orderby: fc.constantFrom('name', 'id', 'date', 'title', 'price', 'count'),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 4 }),
  per_page: fc.integer({ min: 1, max: 100 }),
  slug: fc.oneof(placeholderOf('events', 'slug'), fc.constantFrom('fair', 'fête')),
  geo_lat: fc.double({ min: -90, max: 90, noNaN: true }),
  geo_lng: fc.double({ min: -180, max: 180, noNaN: true }),
  // Lists omit hidden events, so few events are hidden.
  hide_from_listings: fc.oneof({ weight: 20, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
};

const DATED = /(?:date|date_utc|before|after|start|end)$/;
const BY_TYPE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  integer: fc.integer({ min: 0, max: 60 }),
  number: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.double({ min: -90, max: 90, noNaN: true })),
  boolean: fc.oneof(fc.boolean(), fc.constantFrom('true', '0', 'yes')),
};

export const plausibleValue = ({ name, type = 'string', enum: values }: IndexArg): fc.Arbitrary<unknown> => {
  if (values !== undefined && values.length > 0) return fc.constantFrom(...values);
  const named = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  return named ?? (DATED.test(name) ? fc.constantFrom(...DATES) : (BY_TYPE[type] ?? fc.constantFrom(...WORDS)));
};

/** An arg with a value that is valid in most cases. */
export const sentArg = (arg: IndexArg): fc.Arbitrary<readonly [string, unknown]> =>
  fc.oneof({ weight: 6, arbitrary: plausibleValue(arg) }, { weight: 1, arbitrary: hostileValue }).map((value) => [arg.name, value]);
