import type { Context } from 'koa';
import type { Served } from '../../language';
import { entityTag } from '../../registry';
import type { Answer, RequestContext, WrittenAnswer } from '../requests/request-context';
import { belowRoot, isReading } from '../requests/target';
import { assertFits, assertSendable } from './answer-checks';
import { codedTag, codingFor, compress, isCompressible } from './compression';
import { type CorsHeaders, IGNORED_PARAMS, isKnown, linkHeader, PRIVATE_HEADERS, securityHeaders } from './headers';
import { represent } from './representation';

/** An answer in the form that is sent. */
export type Sendable = Answer & { readonly written: WrittenAnswer };

/** Headers that this module reads, in the spelling that it uses. */
const READ = ['Content-Type', 'Link', 'Vary', 'ETag', 'Cache-Control', 'Content-Encoding', 'Content-Range', 'Content-Security-Policy'];
const SPELLINGS = new Map(READ.map((name) => [name.toLowerCase(), name]));

const hasText = (answer: Answer): answer is Sendable => answer.written !== undefined;

/** Writes an answer so that it can be sent many times. Throws an Error for one that cannot be sent, and `rest_answer_too_large`. */
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

/** The entity tag of an answer. It is computed once. */
export const tagOf = ({ written, revision }: Sendable): string => {
  written.tag ??= entityTag(written.text, revision);
  return written.tag;
};

/**
 * Forbids caching. A POST may stand for a GET (`X-HTTP-Method-Override`), and its body is no part of the address by which caches keep
 * answers.
 */
const NO_STORE = { 'Cache-Control': 'no-store' };

/** Sends an answer with all its headers, or 304 if the client has it already. */
export const send = async (
  ctx: Context,
  request: RequestContext,
  unwritten: Answer,
  corsHeaders: CorsHeaders,
  served: Served,
): Promise<void> => {
  const answer = writeAnswer(unwritten, request);
  const { written } = answer;
  const { status, type, text } = written;
  const { Link: own, Vary: varies, ...headers } = answer.headers;
  const isWhole = headers['Content-Encoding'] === undefined && headers['Content-Range'] === undefined && status !== 206;
  const coding = isWhole ? codingFor(ctx, written) : undefined;
  const link = linkHeader(request.baseUrl, own);
  const isAnonymous = ctx.get('Authorization') === '';
  const hasLanguage = belowRoot(request.path, served) !== undefined || request.cms !== undefined;
  ctx.status = status;
  ctx.set({
    ...securityHeaders(headers),
    ...(type.startsWith('application/') && { 'X-Robots-Tag': 'noindex' }),
    ...corsHeaders(ctx.get('Origin')),
    ...(!isAnonymous && PRIVATE_HEADERS),
    ...(link !== undefined && { Link: link }),
    ...(request.allow !== undefined && { Allow: request.allow.join(', ') }),
    Vary: [
      'Origin, Authorization',
      !hasLanguage && 'Accept-Language',
      isCompressible(type) && 'Accept-Encoding',
      answer.refusal && 'Accept',
      varies,
    ]
      .filter(Boolean)
      .join(', '),
    'Content-Language': answer.language ?? request.language,
    'X-Request-Id': request.id,
    ...(request.ignored !== undefined && { [IGNORED_PARAMS]: request.ignored }),
    ...headers,
    ...(ctx.method === 'POST' && isAnonymous && NO_STORE),
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
  ctx.body = ctx.status === 304 ? '' : coding === undefined ? text : await compress(written, coding);
};
