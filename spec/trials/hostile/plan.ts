import fc from 'fast-check';
import type { IndexArg, IndexRoute, Piece } from '../index-route';
import type { RecordPlaceholder } from './living';
import { METHODS, ODD_METHODS, sentHeaders, weighted } from './sent-headers';
import { hostileText, hostileValue, placeholderOf, sentArg } from './values';

/** The clients: users, anonymous, a wrong password, an unknown user and an invalid header. */
export const ASKERS = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'nobody', 'wrong', 'unknown', 'garbled'] as const;
export type Asker = (typeof ASKERS)[number];

export const WRITERS: readonly Asker[] = ['administrator', 'editor', 'author', 'contributor'];

export type Carrier = 'query' | 'json' | 'form' | 'multipart';

/** Compressions of a body. `broken` is not compressed at all, `bomb` expands to 48 MiB. */
export type Coding = 'none' | 'gzip' | 'br' | 'deflate' | 'broken' | 'bomb' | 'unknown';

/** A random request with placeholders for records, reproducible by the seed. */
export interface Plan {
  readonly asker: Asker;
  readonly language: string;
  readonly path: readonly (string | RecordPlaceholder)[];
  readonly method: string;
  readonly carrier: Carrier;
  readonly params: readonly (readonly [name: string, value: unknown])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly coding: Coding;
  readonly isChunked: boolean;
  /** Replaces a part of the body. The place counts modulo the length. */
  readonly spoil: readonly [place: number, by: string] | undefined;
  /** Replaces a byte of the whole request. */
  readonly flip: readonly [place: number, byte: number] | undefined;
}

const rarely = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  weighted<T | undefined>([times, fc.constant(undefined)], [1, arbitrary]);

const WEIGHTS: Readonly<Record<Asker, number>> = {
  administrator: 1,
  editor: 3,
  author: 4,
  contributor: 4,
  subscriber: 3,
  nobody: 12,
  wrong: 2,
  unknown: 1,
  garbled: 1,
};
const asker = weighted(...ASKERS.map((one) => [WEIGHTS[one], fc.constant(one)] as const));

const IMPOSSIBLE = [
  '0',
  '-1',
  '1e3',
  '00012',
  '9007199254740993',
  '9'.repeat(60),
  '1.5',
  '%00',
  'abc',
  '%',
  '%2e%2e%2f',
  '%ff',
  '１２',
  '',
];
const LONG_SLUGS = ['a-'.repeat(150), '%C3%A9'.repeat(300), '..', 'by-slug', '%E0%A4%A', 'fair%20', 'FAIR', '%3Czqx%3E', "'%22zqx"];
const variable = ({ plural, by }: Exclude<Piece, string>): fc.Arbitrary<string | RecordPlaceholder> =>
  weighted<string | RecordPlaceholder>(
    [8, placeholderOf(plural, by)],
    [1, placeholderOf('venues', by)],
    [2, fc.constantFrom(...IMPOSSIBLE, ...LONG_SLUGS)],
  );
const pathOf = (pieces: readonly Piece[]) =>
  fc.tuple(
    ...pieces.map((piece): fc.Arbitrary<string | RecordPlaceholder> => (typeof piece === 'string' ? fc.constant(piece) : variable(piece))),
  );

/** Parameters of every route, and names that no route should accept. */
const COMMON: readonly IndexArg[] = [
  ...['_fields', '_envelope', '_embed', '_jsonp', '_wpnonce', 'rest_route', 'context', 'ml_language', 'password', 'search'],
  ...['__proto__', 'constructor', 'prototype', '$where', '$expr', 'filter[$ne]', 'a[b][c]', 'per_page', 'offset', 'hasOwnProperty'],
  ...['\0', '<zqx>'],
].map((name) => ({ name }));
const override = fc.tuple(fc.constant('_method'), fc.constantFrom(...METHODS, ...ODD_METHODS, '', ['DELETE']));

const CODINGS: fc.Arbitrary<Coding> = weighted<Coding>(
  [600, fc.constant('none')],
  [25, fc.constantFrom('gzip', 'br', 'deflate', 'broken', 'unknown')],
  [1, fc.constant('bomb')],
);

