import type { Context } from 'koa';
import { ApiError, errors } from '../../errors';
import { allowedMethods, describeRoute, hookText, isReply, perform, resolveRequest, selectedFields, takeHook } from '../../registry';
import type { ReadBody } from '../bodies/receive-body';
import type { HandlerDeadline } from '../limits/deadlines';
import type { Caller, Log } from '../options';
import { countedAddress } from '../requests/address';
import type { Answer, RequestContext } from '../requests/request-context';
import type { FoundRoute } from '../requests/router';
import { metaOf, type Target, valuesFor } from '../requests/target';
import { logFailure } from './errors';
import { ignoredParams } from './headers';

type RouteTarget<U extends Caller> = Target<U> & FoundRoute<U>;

export const hasRoute = <U extends Caller>(target: Target<U>): target is RouteTarget<U> => target.route !== undefined;

export const plainAnswer = (body: unknown): Answer => ({ status: 200, headers: {}, body });

/** Makes the function that answers a request for a route. Order: record → `Allow` → permission → validation → handler. */
export const createRouteAnswer =
  <U extends Caller>(log: Log, deadlineFor: HandlerDeadline) =>
  async (ctx: Context, request: RequestContext, target: RouteTarget<U>, user: U | undefined, body: ReadBody): Promise<Answer> => {
    const { route, path, endpoint, method } = target;
    if (method === undefined || (method !== 'OPTIONS' && endpoint === undefined)) throw errors.noRoute();
    const { form } = body;
    request.route = route.key;
    request.plugin = endpoint?.plugin;
    request.isOfOthers = endpoint !== undefined && !endpoint.trusted;
    if (endpoint !== undefined) request.ignored = ignoredParams(endpoint.args, request.query.values, form.values);
    const { language, baseUrl = '' } = request;
    const args = endpoint?.args ?? {};
    const deadline = deadlineFor(`${method} ${route.key}`);
    try {
      const matched = {
        ...{ route, path, endpoint, user, language, baseUrl },
        method: method === 'OPTIONS' ? 'GET' : method,
        query: valuesFor(args, request.query),
        body: valuesFor(args, form),
        address: countedAddress(request.address),
        headers: ctx.headers,
        files: form.files,
        meta: metaOf(request),
        wanted: selectedFields(request.fields),
      };
      const resolved = await deadline.within(resolveRequest(matched));
      request.allow = allowedMethods(resolved, (other, thrown) => {
        // A failure of the requested endpoint is logged as an error of the request.
        if (other !== endpoint && !isRefusal(thrown)) logUnknownAllow(log, request, thrown);
      });
      if (method === 'OPTIONS') return plainAnswer(describeRoute(route, { language, baseUrl }));
      if (body.trouble !== undefined) throw body.trouble;
      const result = await perform(resolved, deadline.within);
      return isReply(result) ? result : plainAnswer(result);
    } finally {
      deadline.end();
    }
  };

/** Logs that the permission of an endpoint other than the requested one threw. `Allow` lacks the methods of that endpoint. */
const logUnknownAllow = (log: Log, { id, method, route }: RequestContext, thrown: unknown): void => {
  const hook = takeHook(thrown);
  const name = hook === undefined ? 'a permission' : hookText(hook);
  logFailure(log, { id, method, route, ...hook }, thrown, `${name} failed: its methods are not in Allow`);
};

const isRefusal = (thrown: unknown): boolean => {
  try {
    return thrown instanceof ApiError;
  } catch {
    // Even inspecting a thrown value may throw.
    return false;
  }
};
