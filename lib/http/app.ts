import Koa, { type Context, type Middleware } from 'koa';
import { errors } from '../errors';
import { serviceRoot } from '../language';
import { prefersHtml } from '../registry';
import { createAnswering } from './answers/answering';
import { createCachedAnswers } from './answers/cached-answers';
import { prefersHtmlError } from './answers/errors';
import { varyingByAccept, withCacheHeaders, withRoots } from './answers/page-answer';
import { createLegacyAddresses } from './legacy';
import { createLife } from './life';
import { createDatabaseDeadline } from './limits/deadlines';
import { createOverload, createOverloadAnswer, PROBES } from './limits/overload';
import { createMetrics, showLoad } from './metrics';
import type { Caller, HttpOptions } from './options';
import { assertOneHost, countedAddress, createHostCheck, serviceAddress } from './requests/address';
import { CMS_ROOT } from './requests/cms-address';
import { createRequestContext } from './requests/read-request';
import type { Answer, RequestContext } from './requests/request-context';
import { belowRoot, isReading } from './requests/target';
import type { Application } from './server';
import { createServiceRoutes, type State } from './service-routes';

/** The value of `Retry-After` if there are too many connections, in s. */
const RETRY_SECONDS = 1;

/**
 * Makes the Koa application of the service from a registry that has all its routes. Nothing is compiled per request. A request passes:
 * answering (errors, headers, log) → host and rate limit → `createLife` below a language, else a route of the service.
 */
export const createApp = <U extends Caller>(options: HttpOptions<U>): Application => {
  const { log, trustProxy, served } = options;
  const metrics = options.measures ?? createMetrics();
  const answering = createAnswering(options);
  const overload = createOverload(options);
  const shared = {
    overload,
    whileDatabaseAnswers: createDatabaseDeadline(options.databaseAnswers),
    cachedAnswers: options.cache && createCachedAnswers(options.cache),
  };
  const answerBelow = createLife(options, shared);
  showLoad(metrics, overload.load, options.connections);

  const app = new Koa<State>();
  app.use(async (ctx, next) => {
    const request = createRequestContext(ctx, trustProxy, served);
    ctx.state.request = request;
    await answering(ctx, request, async () => {
      await next();
      const answer = ctx.state.answer ?? lostPage(ctx, request, options);
      if (answer === undefined) throw errors.noRoute();
      return answer;
    });
    const milliseconds = performance.now() - request.started;
    metrics.observe({ method: ctx.method, route: request.route, status: ctx.status, milliseconds, code: request.code });
  });
  app.use(createAdmission(options));
  app.use(createLegacyAddresses(options, answerBelow, shared.whileDatabaseAnswers));
  // All methods, even unknown ones: the routes below refuse them.
  app.use(async (ctx, next) => {
    const { request } = ctx.state;
    const below = request.path === '/' ? { prefix: request.language, path: '/' } : belowRoot(request.path, served);
    if (below === undefined) return next();
    // Clients of sites with plain permalinks only know the site's address. They send `rest_route` to `/`, in their preferred language.
    const isFront = request.path === '/' && !new URLSearchParams(request.search).get('rest_route');
    ctx.state.answer = (isFront ? frontPage(ctx, request, options) : undefined) ?? (await answerBelow(ctx, request, below));
    if (!isFront || request.baseUrl === undefined) return;
    ctx.state.answer = withRoots(ctx.state.answer, request.baseUrl, served);
    // Clients of The Events Calendar begin at the address of the site.
    if (options.cms !== undefined) request.baseUrl = `${serviceRoot(request.baseUrl)}${CMS_ROOT}`;
  });
  app.use(createServiceRoutes(options, metrics, shared).routes());
  // Only sockets of disconnected clients fail here, after the response was made.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));
  return { callback: () => overload.guard(app.callback(), createOverloadAnswer(options, metrics)) };
};

/** Makes the middleware that refuses requests to wrong hosts, and requests beyond the limits of connections and rate. */
const createAdmission = <U extends Caller>({ rateLimit, allowedHosts, trustProxy, connections }: HttpOptions<U>): Middleware<State> => {
  const limitRate = createRateLimit(rateLimit);
  const checkHost = createHostCheck(allowedHosts, trustProxy);
  return async (ctx, next) => {
    assertOneHost(ctx.req);
    // Health checks may name any host, and have connections of their own.
    if (!PROBES.includes(ctx.path)) {
      checkHost(ctx.req);
      if (connections?.isBeyondRoom(ctx.req)) {
        ctx.res.shouldKeepAlive = false;
        throw errors.overloaded(RETRY_SECONDS);
      }
      // Monitoring has no rate limit.
      if (ctx.path !== '/metrics') await limitRate(countedAddress(ctx.state.request.address));
    }
    return next();
  };
};

/** Makes the function that counts requests by client address. Throws `rest_too_many_requests` beyond `perMinute` (0: no limit). */
const createRateLimit = (perMinute: number): ((address: string) => Promise<void>) => {
  if (perMinute === 0) return async () => undefined;
  // Loaded only if requests are counted: it brings a limiter for every database.
  const { RateLimiterMemory, RateLimiterRes } = require('rate-limiter-flexible') as typeof import('rate-limiter-flexible');
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (reason) {
      if (reason instanceof RateLimiterRes) throw errors.tooManyRequests(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
      throw reason;
    }
  };
};

const frontPage = <U extends Caller>(ctx: Context, request: RequestContext, options: HttpOptions<U>): Answer | undefined => {
  if (options.front === undefined || !isReading(ctx) || !prefersHtml(ctx.headers.accept)) return undefined;
  const address = serviceAddress(ctx.req, options);
  const { language } = request;
  request.baseUrl = `${address}/${language}`;
  return varyingByAccept(withCacheHeaders(options.front({ address, language }), { isPublic: ctx.get('Authorization') === '' }));
};

const lostPage = <U extends Caller>(ctx: Context, { language }: RequestContext, options: HttpOptions<U>): Answer | undefined => {
  if (options.lost === undefined || !isReading(ctx) || !prefersHtmlError(ctx)) return undefined;
  const page = options.lost({ address: serviceAddress(ctx.req, options), language });
  return withCacheHeaders(page, { isPublic: ctx.get('Authorization') === '' });
};
