import type { Context } from 'koa';
import { errors } from '../../errors';
import type { Served } from '../../language';
import { entityTag, lostInJson, lostWithin, MOST_ANSWER_BYTES } from '../../registry';
import type { Answer, RequestContext, WrittenAnswer } from '../requests/request-context';
import { belowRoot, isReading } from '../requests/target';
import { codedTag, codingFor, compress, isCompressible } from './compression';
import { type CorsHeaders, IGNORED_PARAMS, isKnown, linkHeader, PRIVATE_HEADERS, securityHeaders } from './headers';
import { represent } from './representation';

/** A response with its written bytes, ready to be sent. */
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

/** Returns the entity tag of a response, computed once. */
export const tagOf = ({ written, revision }: Sendable): string => {
  written.tag ??= entityTag(written.text, revision);
  return written.tag;
};

/** Sends a response with all its headers, or 304 if the client has the response already. */
export const send = async (
  ctx: Context,
  request: RequestContext,
  unwritten: Answer,
  corsHeaders: CorsHeaders,
  served: Served,
): Promise<void> => {
  const answer = writeAnswer(unwritten, request);
  const { written } = answer;
  const { status, type } = written;
  const { Link: own, Vary: varies, ...headers } = answer.headers;
  const isWhole = headers['Content-Encoding'] === undefined && headers['Content-Range'] === undefined && status !== 206;
  const coding = isWhole ? codingFor(ctx, written) : undefined;
  const link = linkHeader(request.baseUrl, own);
  const isAnonymous = ctx.get('Authorization') === '';
  const hasLanguage = belowRoot(request.path, served) !== undefined || request.cms !== undefined;
  const vary = [
    'Origin, Authorization',
    !hasLanguage && 'Accept-Language',
    isCompressible(type) && 'Accept-Encoding',
    answer.refusal && 'Accept',
    varies,
  ];
  ctx.status = status;
  ctx.set({
    ...securityHeaders(headers),
    ...(type.startsWith('application/') && { 'X-Robots-Tag': 'noindex' }),
    ...corsHeaders(ctx.get('Origin')),
    ...(!isAnonymous && PRIVATE_HEADERS),
    ...(link !== undefined && { Link: link }),
    ...(request.allow !== undefined && { Allow: request.allow.join(', ') }),
    Vary: vary.filter(Boolean).join(', '),
    'Content-Language': answer.language ?? request.language,
    'X-Request-Id': request.id,
    ...(request.ignored !== undefined && { [IGNORED_PARAMS]: request.ignored }),
    ...headers,
    // A POST may mean a GET (`X-HTTP-Method-Override`), and caches identify responses by the address alone.
    ...(ctx.method === 'POST' && isAnonymous && { 'Cache-Control': 'no-store' }),
    'Content-Type': type,
    ...(coding !== undefined && { 'Content-Encoding': coding }),
  });
  const reads = isReading(ctx) && answer.status === 200 && headers['Cache-Control'] !== 'no-store';
  if (reads || answer.revision !== undefined) {
    const tag = codedTag(headers['ETag'] ?? tagOf(answer), coding);
    ctx.set('ETag', tag);
    if (reads && isKnown(ctx.get('If-None-Match'), tag)) ctx.status = 304;
  }
  // Koa leaves the body out if the method or the status allows none.
  ctx.body = ctx.status === 304 ? '' : coding === undefined ? written.text : await compress(written, coding);
};

/** The headers of the connection, which only the HTTP server may set. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/** The HTTP statuses whose responses have no body. */
const EMPTY: readonly number[] = [204, 205, 304];

/** Checks that a response can be sent. Throws an Error for a bug of the handler that an envelope would hide or Node.js would send. */
const assertSendable = (answer: Answer, request: RequestContext): void => {
  const { status, headers, body, revision = '_' } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`the status of an answer is from 200 to 599, not ${status}`);
  const name = Object.keys(headers).find((one) => OF_CONNECTION.has(one.toLowerCase()));
  if (name !== undefined) throw new Error(`the header ${name} is the server's own and cannot be answered`);
  if (!/^[\w.]+$/.test(revision)) throw new Error(`the revision of an answer is letters, digits, . and _, not ${JSON.stringify(revision)}`);
  const unsendable = unsendableIn(answer, request);
  if (unsendable !== undefined) throw new Error(unsendable);
  const isNone = body === undefined ? !EMPTY.includes(status) : typeof body === 'number' && !Number.isFinite(body);
  if (isNone || typeof body === 'function' || typeof body === 'symbol') throw new Error(`${String(body)} cannot be written as JSON`);
};

/** Explains why a body can be sent neither as JSON nor as text or bytes, with a remedy. Undefined if the body can be sent. */
const unsendableIn = ({ body, headers, refusal }: Answer, { isOfOthers }: RequestContext): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  if (('pipe' in body && typeof body.pipe === 'function') || Symbol.asyncIterator in body || body instanceof Blob)
    return 'the answer is a stream, which is not sent: read it, and answer text or a Buffer with its type';
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (Buffer.isBuffer(body)) return isTyped ? undefined : 'the answer is a Buffer without a type: answer reply(buffer, { type })';
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer || body instanceof SharedArrayBuffer)
    return 'the answer is bytes that are no Buffer: answer reply(Buffer.from(bytes), { type })';
  // Bodies of the service's own handlers contain only plain values.
  const lost = isOfOthers && !refusal ? lostWithin(body) : lostInJson(body);
  return lost && `the answer holds a ${lost}, of which JSON writes nothing: answer plain objects and lists`;
};

/** The maximum size of a response that is not JSON, in bytes. */
const MOST_OWN_BYTES = 64 * 1024 * 1024;

/**
 * Checks the size of a response: at most 16 MiB of JSON, or 64 MiB of another form. Throws `rest_answer_too_large` for JSON of the
 * service itself, since a client can ask for less. A larger response of a plugin is a bug: an Error.
 */
const assertFits = ({ body, headers }: Answer, { length }: Buffer, { isOfOthers }: RequestContext): void => {
  const isOfItsOwn = headers['Content-Type'] !== undefined && (typeof body === 'string' || Buffer.isBuffer(body));
  const most = isOfItsOwn ? MOST_OWN_BYTES : MOST_ANSWER_BYTES;
  if (length <= most) return;
  if (!isOfItsOwn && !isOfOthers) throw errors.answerTooLarge(most);
  throw new Error(`the answer has ${length} bytes, and at most ${most}${isOfItsOwn ? '' : ' of JSON'} are sent: answer less at a time`);
};
