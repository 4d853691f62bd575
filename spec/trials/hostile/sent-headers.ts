import fc from 'fast-check';

/** Picks one of the arbitraries by weight. */
export const weighted = <T>(...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Methods that the service does not support. */
export const ODD_METHODS = ['TRACE', 'PROPFIND', 'get', 'FOO', 'M-SEARCH', 'QUERY', 'LINK', 'PURGE'] as const;

const value = fc.constantFrom(
  ...['*', '"x"', 'W/"x"', '"'.repeat(99), 'gzip', 'br;q=0', 'text/html', 'application/problem+json', 'text/calendar', '*/*;q=9', ';;,,'],
  ...['bytes=0-1', 'bytes=9-1', 'null', 'https://evil.example', 'evil.example:99', 'a b', '127.0.0.1', '::1', 'unknown', '\xff\xfe'],
  '\x7f',
  ...[
    '$where',
    '<zqx>',
    'fr',
    'xx,*;q=0',
    '0',
    '-1',
    '99999999999999999999',
    'Wed, 21 Oct 2015 07:28:00 GMT',
    'a=b; c=<zqx>',
    'x'.repeat(9000),
  ],
  ...['application/json', 'application/json; charset=utf-7', 'multipart/form-data', 'text/plain', 'application/x-www-form-urlencoded'],
);
const header = (names: readonly string[], values: fc.Arbitrary<string>) => fc.tuple(fc.constantFrom(...names), values);
/** Headers that clients send, with unusual values. */
export const sentHeaders = fc.array(
  weighted(
    [8, header(['Accept', 'Accept-Language', 'If-None-Match', 'If-Match', 'Range', 'Cookie', 'Referer', 'X-Request-Id'], value)],
    [3, header(['Accept'], fc.constantFrom('text/html', 'application/problem+json', 'application/json', 'text/html;q=0.9,*/*'))],
    [3, header(['Origin', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'X-WP-Nonce', 'X-Real-IP', 'If-Modified-Since'], value)],
    [2, header(['Idempotency-Key'], weighted([3, fc.nat(200).map((key) => `key-${key}`)], [1, value]))],
    [2, header(['X-HTTP-Method-Override'], fc.constantFrom(...METHODS, ...ODD_METHODS, ''))],
    [1, header(['Content-Type', 'Host', 'Expect', 'Upgrade', 'TE', 'Max-Forwards', 'X-Rewrite-URL'], value)],
    [1, header(['Expect'], fc.constant('100-continue'))],
  ),
  { maxLength: 3 },
);
