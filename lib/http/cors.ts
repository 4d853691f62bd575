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
