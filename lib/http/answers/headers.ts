import { IGNORED_PARAMS } from './ignored-params';

type DeclaringRoutes = readonly { readonly endpoints: readonly { readonly headers?: object; readonly requestHeaders?: object }[] }[];

/** Which origins may call, any where undefined, and the routes that declare which headers they look at and answer. */
export interface Cors {
  readonly origins: readonly string[] | undefined;
  readonly registry: { readonly routes: DeclaringRoutes };
}

/** Headers of every answer, whatever it is; an answer's own win. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Any page may use the answers: that is what they are for, as with `_jsonp`.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The same for an answer with headers of its own: `X-Frame-Options`, which knows no list of origins, is left out where its policy says who may frame it. */
export const securityHeaders = (own: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { 'X-Frame-Options': _, ...others } = SECURITY_HEADERS;
  return /frame-ancestors (?!'none')/i.test(own['Content-Security-Policy'] ?? '') ? others : SECURITY_HEADERS;
};

/** Headers of what was answered to credentials. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
};

/**
 * The headers of a page beside those of every answer: what everybody is shown may be kept for a minute, and for another one while it is asked for anew
 * (RFC 5861); what there is not, is not kept. What is shown to credentials is private like all that is.
 */
export const freshnessHeaders = (status: number, isForAll: boolean): Readonly<Record<string, string>> =>
  isForAll ? { 'Cache-Control': status === 200 ? 'public, max-age=60, stale-while-revalidate=60' : 'no-store' } : {};

/** What browsers let scripts read of any answer; what routes declare of theirs comes behind. */
const EXPOSED = [
  'X-WP-Total',
  'X-WP-TotalPages',
  'Link',
  'Allow',
  'ETag',
  'Location',
  'Content-Language',
  'Retry-After',
  'X-Request-Id',
  IGNORED_PARAMS,
];
/** What browsers let scripts send to any route; what routes look at besides comes behind. */
const ALLOWED = [
  'Authorization',
  'X-WP-Nonce',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'X-HTTP-Method-Override',
  'If-None-Match',
  // Libraries and developer tools add these by themselves.
  'Cache-Control',
  'Pragma',
  'X-Request-Id',
];
const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

type Endpoint = DeclaringRoutes[number]['endpoints'][number];

/** Names of headers that are usual, and behind them those that routes declare besides. */
const withDeclared = (usual: readonly string[], routes: DeclaringRoutes, declared: (endpoint: Endpoint) => object | undefined): string => {
  const names = new Map(usual.map((name) => [name.toLowerCase(), name]));
  for (const { endpoints } of routes)
    for (const endpoint of endpoints)
      for (const name of Object.keys(declared(endpoint) ?? {})) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  return [...names.values()].join(', ');
};

const known = new WeakMap<DeclaringRoutes, Readonly<Record<string, string>>>();

/** What scripts may read and send, worked out once for the same list of routes. */
const scriptedHeaders = (routes: DeclaringRoutes): Readonly<Record<string, string>> => {
  const made = known.get(routes) ?? {
    'Access-Control-Expose-Headers': withDeclared(EXPOSED, routes, ({ headers }) => headers),
    'Access-Control-Allow-Headers': withDeclared(ALLOWED, routes, ({ requestHeaders }) => requestHeaders),
  };
  known.set(routes, made);
  return made;
};

/**
 * The CORS headers of an answer: the origin is echoed, `null` too, unless only some origins may call.
 * A preflight is an OPTIONS like any other, with a body and `Allow`, which is why @koa/cors has no place here.
 */
export const corsHeaders = (origin: string, { origins, registry }: Cors): Record<string, string> => ({
  ...scriptedHeaders(registry.routes),
  ...(origin === '' || (origins !== undefined && !origins.includes(origin))
    ? {}
    : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Methods': METHODS, 'Access-Control-Allow-Credentials': 'true' }),
});

/** The link to the root of a language, spelt just as clients look for it. */
export const rootLink = (baseUrl: string): string => `<${baseUrl}/>; rel="https://api.w.org/"`;

/** The `Link` header of an answer: the root that clients look for, before the links of the answer itself, in one header. */
export const linkHeader = (baseUrl: string | undefined, own: string | undefined): string | undefined => {
  const links = [baseUrl === undefined ? undefined : rootLink(baseUrl), own].filter((link) => link !== undefined && link !== '');
  return links.length === 0 ? undefined : links.join(', ');
};

/**
 * Tells whether the client has this very answer already (`If-None-Match`, compared weakly).
 * `*` is no tag that a client can have got here, and is answered in full.
 */
export const isKnown = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch !== '' &&
  ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .includes(tag.replace(/^W\//, ''));
