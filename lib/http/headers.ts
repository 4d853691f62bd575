import { createHash } from 'node:crypto';

/** Headers of every answer, whatever it is; an answer's own win. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Any page may use the answers: that is what they are for, as with `_jsonp`.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Headers of what was answered to credentials. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
};

/** What browsers let scripts read of an answer. */
const EXPOSED = 'X-WP-Total, X-WP-TotalPages, X-TEC-Total, X-TEC-TotalPages, Link, Allow, ETag, Location, Content-Language, Retry-After';
/** What browsers let scripts send. */
const ALLOWED =
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-HTTP-Method-Override, If-Match, If-None-Match, Idempotency-Key';
const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

/**
 * The CORS headers of an answer: the origin is echoed, `null` too, unless only some origins may call.
 * A preflight is an OPTIONS like any other, with a body and `Allow`, which is why @koa/cors has no place here.
 */
export const corsHeaders = (origin: string, origins: readonly string[] | undefined): Record<string, string> => ({
  'Access-Control-Expose-Headers': EXPOSED,
  'Access-Control-Allow-Headers': ALLOWED,
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

/** A strong entity tag over the bytes of an answer. */
export const entityTag = (text: string | Buffer): string => `"${createHash('sha1').update(text).digest('base64url')}"`;

/**
 * Tells whether the client has this very answer already (`If-None-Match`, compared weakly).
 * `*` is no tag that a client can have got here; the reference answers it in full.
 */
export const isKnown = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch !== '' &&
  ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .includes(tag.replace(/^W\//, ''));
