import type { Context } from 'koa';
import { ApiError, errors } from '../../errors';
import type { Served } from '../../language';
import { entityTag, removeInherited, reportRemoved, thrownBy } from '../../registry';
import { belowRoot } from '../call';
import type { Caller, HttpOptions } from '../options';
import { loggedAddress, mountAddress } from '../requests/address';
import type { Answer, RequestContext, WrittenAnswer } from '../requests/request-context';
import { assertFits } from './answer-size';
import { answerBelowCms, type CmsSite, discoveryHeaders, isPage } from './cms-answer';
import { codedTag, codingFor, compress, isCompressible } from './compression';
import { createRefuser, prefersProblem } from './errors';
import { type Cors, corsHeaders, isKnown, linkHeader, PRIVATE_HEADERS, securityHeaders } from './headers';
import { IGNORED_PARAMS } from './ignored-params';
import { represent } from './representation';
import { unsendableIn } from './unsendable';

/** Sends an answer with every header that it must have, or 304 where the client has it already. */
export const send = async (ctx: Context, exchange: RequestContext, answer: Answer, cors: Cors, served: Served): Promise<void> => {
  check(answer, exchange);
  const { status, type, text, size, tag: known, headers: all } = hasText(answer) ? asWritten(answer) : plainly(answer, exchange);
  const { Link: own, Vary: varies, ...headers } = all;
  const isWhole = headers['Content-Encoding'] === undefined && headers['Content-Range'] === undefined && status !== 206;
  const coding = isWhole ? codingFor(ctx, type, size) : undefined;
  const link = linkHeader(exchange.baseUrl, own);
  ctx.status = status;
  ctx.set({
    ...securityHeaders(headers),
    ...(type.startsWith('application/') ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...corsHeaders(ctx.get('Origin'), cors),
    ...(ctx.get('Authorization') === '' ? {} : PRIVATE_HEADERS),
    ...(link === undefined ? {} : { Link: link }),
    ...(exchange.allow === undefined ? {} : { Allow: exchange.allow.join(', ') }),
    Vary: [
      belowRoot(exchange.path, served) === undefined && exchange.cms === undefined
        ? 'Origin, Authorization, Accept-Language'
        : 'Origin, Authorization',
      isCompressible(type) && 'Accept-Encoding',
      answer.refusal && 'Accept',
      varies,
    ]
      .filter(Boolean)
      .join(', '),
    'Content-Language': answer.language ?? exchange.language,
    'X-Request-Id': exchange.id,
    ...(exchange.ignored === undefined ? {} : { [IGNORED_PARAMS]: exchange.ignored }),
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
  // Koa leaves the body out where the method or the status allows none.
  ctx.body = ctx.status === 304 ? '' : coding === undefined ? text() : await compress(text(), coding);
};

/** A POST may stand for a GET (`X-HTTP-Method-Override`), and its body is no part of the address by which caches keep answers. */
const NO_STORE = { 'Cache-Control': 'no-store' };

/** An answer on its way: its text is made where it is needed. */
interface Sendable extends Pick<Answer, 'status' | 'headers'> {
  readonly type: string;
  /** The entity tag, where it is known without the text. */
  readonly tag?: string | undefined;
  /** Its length, more or less, in bytes. */
  readonly size: number;
  text(): string | Buffer;
}

/** Writes an answer so that it can be sent many times. Throws as `send` does. */
export const writeAnswer = (answer: Answer, exchange: RequestContext): Answer & { readonly written: WrittenAnswer } => {
  check(answer, exchange);
  const spelled = { ...answer, headers: spelt(answer.headers) };
  const { text, ...rest } = represent(spelled, exchange);
  assertFits(spelled, text, exchange);
  return { ...spelled, body: null, written: { ...rest, text: typeof text === 'string' ? Buffer.from(text) : text } };
};

const plainly = (answer: Answer, exchange: RequestContext): Sendable => {
  const spelled = { ...answer, headers: spelt(answer.headers) };
  const { text, ...rest } = represent(spelled, exchange);
  assertFits(spelled, text, exchange);
  return { ...rest, headers: spelled.headers, size: text.length, text: () => text };
};

/** The headers of answers that are looked at here, as they are spelt here. */
const LOOKED_AT = ['Content-Type', 'Link', 'Vary', 'ETag', 'Cache-Control', 'Content-Encoding', 'Content-Range', 'Content-Security-Policy'];
const SPELT = new Map(LOOKED_AT.map((name) => [name.toLowerCase(), name]));

const spelt = (headers: Answer['headers']): Answer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [SPELT.get(name.toLowerCase()) ?? name, value]));

const hasText = (answer: Answer): answer is Answer & Required<Pick<Answer, 'written'>> => answer.written !== undefined;

/** An answer that is written already; its entity tag is worked out once. */
const asWritten = ({ headers, revision, written }: Answer & Required<Pick<Answer, 'written'>>): Sendable => {
  const { text, ...rest } = written;
  return { ...rest, headers, size: text.length, tag: written.tag ?? tagOf(text, revision), text: () => text };
};

const tags = new WeakMap<Buffer, string>();

const tagOf = (text: Buffer, revision: string | undefined): string => {
  const tag = tags.get(text) ?? entityTag(text, revision);
  tags.set(text, tag);
  return tag;
};

/** Headers of the connection, which is the server's own affair. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/** Statuses that have no body. */
const EMPTY: readonly number[] = [204, 205, 304];

/** Throws an Error, which is a bug of the handler, for what an envelope would hide or Node would send although it is no answer. */
const check = (answer: Answer, exchange: RequestContext): void => {
  const { status, headers, body, revision = '_' } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`the status of an answer is from 200 to 599, not ${status}`);
  const name = Object.keys(headers).find((one) => OF_CONNECTION.has(one.toLowerCase()));
  if (name !== undefined) throw new Error(`the header ${name} is the server's own and cannot be answered`);
  if (!/^[\w.]+$/.test(revision)) throw new Error(`the revision of an answer is letters, digits, . and _, not ${JSON.stringify(revision)}`);
  const unsendable = unsendableIn(answer, exchange);
  if (unsendable !== undefined) throw new Error(unsendable);
  const isNone = body === undefined ? !EMPTY.includes(status) : typeof body === 'number' && !Number.isFinite(body);
  if (isNone || typeof body === 'function' || typeof body === 'symbol') throw new Error(`${String(body)} cannot be written as JSON`);
};

