import type { Context } from 'koa';
import { ApiError, errors } from '../../errors';
import { removeInherited, reportRemoved, thrownBy } from '../../registry';
import type { Caller, HttpOptions } from '../options';
import { loggedAddress, mountAddress } from '../requests/address';
import { CMS_ROOT } from '../requests/cms-address';
import type { Answer, RequestContext } from '../requests/request-context';
import { answerBelowCms, type CmsSite, discoveryHeaders, isPage } from './cms-answer';
import { createRefuser, prefersProblem } from './errors';
import { type Cors, createCorsHeaders } from './headers';
import { send, writeAnswer } from './sending';

type AnsweringOptions = CmsSite &
  Pick<Cors, 'registry'> &
  Pick<
    HttpOptions<Caller>,
    'log' | 'corsOrigins' | 'translate' | 'catalogue' | 'trustProxy' | 'publicUrl' | 'logAddress' | 'slowMilliseconds'
  >;

/**
 * Makes the outermost handler of HTTP requests. It sends the response of `work`, or the error response for the refusal that `work`
 * throws, and logs the request. It never throws. Headers that other middleware has set are sent too.
 */
export const createAnswering = (options: AnsweringOptions) => {
  const { served, log, registry } = options;
  const cors = createCorsHeaders({ origins: options.corsOrigins, registry });
  const refuse = createRefuser(options);

  /** Removes members that plugins have added to `Object.prototype`. */
  const clean = (plugin?: string): void => {
    removeInherited(plugin === undefined ? {} : { plugin });
    reportRemoved(log);
  };

  return async (ctx: Context, request: RequestContext, work: () => Promise<Answer>): Promise<void> => {
    clean();
    const before = ctx.res.getHeaders();
    let answer: Answer;
    try {
      if (ctx.method === 'TRACE') throw errors.methodNotAllowed();
      answer = await work();
    } catch (error) {
      answer = refuse(error, request, problemRoot(ctx, request, error, options));
    }
    clean(request.plugin);
    try {
      await send(ctx, request, withCmsLinks(ctx, request, answer, options), cors, served);
    } catch (error) {
      // The response of the handler cannot be written as JSON, or its headers cannot be sent: nothing of the response is sent.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      for (const [name, value] of Object.entries(before)) if (value !== undefined) ctx.res.setHeader(name, value);
      const { plugin } = request;
      const cause = plugin === undefined || error instanceof ApiError ? error : thrownBy({ hook: 'handle', plugin }, error);
      await send(ctx, request, refuse(cause, request, problemRoot(ctx, request, error, options)), cors, served);
    }
    logRequest(ctx, request, options);
  };
};

/** Returns the address above the error pages, for a problem document. Undefined if the client does not prefer problem documents. */
const problemRoot = (ctx: Context, { mount }: RequestContext, error: unknown, options: AnsweringOptions): string | undefined => {
  if (!prefersProblem(ctx)) return undefined;
  try {
    if (error instanceof ApiError && error.code === 'rest_invalid_host') throw error;
    return mountAddress(ctx.req, mount, options);
  } catch {
    // A request without a usable host gets links that begin with the path.
    return options.publicUrl?.replace(/\/+$/, '') ?? mount;
  }
};

/** Moves the links of a response below `/wp-json/` if the request came there. Adds to pages the headers that announce the API. */
const withCmsLinks = (ctx: Context, request: RequestContext, answer: Answer, options: AnsweringOptions): Answer => {
  const { method, route, mount, cms: cmsRequest } = request;
  const { cms } = options;
  if (cms === undefined || (cmsRequest === undefined && (request.baseUrl === undefined || !isPage(answer)))) return answer;
  const origin = mountAddress(ctx.req, mount, options);
  request.baseUrl = `${origin}${cmsRequest?.root ?? CMS_ROOT}`;
  if (cmsRequest === undefined) return { ...answer, headers: { ...answer.headers, ...discoveryHeaders(origin, cms) } };
  return answerBelowCms(writeAnswer(answer, request), { method, route, cms: cmsRequest }, origin, { ...options, cms });
};

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** Logs an answered request, without its query and body. */
const logRequest = (ctx: Context, request: RequestContext, { log, logAddress = 'short', slowMilliseconds = 0 }: AnsweringOptions): void => {
  const { method, status } = ctx;
  const { id, path, userId: user, language, code, waits } = request;
  const milliseconds = rounded(performance.now() - request.started);
  const address = loggedAddress(request.address, logAddress);
  log.info({ id, method, path, status, milliseconds, user, address, language, code }, 'request');
  if (waits === undefined || milliseconds < slowMilliseconds) return;
  const waited = Object.fromEntries(Object.entries(waits).map(([name, much]) => [name, rounded(much)]));
  log.warn({ id, method, path, status, milliseconds, waited }, 'slow request');
};
