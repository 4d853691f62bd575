import type { Context } from 'koa';
import { errors } from '../../errors';
import { removeInherited, reportRemoved, thrownBy } from '../../registry';
import type { Caller, RequestOptions } from '../options';
import { loggedAddress } from '../requests/address';
import type { Answer, RequestContext } from '../requests/request-context';
import { withCmsLinks } from './cms-answer';
import { createRefuser } from './errors';
import { createCorsHeaders } from './headers';
import { send } from './sending';

/** Makes the outermost handler. It sends the response of `work`, or of the error that `work` throws, and logs the request. */
export const createAnswering = <U extends Caller>(options: RequestOptions<U>) => {
  const { log } = options;
  const cors = createCorsHeaders(options);
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
      answer = refuse(ctx, request, error);
    }
    clean(request.plugin);
    try {
      await send(ctx, request, withCmsLinks(ctx.req, request, answer, options), cors);
    } catch (error) {
      // The response of the handler cannot be written as JSON, or its headers cannot be sent: nothing of the response is sent.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      for (const [name, value] of Object.entries(before)) if (value !== undefined) ctx.res.setHeader(name, value);
      const { plugin } = request;
      const cause = plugin === undefined ? error : thrownBy({ hook: 'handle', plugin }, error);
      await send(ctx, request, refuse(ctx, request, cause), cors);
    }
    logRequest(ctx, request, options);
  };
};

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const logRequest = <U extends Caller>(
  ctx: Context,
  request: RequestContext,
  { log, logAddress = 'short', slowMilliseconds = 0 }: RequestOptions<U>,
): void => {
  const { method, status } = ctx;
  const { id, path, userId: user, language, code, waits } = request;
  const milliseconds = rounded(performance.now() - request.started);
  const address = loggedAddress(request.address, logAddress);
  log.info({ id, method, path, status, milliseconds, user, address, language, code }, 'request');
  if (waits === undefined || milliseconds < slowMilliseconds) return;
  const waited = Object.fromEntries(Object.entries(waits).map(([name, much]) => [name, rounded(much)]));
  log.warn({ id, method, path, status, milliseconds, waited }, 'slow request');
};
