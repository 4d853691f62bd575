import { IGNORED_PARAMS } from './ignored-params';

type DeclaringRoutes = readonly { readonly endpoints: readonly { readonly headers?: object; readonly requestHeaders?: object }[] }[];

/** The origins that may call (undefined: any), and the routes that declare their request and answer headers. */
export interface Cors {
  readonly origins: readonly string[] | undefined;
  readonly registry: { readonly routes: DeclaringRoutes };
}

/** Headers of every answer. An answer's own headers win. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Any page may use the answers, as with `_jsonp`.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * The security headers of an answer with its own headers. `X-Frame-Options` cannot list origins, so it goes if the policy allows
 * framing.
 */
export const securityHeaders = (own: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { 'X-Frame-Options': _, ...others } = SECURITY_HEADERS;
  return /frame-ancestors (?!'none')/i.test(own['Content-Security-Policy'] ?? '') ? others : SECURITY_HEADERS;
};

/** Headers of answers to credentials. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
};

/**
 * Cache headers of a page for everybody. A public page may be cached for a minute, and for another one while it is fetched anew (RFC
 * 5861).
 * A missing page is not cached. Answers to credentials get private headers elsewhere.
 */
export const freshnessHeaders = (status: number): Readonly<Record<string, string>> => ({
  'Cache-Control': status === 200 ? 'public, max-age=60, stale-while-revalidate=60' : 'no-store',
});

/** Headers that browsers let scripts read of any answer. Declared headers of routes follow. */
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
/** Headers that browsers let scripts send to any route. Declared headers of routes follow. */
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

/** Joins the usual header names and those that routes declare. */
const withDeclared = (usual: readonly string[], routes: DeclaringRoutes, declared: (endpoint: Endpoint) => object | undefined): string => {
  const names = new Map(usual.map((name) => [name.toLowerCase(), name]));
  for (const { endpoints } of routes)
    for (const endpoint of endpoints)
      for (const name of Object.keys(declared(endpoint) ?? {})) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  return [...names.values()].join(', ');
};

/** The headers that scripts may read and send. */
const scriptedHeaders = (routes: DeclaringRoutes): Readonly<Record<string, string>> => ({
  'Access-Control-Expose-Headers': withDeclared(EXPOSED, routes, ({ headers }) => headers),
  'Access-Control-Allow-Headers': withDeclared(ALLOWED, routes, ({ requestHeaders }) => requestHeaders),
});

/** The CORS headers of an answer to a request with an `Origin` ('' without one). */
export type CorsHeaders = (origin: string) => Readonly<Record<string, string>>;

/**
 * Makes the function for the CORS headers of answers. The origin is echoed, `null` too, unless only some origins may call.
 * A preflight is an ordinary OPTIONS with a body and `Allow`, which @koa/cors would not send.
 */
export const createCorsHeaders = ({ origins, registry }: Cors): CorsHeaders => {
  let last: { readonly routes: DeclaringRoutes; readonly headers: Readonly<Record<string, string>> } | undefined;
  return (origin) => {
    const { routes } = registry;
    // Routes may be added later; their list is another one then.
    if (last?.routes !== routes) last = { routes, headers: scriptedHeaders(routes) };
    if (origin === '' || (origins !== undefined && !origins.includes(origin))) return last.headers;
    return {
      ...last.headers,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Credentials': 'true',
    };
  };
};

/** The link to the root of a language, in the spelling that clients look for. */
export const rootLink = (baseUrl: string): string => `<${baseUrl}/>; rel="https://api.w.org/"`;

/** The `Link` header of an answer: the root that clients look for, then the answer's own links. */
export const linkHeader = (baseUrl: string | undefined, own: string | undefined): string | undefined => {
  const links = [baseUrl === undefined ? undefined : rootLink(baseUrl), own].filter((link) => link !== undefined && link !== '');
  return links.length === 0 ? undefined : links.join(', ');
};

/**
 * True if the client has this answer already (`If-None-Match`, compared weakly).
 * `*` is answered in full, since no client can have got it as a tag here.
 */
export const isKnown = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch !== '' &&
  ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .includes(tag.replace(/^W\//, ''));
