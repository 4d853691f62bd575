import type { Context } from 'koa';
import { errors } from '../../errors';
import {
  entityTag,
  jsonBytes,
  lostInJson,
  lostWithin,
  MOST_ANSWER_BYTES,
  type SelectedFields,
  selectedFields,
  writtenIndex,
} from '../../registry';
import { type Answer, isReading, type RequestContext, type WrittenAnswer } from '../requests/request-context';
import { codedTag, codingFor, compress, isCompressible } from './compression';
import { type CorsHeaders, IGNORED_PARAMS, matchesTag, PRIVATE_HEADERS, securityHeaders } from './headers';

export type Sendable = Answer & { readonly written: WrittenAnswer };

/** The headers that this module reads, in the spelling of this list. */
const READ = ['Content-Type', 'Link', 'Vary', 'ETag', 'Cache-Control', 'Content-Encoding', 'Content-Range', 'Content-Security-Policy'];
const SPELLINGS = new Map(READ.map((name) => [name.toLowerCase(), name]));

const hasText = (answer: Answer): answer is Sendable => answer.written !== undefined;

/** Writes a response as bytes so that it can be sent many times. Throws an Error for invalid ones, and `rest_answer_too_large`. */
export const writeAnswer = (answer: Answer, request: RequestContext): Sendable => {
  if (hasText(answer)) return answer;
  assertSendable(answer, request);
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [SPELLINGS.get(name.toLowerCase()) ?? name, value]),
  );
  const written = represent({ ...answer, headers }, request);
  assertFits({ ...answer, headers }, written.text, request);
  return { ...answer, headers, body: null, written };
};

export const tagOf = ({ written, revision }: Sendable): string => {
  written.tag ??= entityTag(written.text, revision);
  return written.tag;
};

/** Sends a response with all its headers, or 304 if the client has the response already. */
export const send = async (ctx: Context, request: RequestContext, unwritten: Answer, corsHeaders: CorsHeaders): Promise<void> => {
  const answer = writeAnswer(unwritten, request);
  const { written } = answer;
  const { status, type } = written;
  const { Link: own, Vary: varies, ...headers } = answer.headers;
  const isWhole = headers['Content-Encoding'] === undefined && headers['Content-Range'] === undefined && status !== 206;
  const coding = isWhole ? codingFor(ctx, written) : undefined;
  // Clients of WordPress look for the root of the API.
  const link = [request.baseUrl && `<${request.baseUrl}/>; rel="https://api.w.org/"`, own].filter(Boolean).join(', ');
  const isAnonymous = ctx.get('Authorization') === '';
  const vary = [
    'Origin, Authorization',
    request.below === undefined && request.cms === undefined && 'Accept-Language',
    isCompressible(type) && 'Accept-Encoding',
    answer.refusal && 'Accept',
    varies,
  ];
  ctx.status = status;
  ctx.set({
    ...securityHeaders(headers),
    ...(type.startsWith('application/') && { 'X-Robots-Tag': 'noindex' }),
    ...corsHeaders(ctx.get('Origin')),
    ...(link !== '' && { Link: link }),
    ...(request.allow !== undefined && { Allow: request.allow.join(', ') }),
    Vary: vary.filter(Boolean).join(', '),
    'Content-Language': answer.language ?? request.language,
    'X-Request-Id': request.id,
    ...(request.ignored !== undefined && { [IGNORED_PARAMS]: request.ignored }),
    ...headers,
    // No handler may let others store a response to a request with credentials.
    ...(!isAnonymous && PRIVATE_HEADERS),
    // A POST may mean a GET (`X-HTTP-Method-Override`), and caches identify responses by the address alone.
    ...(ctx.method === 'POST' && isAnonymous && { 'Cache-Control': 'no-store' }),
    'Content-Type': type,
    ...(coding !== undefined && { 'Content-Encoding': coding }),
  });
  const isTaggedRead = isReading(ctx) && answer.status === 200 && headers['Cache-Control'] !== 'no-store';
  if (isTaggedRead || answer.revision !== undefined) {
    const tag = codedTag(headers['ETag'] ?? tagOf(answer), coding);
    ctx.set('ETag', tag);
    if (isTaggedRead && matchesTag(ctx.get('If-None-Match'), tag)) ctx.status = 304;
  }
  // Koa leaves the body out if the method or the status allows none.
  ctx.body = ctx.status === 304 ? '' : coding === undefined ? written.text : await compress(written, coding);
};

