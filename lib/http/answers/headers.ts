import { type Args, RESERVED_ARGS } from '../../registry';
import type { Caller, RequestOptions } from '../options';

/** The security headers of every response. A header that the response sets itself replaces the one here. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Any page may use the responses, as with `_jsonp`.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Returns the security headers of a response. `X-Frame-Options` is left out if the response's own policy allows framing. */
export const securityHeaders = (own: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { 'X-Frame-Options': _, ...others } = SECURITY_HEADERS;
  return /frame-ancestors (?!'none')/i.test(own['Content-Security-Policy'] ?? '') ? others : SECURITY_HEADERS;
};

export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
};

export const IGNORED_PARAMS = 'Ignored-Params';

/** The headers that browsers let scripts read of any response. Those that routes declare are added. */
const EXPOSED = [
  ...['X-WP-Total', 'X-WP-TotalPages', 'Link', 'Allow', 'ETag', 'Location', 'Content-Language', 'Retry-After', 'X-Request-Id'],
  IGNORED_PARAMS,
];
/** The headers that browsers let scripts send to any route. Those that routes declare are added. */
const ALLOWED = [
  ...['Authorization', 'X-WP-Nonce', 'Content-Disposition', 'Content-MD5', 'Content-Type', 'X-HTTP-Method-Override', 'If-None-Match'],
  // HTTP libraries and developer tools add these headers automatically.
  ...['Cache-Control', 'Pragma', 'X-Request-Id'],
];

/** Joins the usual header names and those that routes declare. The first spelling of a name is used. */
const joinNames = (usual: readonly string[], declared: readonly string[]): string => {
  const names = new Map(usual.map((name) => [name.toLowerCase(), name]));
  for (const name of declared) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  return [...names.values()].join(', ');
};

/** A function that returns the CORS headers of a response, for the `Origin` of the request ('' without one). */
export type CorsHeaders = (origin: string) => Readonly<Record<string, string>>;

/**
 * Makes the function for the CORS headers of responses. It echoes the origin, `null` too, unless only some origins may call. A preflight
 * is an ordinary OPTIONS with a body and `Allow`, which @koa/cors would not send.
 */
export const createCorsHeaders = <U extends Caller>({ corsOrigins, registry }: RequestOptions<U>): CorsHeaders => {
  const endpoints = registry.routes.flatMap((route) => route.endpoints);
  const answered = endpoints.flatMap(({ headers = {} }) => Object.keys(headers));
  const sent = endpoints.flatMap(({ requestHeaders = {} }) => Object.keys(requestHeaders));
  const always = {
    'Access-Control-Expose-Headers': joinNames(EXPOSED, answered),
    'Access-Control-Allow-Headers': joinNames(ALLOWED, sent),
  };
  return (origin) => {
    if (origin === '' || (corsOrigins !== undefined && !corsOrigins.includes(origin))) return always;
    return {
      ...always,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Credentials': 'true',
    };
  };
};

/** True if `If-None-Match` matches the entity tag of a response, compared weakly. `*` never matches. */
export const matchesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch !== '' &&
  ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .includes(tag.replace(/^W\//, ''));

const LONGEST_LIST = 1000;
const LONGEST_NAME = 100;
const MORE = '...';

/** Encodes a name as a token of RFC 9110. Other characters are percent-encoded in UTF-8. */
const token = (name: string): string =>
  encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

type Sent = Readonly<Record<string, unknown>>;

/** Lists undeclared parameters for `Ignored-Params`: `fre, when`. Long names, and names behind the 1,000th character, become `...`. */
export const ignoredParams = (args: Args | Sent, ...sent: readonly Sent[]): string | undefined => {
  const names = new Set(sent.flatMap((values) => Object.keys(values)));
  const unknown = [...names].filter((name) => !Object.hasOwn(args, name) && !RESERVED_ARGS.includes(name));
  if (unknown.length === 0) return undefined;
  const listed: string[] = [];
  let room = LONGEST_LIST - MORE.length;
  for (const name of unknown) {
    if (name.length > LONGEST_NAME) continue;
    const written = token(name);
    room -= written.length + 2;
    if (room < 0) break;
    listed.push(written);
  }
  return [...listed, ...(listed.length < unknown.length ? [MORE] : [])].join(', ');
};
