import type { Context } from 'koa';
import { ApiError, errors } from '../../errors';
import type { Served } from '../../language';
import { entityTag, removeInherited, reportRemoved, thrownBy } from '../../registry';
import type { Caller, HttpOptions } from '../options';
import { loggedAddress, mountAddress } from '../requests/address';
import { CMS_ROOT } from '../requests/cms-address';
import type { Answer, RequestContext, WrittenAnswer } from '../requests/request-context';
import { belowRoot } from '../requests/target';
import { assertFits } from './answer-size';
import { answerBelowCms, type CmsSite, discoveryHeaders, isPage } from './cms-answer';
import { codedTag, codingFor, compress, isCompressible } from './compression';
import { createRefuser, prefersProblem } from './errors';
import { type Cors, type CorsHeaders, createCorsHeaders, isKnown, linkHeader, PRIVATE_HEADERS, securityHeaders } from './headers';
import { IGNORED_PARAMS } from './ignored-params';
import { represent } from './representation';
import { unsendableIn } from './unsendable';

/** Sends an answer with all its headers, or 304 if the client has it already. */
export const send = async (
  ctx: Context,
  request: RequestContext,
  answer: Answer,
  corsHeaders: CorsHeaders,
  served: Served,
): Promise<void> => {
  check(answer, request);
  const { status, type, text, size, tag: known, headers: all } = hasText(answer) ? asWritten(answer) : plainly(answer, request);
  const { Link: own, Vary: varies, ...headers } = all;
  const isWhole = headers['Content-Encoding'] === undefined && headers['Content-Range'] === undefined && status !== 206;
  const coding = isWhole ? codingFor(ctx, type, size) : undefined;
  const link = linkHeader(request.baseUrl, own);
  ctx.status = status;
  ctx.set({
    ...securityHeaders(headers),
    ...(type.startsWith('application/') ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...corsHeaders(ctx.get('Origin')),
    ...(ctx.get('Authorization') === '' ? {} : PRIVATE_HEADERS),
    ...(link === undefined ? {} : { Link: link }),
    ...(request.allow === undefined ? {} : { Allow: request.allow.join(', ') }),
    Vary: [
      belowRoot(request.path, served) === undefined && request.cms === undefined
        ? 'Origin, Authorization, Accept-Language'
        : 'Origin, Authorization',
      isCompressible(type) && 'Accept-Encoding',
      answer.refusal && 'Accept',
      varies,
    ]
      .filter(Boolean)
      .join(', '),
    'Content-Language': answer.language ?? request.language,
    'X-Request-Id': request.id,
    ...(request.ignored === undefined ? {} : { [IGNORED_PARAMS]: request.ignored }),
    ...headers,
    ...(ctx.method === 'POST' && ctx.get('Authorization') === '' && NO_STORE),
    'Content-Type': type,
    ...(coding === undefined ? {} : { 'Content-Encoding': coding }),
  });
  const reads = (ctx.method === 'GET' || ctx.method === 'HEAD') && answer.status === 200 && headers['Cache-Control'] !== 'no-store';
  if (reads || answer.revision !== undefined) {
    const tag = codedTag(headers['ETag'] ?? known ?? entityTag(text(), answer.revision), coding);
    ctx.set('ETag', tag);
    if (reads && isKnown(ctx.get('If-None-Match'), tag)) ctx.status = 304;
  }
  // Koa leaves the body out if the method or the status allows none.
  ctx.body = ctx.status === 304 ? '' : coding === undefined ? text() : await compress(text(), coding);
};

/**
 * Forbids caching. A POST may stand for a GET (`X-HTTP-Method-Override`), and its body is no part of the address by which caches keep
 * answers.
 */
const NO_STORE = { 'Cache-Control': 'no-store' };

/** An answer on its way to the client. Its text is made only if it is needed. */
interface Sendable extends Pick<Answer, 'status' | 'headers'> {
  readonly type: string;
  /** The entity tag, if it is known without the text. */
  readonly tag?: string | undefined;
  /** Approximate length of the text in bytes. */
  readonly size: number;
  text(): string | Buffer;
}

/** Writes an answer so that it can be sent many times. Throws as `send` does. */
export const writeAnswer = (answer: Answer, request: RequestContext): Answer & { readonly written: WrittenAnswer } => {
  check(answer, request);
  const spelled = { ...answer, headers: spelt(answer.headers) };
  const { text, ...rest } = represent(spelled, request);
  assertFits(spelled, text, request);
  const { tag = entityTag(text, answer.revision) } = rest;
  return { ...spelled, body: null, written: { ...rest, tag, text: typeof text === 'string' ? Buffer.from(text) : text } };
};

const plainly = (answer: Answer, request: RequestContext): Sendable => {
  const spelled = { ...answer, headers: spelt(answer.headers) };
  const { text, ...rest } = represent(spelled, request);
  assertFits(spelled, text, request);
  return { ...rest, headers: spelled.headers, size: text.length, text: () => text };
};

/** Headers that this module reads, in the spelling that it uses. */
const LOOKED_AT = ['Content-Type', 'Link', 'Vary', 'ETag', 'Cache-Control', 'Content-Encoding', 'Content-Range', 'Content-Security-Policy'];
const SPELT = new Map(LOOKED_AT.map((name) => [name.toLowerCase(), name]));

const spelt = (headers: Answer['headers']): Answer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [SPELT.get(name.toLowerCase()) ?? name, value]));