/** The headers of the connection, which only the HTTP server may set. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

const EMPTY: readonly number[] = [204, 205, 304];

/** Checks that a response can be sent. Throws an Error for a bug of the handler that an envelope would hide or Node.js would send. */
const assertSendable = (answer: Answer, request: RequestContext): void => {
  const { status, headers, body, revision = '_' } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`the status of an answer is from 200 to 599, not ${status}`);
  const name = Object.keys(headers).find((one) => OF_CONNECTION.has(one.toLowerCase()));
  if (name !== undefined) throw new Error(`the header ${name} is set by the server and cannot be answered`);
  if (!/^[\w.]+$/.test(revision)) throw new Error(`the revision of an answer is letters, digits, . and _, not ${JSON.stringify(revision)}`);
  const unsendable = unsendableIn(answer, request);
  if (unsendable !== undefined) throw new Error(unsendable);
  const isNone = body === undefined ? !EMPTY.includes(status) : typeof body === 'number' && !Number.isFinite(body);
  if (isNone || typeof body === 'function' || typeof body === 'symbol') throw new Error(`${String(body)} cannot be written as JSON`);
};

/** Explains why a body can be sent neither as JSON nor as text or bytes, with a remedy. Undefined if the body can be sent. */
const unsendableIn = ({ body, headers, refusal }: Answer, { isForeignHandler }: RequestContext): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  if (('pipe' in body && typeof body.pipe === 'function') || Symbol.asyncIterator in body || body instanceof Blob)
    return 'the answer is a stream, which is not sent: read it, and answer text or a Buffer with its type';
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (Buffer.isBuffer(body)) return isTyped ? undefined : 'the answer is a Buffer without a type: answer reply(buffer, { type })';
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer || body instanceof SharedArrayBuffer)
    return 'the answer has bytes that are not a Buffer: answer reply(Buffer.from(bytes), { type })';
  // Bodies of the service's own handlers contain only plain values.
  const lost = isForeignHandler && !refusal ? lostWithin(body) : lostInJson(body);
  return lost && `the answer holds a ${lost}, which JSON leaves out: answer plain objects and lists`;
};

const MOST_OWN_BYTES = 64 * 1024 * 1024;

/** Checks the size of a response. A client can ask for less JSON of the service. A larger response of a plugin is a bug: an Error. */
const assertFits = ({ body, headers }: Answer, { length }: Buffer, { isForeignHandler }: RequestContext): void => {
  const hasOwnType = headers['Content-Type'] !== undefined && (typeof body === 'string' || Buffer.isBuffer(body));
  const most = hasOwnType ? MOST_OWN_BYTES : MOST_ANSWER_BYTES;
  if (length <= most) return;
  if (!hasOwnType && !isForeignHandler) throw errors.answerTooLarge(most);
  throw new Error(`the answer has ${length} bytes, and at most ${most}${hasOwnType ? '' : ' of JSON'} are sent: answer less at a time`);
};

/** Picks the selected members of a JSON body (`_fields`). As in WordPress, a body without any of them becomes `[]`. */
export const pickFields = (body: unknown, selected: SelectedFields): unknown => {
  const picked = pickMembers(body, selected);
  const isEmptied = isObject(picked) && Object.keys(picked).length === 0 && Object.keys(plain(body as object)).length > 0;
  return isEmptied ? [] : picked;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const pickMembers = (body: unknown, selected: SelectedFields): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const members = plain(body);
  if (Array.isArray(members)) return members.map((item) => pickMembers(item, selected));
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const inner = selected.get(name);
      return inner === undefined ? [] : [[name, inner === true ? value : pickMembers(value, inner)]];
    }),
  );
};

