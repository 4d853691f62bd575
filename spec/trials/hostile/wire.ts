import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Population, resolvePlaceholders } from './living';
import { type Asker, type Coding, type Plan, WRITERS } from './plan';

/** A mark in the names of records that users without permission try to create. */
export const UNLAWFUL = 'Unlawfulzq';

const NAMES: readonly string[] = ['title', 'venue', 'organizer', 'name'];
const BOUNDARY = 'zqboundary';
let bomb: Buffer | undefined;

/** Percent-encodes a text. It accepts lone surrogates. */
const encoded = (text: string): string =>
  text.replace(/[^\w.~-]+/g, (odd) => [...Buffer.from(odd)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));

/** Flattens a value to form fields: `{ a: [1, { b: 2 }] }` becomes `a[]=1`, `a[][b]=2`. */
const pairsOf = (name: string, value: unknown, depth = 0): (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null || depth > 60) return [[name, String(value)]];
  if (Array.isArray(value)) return value.flatMap((member) => pairsOf(`${name}[]`, member, depth + 1));
  return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member, depth + 1));
};

const formOf = (params: Params): string =>
  params
    .flatMap(([name, value]) => pairsOf(name, value))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

const multipartOf = (params: Params): string => {
  const parts = params.flatMap(([name, value]) => pairsOf(name, value));
  const written = parts.map(([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${written.join('')}--${BOUNDARY}--\r\n`;
};

type Params = readonly (readonly [string, unknown])[];

const BODIES = {
  query: () => '',
  json: (params: Params) => JSON.stringify(Object.fromEntries(params)),
  form: formOf,
  multipart: multipartOf,
} as const;
const TYPES = {
  query: undefined,
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
} as const;

const codedBody = (body: Buffer, coding: Coding): Buffer => {
  switch (coding) {
    case 'gzip':
      return gzipSync(body, { level: 1 });
    case 'br':
      return brotliCompressSync(body, { params: { 0: 1, 1: 1 } });
    case 'deflate':
      return deflateSync(body, { level: 1 });
    case 'bomb':
      bomb ??= gzipSync(Buffer.alloc(48 * 1024 * 1024, ' '));
      return bomb;
    default:
      return body;
  }
};
const CODINGS: Readonly<Record<Coding, string | undefined>> = {
  none: undefined,
  gzip: 'gzip',
  br: 'br',
  deflate: 'deflate',
  broken: 'gzip',
  bomb: 'gzip',
  unknown: 'zstd, <zqx>',
};

const replacePart = (text: string, [place, by]: NonNullable<Plan['spoil']>): string => {
  const at = place % (text.length + 1);
  // An empty replacement truncates the body.
  return by === '' ? text.slice(0, at) : `${text.slice(0, at)}${by}${text.slice(at + by.length)}`;
};

const markNames = (params: Params, asker: Asker): Params =>
  WRITERS.includes(asker)
    ? params
    : params.map(([name, value]) => (NAMES.includes(name) && typeof value === 'string' ? [name, `${UNLAWFUL} ${value}`] : [name, value]));

const chunkedBody = (body: Buffer): Buffer => {
  const piece = body.length === 0 ? [] : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')];
  return Buffer.concat([...piece, Buffer.from('0\r\n\r\n')]);
};

export interface EncodedRequest {
  readonly bytes: Buffer;
  readonly method: string;
  /** A replaced byte may change the meaning of the request, or leave it without an answer. */
  readonly isBroken: boolean;
}

/** Encodes a plan as HTTP bytes, with the `Authorization` header and the client address. */
export const encodePlan = (plan: Plan, population: Population, authorization: string | undefined, address: string): EncodedRequest => {
  const { asker, language, method, carrier, headers, coding, isChunked, spoil, flip } = plan;
  const params = markNames(
    plan.params.map(([name, value]) => [name, resolvePlaceholders(value, population)]),
    asker,
  );
  const pieces = plan.path.map((piece) => {
    if (typeof piece === 'string') return piece;
    const text = String(resolvePlaceholders(piece, population));
    return piece.as === 'page' ? text : encoded(text);
  });
  const path = language === 'above' ? pieces.join('') : `/${language}${pieces.join('')}`;
  const query = carrier === 'query' ? formOf(params) : '';
  const target = `${path}${query === '' ? '' : `?${query}`}`.replace(/[^!-~]+/g, encoded);
  const text = BODIES[carrier](params);
  // A replacement may contain bytes that are not valid UTF-8.
  const plain = spoil === undefined ? Buffer.from(text) : Buffer.from(replacePart(Buffer.from(text).toString('latin1'), spoil), 'latin1');
  const hasBody = carrier !== 'query';
  const body = hasBody ? codedBody(plain, coding) : Buffer.alloc(0);
  const written = hasBody && isChunked ? chunkedBody(body) : body;
  const own: (readonly [string, string | undefined])[] = [
    ['Host', headers.some(([name]) => name === 'Host') ? undefined : 'calendar.example'],
    ['Authorization', authorization],
    ['X-Forwarded-For', address],
    ['Content-Type', headers.some(([name]) => name === 'Content-Type') ? undefined : TYPES[carrier]],
    ['Content-Encoding', hasBody ? CODINGS[coding] : undefined],
    hasBody && isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', hasBody ? String(written.length) : undefined],
  ];
  const lines = [...own, ...headers].flatMap(([name, said]) => (said === undefined ? [] : [`${name}: ${said}`]));
  const head = Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1');
  const bytes = Buffer.concat([head, written]);
  if (flip !== undefined) bytes[flip[0] % bytes.length] = flip[1];
  return { bytes, method, isBroken: flip !== undefined };
};
