/** Malformed or incomplete bytes. `isAnswered` tells if the service must answer them. */
export interface MalformedRequest {
  readonly text: string;
  readonly isAnswered: boolean;
}

const head = (first: string, ...lines: string[]): string => [first, 'Host: x', ...lines, '', ''].join('\r\n');
const PATH = '/en/cal/events/v1/events';

/** Bytes that no client should send: malformed, contradictory, endless or incomplete (RFC 9112, 11). */
export const MALFORMED_REQUESTS: readonly MalformedRequest[] = [
  ...[
    '\r\n\r\n\r\nx',
    'GET\r\n\r\n',
    `GET ${PATH}\r\n\r\n`,
    '\0\0\0\0\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ],
  head(`GET ${PATH} HTTP/9.9`),
  head(`GET ${PATH} HTTP/1.1`, 'No colon here'),
  head(`GET ${PATH} HTTP/1.1`, ' : blank'),
  head(`GET ${PATH} HTTP/1.1`, 'X: a\0b'),
  head(`GET ${PATH} HTTP/1.1`, `X: ${'x'.repeat(40_000)}`),
  head(`GET /${'x'.repeat(40_000)} HTTP/1.1`),
  head(`POST ${PATH} HTTP/1.1`, 'Content-Length: -1'),
  head(`POST ${PATH} HTTP/1.1`, 'Content-Length: 5', 'Content-Length: 6'),
  head(`POST ${PATH} HTTP/1.1`, 'Content-Length: 99999999999999999999999'),
  `${head(`POST ${PATH} HTTP/1.1`, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`,
  `${head(`POST ${PATH} HTTP/1.1`, 'Transfer-Encoding: chunked')}zz\r\n`,
  head(`POST ${PATH} HTTP/1.1`, 'Transfer-Encoding: x', 'Content-Length: 0'),
]
  .map((text) => ({ text, isAnswered: true }))
  .concat(
    [
      'GET',
      `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX: `,
      `${head(`POST ${PATH} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 100')}{"title"`,
      `${head(`POST ${PATH} HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked')}ff\r\n{`,
      `${head(`POST ${PATH} HTTP/1.1`, 'Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 100')}\x1f\x8b`,
      `${head(`GET ${PATH} HTTP/1.1`)}${head(`DELETE ${PATH}/1 HTTP/1.1`)}${head('x')}`,
    ].map((text) => ({ text, isAnswered: false })),
  );