/** Returns the value that JSON writes for an object: the result of `toJSON`, as for dates, or the object. */
const plain = (body: object): object => {
  const written: unknown = 'toJSON' in body && typeof body.toJSON === 'function' ? body.toJSON() : body;
  return typeof written === 'object' && written !== null ? written : {};
};

const JSON_TYPE = 'application/json; charset=UTF-8';
const SCRIPT_TYPE = 'application/javascript; charset=UTF-8';

/** The values of `_jsonp` that mean no callback. */
const NO_CALLBACK: readonly unknown[] = [undefined, '', '0'];

/** True if `_jsonp` is a function name, or means no callback (empty and `0`). */
export const isCallback = (name: unknown): boolean => NO_CALLBACK.includes(name) || (typeof name === 'string' && /^[\w.]+$/.test(name));

export const writtenText = (status: number, type: string, text: string | Buffer): WrittenAnswer => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return { status, type, text: bytes, length: bytes.length, compressed: new Map() };
};

/**
 * Writes a response as `_fields`, `_envelope`, `_pretty` and `_jsonp` ask. A response with its own media type stays unchanged. Text
 * other than HTML becomes a JSON string if `_envelope` or `_jsonp` is sent.
 */
const represent = (answer: Answer, { query, fields, allow, ignored }: RequestContext): WrittenAnswer => {
  const { _envelope: envelope, _pretty: pretty, _jsonp: callback } = query.values;
  const { status, headers, body } = answer;
  const own = headers['Content-Type'];
  const hasCallback = !NO_CALLBACK.includes(callback);
  if (own !== undefined && (typeof body === 'string' || Buffer.isBuffer(body))) {
    const goesIntoJson = typeof body === 'string' && !own.startsWith('text/html') && (envelope !== undefined || hasCallback);
    if (!goesIntoJson) return writtenText(status, own, body);
  }
  const type = typeof body === 'string' ? JSON_TYPE : (own ?? JSON_TYPE);
  // Without a valid callback the refusal is sent as it is, without an envelope.
  if (!isCallback(callback)) return writtenText(status, type, JSON.stringify(body ?? null));
  const selected = answer.refusal ? undefined : selectedFields(fields, answer.kept);
  const picked = selected === undefined ? body : pickFields(body, selected);
  const isWhole = ![selected, envelope, pretty].some((one) => one !== undefined) && !hasCallback;
  const index = isWhole ? writtenIndex(picked) : undefined;
  if (index !== undefined) return { status, type, ...index, length: index.text.length };
  const bytes = isWhole ? jsonBytes(picked) : undefined;
  if (bytes !== undefined) return writtenText(status, type, bytes);
  const all = {
    ...headers,
    ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
    ...(ignored === undefined ? {} : { [IGNORED_PARAMS]: ignored }),
  };
  const wrapped = envelope === undefined ? picked : { body: picked ?? null, status, headers: envelopeHeaders(all) };
  const text = JSON.stringify(wrapped ?? null, null, pretty === undefined ? undefined : 4);
  if (text === undefined) throw new Error('the result of toJSON in an answer cannot be written as JSON');
  // An envelope around an error has status 200 and the media type JSON.
  const [sentStatus, sentType] = envelope === undefined ? [status, type] : [200, JSON_TYPE];
  if (!hasCallback) return writtenText(sentStatus, sentType, text);
  // U+2028 and U+2029, which JSON allows in strings, end a line in older scripts.
  const script = text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return writtenText(sentStatus, SCRIPT_TYPE, `/**/${String(callback)}(${script})`);
};

/** Returns the headers for an envelope. Totals become numbers. Without headers the result is an empty list. */
const envelopeHeaders = (headers: Readonly<Record<string, string>>): unknown => {
  const entries = Object.entries(headers).map(([name, value]) => {
    const isTotal = /^X-.*-Total/.test(name) && /^\d+$/.test(value);
    return [name, isTotal ? Number(value) : value] as const;
  });
  return entries.length === 0 ? [] : Object.fromEntries(entries);
};