const isInvalidHost = (error: unknown): boolean => error instanceof ApiError && error.code === 'rest_invalid_host';

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** What is made of a request; what it throws is answered as a refusal. */
type Work = () => Answer | Promise<Answer>;

type AnsweringOptions = CmsSite &
  Pick<Cors, 'registry'> &
  Pick<
    HttpOptions<Caller>,
    'served' | 'log' | 'corsOrigins' | 'translate' | 'catalogue' | 'trustProxy' | 'publicUrl' | 'logAddress' | 'slowMilliseconds'
  >;

/**
 * Makes the outermost function of every request, which never throws: it answers what `work` comes to, else why not, with all headers, and
 * writes one line of log. What others had set on the answer before stays.
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
  const cors: Cors = { origins: corsOrigins, registry };
  const refuse = createRefuser(log, translate, catalogue);

  /** Where a problem document says that its pages are; undefined: the client does not ask for one. */
  const problemRoot = (ctx: Context, { mount }: RequestContext, error: unknown): string | undefined => {
    if (!prefersProblem(ctx)) return undefined;
    try {
      if (isInvalidHost(error)) throw error;
      return mountAddress(ctx.req, mount, trustProxy, publicUrl);
    } catch {
      // The host is none, or none that may be named: a path is a reference too.
      return publicUrl?.replace(/\/+$/, '') ?? mount;
    }
  };

  /** Neither queries nor bodies are told. */
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

  const belowCms = (ctx: Context, exchange: RequestContext, answer: Answer): Answer => {
    const { cms: request } = exchange;
    if (cms === undefined) return answer;
    if (request === undefined) {
      if (exchange.baseUrl === undefined || !isPage(answer)) return answer;
      // Pages lead clients of The Events Calendar to the addresses that they know.
      const origin = mountAddress(ctx.req, exchange.mount, trustProxy, publicUrl);
      exchange.baseUrl = `${origin}/wp-json`;
      return { ...answer, headers: { ...answer.headers, ...discoveryHeaders(origin, cms) } };
    }
    const written = hasText(answer) ? answer : writeAnswer(answer, exchange);
    const tagged = {
      ...written,
      written: { ...written.written, tag: written.written.tag ?? tagOf(written.written.text, answer.revision) },
    };
    const address = mountAddress(ctx.req, exchange.mount, trustProxy, publicUrl);
    exchange.baseUrl = `${address}${request.root}`;
    return answerBelowCms(tagged, { method: exchange.method, route: exchange.route, cms: request }, address, { served, registry, cms });
  };

  /** Plugins may have changed what every object inherits, at any time. */
  const clean = (by?: { readonly plugin: string | undefined }): void => {
    removeInherited(by?.plugin === undefined ? {} : { plugin: by.plugin });
    reportRemoved(log);
  };

  return async (ctx: Context, exchange: RequestContext, work: Work): Promise<void> => {
    clean();
    const before = ctx.res.getHeaders();
    let answer: Answer;
    try {
      if (ctx.method === 'TRACE') throw errors.methodNotAllowed();
      answer = await work();
    } catch (error) {
      answer = refuse(error, exchange, problemRoot(ctx, exchange, error));
    }
    clean(exchange);
    try {
      await send(ctx, exchange, belowCms(ctx, exchange, answer), cors, served);
    } catch (error) {
      // What a handler answered cannot be written as JSON, or not in headers: nothing of it stays.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      for (const [name, value] of Object.entries(before)) if (value !== undefined) ctx.res.setHeader(name, value);
      const { plugin } = exchange;
      const cause = plugin === undefined || error instanceof ApiError ? error : thrownBy({ hook: 'handle', plugin }, error);
      await send(ctx, exchange, refuse(cause, exchange, problemRoot(ctx, exchange, error)), cors, served);
    }
    logRequest(ctx, exchange);
  };
};