/** Required parameters of creations. */
const REQUIRED: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
  events: [
    ['title', 'Fair'],
    ['start_date', '2030-05-06 10:00:00'],
    ['end_date', '2030-05-06 12:00:00'],
  ],
  venues: [['venue', 'Hall']],
  organizers: [['organizer', 'Society']],
  categories: [['name', 'Category']],
  tags: [['name', 'Tag']],
  tickets: [
    ['title', 'Ticket'],
    ['event', { living: 'events', nth: 0, as: 'id' }],
    ['price', 5],
  ],
};

const others = {
  asker,
  language: weighted([9, fc.constant('en')], [4, fc.constant('fr')], [1, fc.constantFrom('EN', 'xx', '', 'en/', '%65n', 'fr/..', 'en//')]),
  headers: sentHeaders,
  coding: CODINGS,
  isChunked: weighted([15, fc.constant(false)], [1, fc.constant(true)]),
  spoil: rarely(
    12,
    fc.tuple(fc.nat(9999), fc.constantFrom('', '\xff', '\0', 'NaN', '1e999', '"', '}', '\ufeff', ',"a":1,"a":2', '%zz', '\\ud800')),
  ),
  flip: rarely(80, fc.tuple(fc.nat(9999), fc.constantFrom(0, 10, 13, 32, 58, 255, 128, 48))),
} as const;

const planOf = ({ path, methods, args }: IndexRoute): fc.Arbitrary<Plan> => {
  const [first = 'GET'] = methods;
  const needed = first === 'POST' && path.length === 1 ? (REQUIRED[/(\w+)$/.exec(String(path[0]))?.[1] ?? ''] ?? []) : [];
  const declared = args.length === 0 ? fc.constant<[string, unknown]>(['x', '1']) : fc.oneof(...args.map(sentArg));
  const common = fc.oneof(...COMMON.map(({ name }) => fc.tuple(fc.constant(name), fc.oneof(hostileText, hostileValue))));
  const own = fc.array(weighted<readonly [string, unknown]>([14, declared], [2, common], [1, override]), { maxLength: 5 });
  const base = weighted<readonly (readonly [string, unknown])[]>([4, fc.constant(needed)], [1, fc.constant([])]);
  return fc.record({
    ...others,
    path: pathOf(path),
    method: weighted<string>([24, fc.constantFrom(...methods)], [2, fc.constantFrom(...METHODS)], [1, fc.constantFrom(...ODD_METHODS)]),
    carrier: weighted<Carrier>(
      [first === 'GET' ? 8 : 1, fc.constant('query')],
      [4, fc.constant('json')],
      [1, fc.constantFrom('form', 'multipart')],
    ),
    params: fc.tuple(base, own).map(([start, more]) => [...start, ...more]),
  });
};

const ABOVE = ['/healthz', '/readyz', '/metrics', '/favicon.svg', '/', '/robots.txt', '//', '/wp-json/', '*', 'http://evil.example/en'];
const PAGES = ['/', '/errors', '/errors/rest_no_route', '/errors/<zqx>', '/application-passwords', '/event/', '/category/x', '/%3Czqx%3E'];

/** Random requests to all endpoints, pages and paths outside the languages. */
export const anyPlan = (routes: readonly IndexRoute[]): fc.Arbitrary<Plan> => {
  const elsewhere = planOf({ path: ['/'], methods: ['GET'], args: [{ name: 'page', type: 'integer' }, { name: 'rest_route' }] });
  const page = fc
    .constantFrom('events', 'venues', 'organizers', 'categories', 'tags', 'tickets')
    .chain((plural) => placeholderOf(plural, 'page'));
  const at = (path: fc.Arbitrary<string | RecordPlaceholder>) =>
    fc.tuple(elsewhere, path).map(([plan, found]): Plan => ({ ...plan, path: [found] }));
  const above = at(fc.constantFrom(...ABOVE)).map((plan): Plan => ({ ...plan, language: 'above' }));
  const pages = fc
    .tuple(at(page), fc.constantFrom('text/html', 'text/html,*/*;q=0.1'))
    .map(([plan, accepted]): Plan => ({ ...plan, language: 'above', method: 'GET', headers: [...plan.headers, ['Accept', accepted]] }));
  // Indexes and documents are large and do not depend on the request.
  const isLarge = ({ path }: IndexRoute) => path.length === 1 && /\/v\d+(?:\/doc)?$/.test(String(path[0]));
  return weighted<Plan>(
    ...routes.map((route) => [isLarge(route) ? 1 : 20, planOf(route)] as const),
    [30, pages],
    [10, at(fc.constantFrom(...PAGES))],
    [10, above],
  );
};