const hasText = (answer: Answer): answer is Answer & Required<Pick<Answer, 'written'>> => answer.written !== undefined;

/** A written answer, ready to send. */
const asWritten = ({ headers, written }: Answer & Required<Pick<Answer, 'written'>>): Sendable => {
  const { text, ...rest } = written;
  return { ...rest, headers, size: text.length, text: () => text };
};

/** Headers of the connection, which only the server may set. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/** Statuses without a body. */
const EMPTY: readonly number[] = [204, 205, 304];

/** Checks that an answer can be sent. Throws an Error for a bug of the handler that an envelope would hide or Node would send. */
const check = (answer: Answer, request: RequestContext): void => {
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

const isInvalidHost = (error: unknown): boolean => error instanceof ApiError && error.code === 'rest_invalid_host';

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** The work on a request. A thrown error is answered as a refusal. */
type Work = () => Answer | Promise<Answer>;

type AnsweringOptions = CmsSite &
  Pick<Cors, 'registry'> &
  Pick<
    HttpOptions<Caller>,
    'served' | 'log' | 'corsOrigins' | 'translate' | 'catalogue' | 'trustProxy' | 'publicUrl' | 'logAddress' | 'slowMilliseconds'
  >;

type CmsLinkOptions = CmsSite & Pick<HttpOptions<Caller>, 'trustProxy' | 'publicUrl'>;

/** Moves the links of an answer below `/wp-json/` if the request came there. Adds the headers by which clients find that address to pages. */
const withCmsLinks = (
  ctx: Context,
  request: RequestContext,
  answer: Answer,
  { cms, served, registry, trustProxy, publicUrl }: CmsLinkOptions,
): Answer => {
  const { method, route, mount, cms: cmsRequest } = request;
  if (cms === undefined || (cmsRequest === undefined && (request.baseUrl === undefined || !isPage(answer)))) return answer;
  const origin = mountAddress(ctx.req, mount, trustProxy, publicUrl);
  request.baseUrl = `${origin}${cmsRequest?.root ?? CMS_ROOT}`;
  if (cmsRequest === undefined) return { ...answer, headers: { ...answer.headers, ...discoveryHeaders(origin, cms) } };
  const written = hasText(answer) ? answer : writeAnswer(answer, request);
  return answerBelowCms(written, { method, route, cms: cmsRequest }, origin, { served, registry, cms });
};

/**
 * Makes the outermost function of every request. It sends the answer of `work` or the refusal that `work` throws, and writes a line of
 * log.
 * It never throws. Headers that others had set before stay.
 */
export const createAnswering = ({
  served,
  log,
  corsOrigins,
  translate,
  catalogue,
  trustProxy,
  publicUrl,
  registry,
  logAddress = 'short',
  slowMilliseconds = 0,
  cms,
}: AnsweringOptions) => {
  const cors = createCorsHeaders({ origins: corsOrigins, registry });
  const refuse = createRefuser(log, translate, catalogue);

  /** The address above the error pages, for a problem document. Undefined if the client does not ask for such a document. */
  const problemRoot = (ctx: Context, { mount }: RequestContext, error: unknown): string | undefined => {
    if (!prefersProblem(ctx)) return undefined;
    try {
      if (isInvalidHost(error)) throw error;
      return mountAddress(ctx.req, mount, trustProxy, publicUrl);
    } catch {
      // A request without a usable host: a path is a reference too.
      return publicUrl?.replace(/\/+$/, '') ?? mount;
    }
  };

  /** Queries and bodies are never logged. */
  const logRequest = (
    { method, status }: Context,
    { id, path, userId: user, language, started, address, code, waits }: RequestContext,
  ): void => {
    const milliseconds = rounded(performance.now() - started);
    const shown = loggedAddress(address, logAddress);
    log.info({ id, method, path, status, milliseconds, user, address: shown, language, code }, 'request');
    if (waits === undefined || milliseconds < slowMilliseconds) return;
    const waited = Object.fromEntries(Object.entries(waits).map(([what, much]) => [what, rounded(much)]));
    log.warn({ id, method, path, status, milliseconds, waited }, 'slow request');
  };

  /** Removes inherited members, which plugins may add to every object at any time. */
  const clean = (by?: { readonly plugin: string | undefined }): void => {
    removeInherited(by?.plugin === undefined ? {} : { plugin: by.plugin });
    reportRemoved(log);
  };

  return async (ctx: Context, request: RequestContext, work: Work): Promise<void> => {
    clean();
    const before = ctx.res.getHeaders();
    let answer: Answer;
    try {
      if (ctx.method === 'TRACE') throw errors.methodNotAllowed();
      answer = await work();
    } catch (error) {
      answer = refuse(error, request, problemRoot(ctx, request, error));
    }
    clean(request);
    try {
      await send(ctx, request, withCmsLinks(ctx, request, answer, { cms, served, registry, trustProxy, publicUrl }), cors, served);
    } catch (error) {
      // The answer of the handler cannot be written as JSON, or its headers cannot be sent: nothing of it stays.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      for (const [name, value] of Object.entries(before)) if (value !== undefined) ctx.res.setHeader(name, value);
      const { plugin } = request;
      const cause = plugin === undefined || error instanceof ApiError ? error : thrownBy({ hook: 'handle', plugin }, error);
      await send(ctx, request, refuse(cause, request, problemRoot(ctx, request, error)), cors, served);
    }
    logRequest(ctx, request);
  };
};
