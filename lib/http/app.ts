import Koa, { type Context, type Middleware } from 'koa';
import { errors } from '../errors';
import { serviceRoot } from '../language';
import { prefersHtml } from '../registry';
import { createAnswering, writeAnswer } from './answers/answering';
import { createCachedAnswers } from './answers/cached-answers';
import { prefersHtmlError } from './answers/errors';
import { createLegacyAddresses } from './legacy';
import { createLife } from './life';
import { createDatabaseDeadline } from './limits/deadlines';
import { createOverload, PROBES, queueEntryOf } from './limits/overload';
import { createOverloadAnswer } from './limits/overload-answer';
import { createRateLimit } from './limits/rate-limit';
import { createMetrics, showLoad } from './metrics';
import type { Caller, HttpOptions } from './options';
import { assertOneHost, countedAddress, createHostCheck, serviceAddress } from './requests/address';
import { CMS_ROOT } from './requests/cms-address';
import { createRequestContext } from './requests/read-request';
import type { Answer, RequestContext } from './requests/request-context';
import { frontAnswer, keepable, withRoots } from './requests/root';
import { belowRoot } from './requests/target';
import type { Application } from './server';
import { createServiceRoutes, type State, type ThroughCache } from './service-routes';

/** Time after which a client may try again if there are too many connections, in s. */
const RETRY_SECONDS = 1;
/** Paths that no rate limit counts: monitoring may ask as often as it likes. */
const UNCOUNTED: readonly string[] = [...PROBES, '/metrics'];

/**
 * Makes the HTTP side of the service from a registry that has all its routes. Everything is compiled here, nothing per request.
 * A request passes: answering (errors, headers, log) → host and rate limit → `createLife` below a language, else a route of the service.
 */
export const createApp = <U extends Caller>(options: HttpOptions<U>): Application => {
  const { log, trustProxy, served } = options;
  const metrics = options.measures ?? createMetrics();
  const answering = createAnswering(options);
  const whileDatabaseAnswers = createDatabaseDeadline(options.databaseAnswers);
  const cachedAnswers = options.cache && createCachedAnswers(options.cache, writeAnswer);
  const overload = createOverload(options);
  const answerBelow = createLife(options, { overload, whileDatabaseAnswers, cachedAnswers });
  showLoad(metrics, overload.load, options.connections);

  const throughCache: ThroughCache = async (ctx, resource, make) => {
    const { request } = ctx.state;
    const cached = cachedAnswers?.begin(ctx, request, resource);
    const work = cached ? async () => cached.find() ?? cached.make(make) : make;
    return cached?.find() ?? whileDatabaseAnswers(overload.run(work, queueEntryOf(ctx, request)));
  };

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
  app.use(createLegacyAddresses(options, { answerBelow, whileDatabaseAnswers }));
  // All methods, also those that no router knows: the routes below refuse them.
  app.use(async (ctx, next) => {
    const { request } = ctx.state;
    const below = request.path === '/' ? { prefix: request.language, path: '/' } : belowRoot(request.path, served);
    if (below === undefined) return next();
    // Clients of sites with plain permalinks only know the site's address. Their `rest_route` is in their preferred language.
    const isFront = request.path === '/' && !new URLSearchParams(request.search).get('rest_route');
    ctx.state.answer = (isFront ? frontPage(ctx, request, options) : undefined) ?? (await answerBelow(ctx, request, below));
    if (!isFront || request.baseUrl === undefined) return;
    ctx.state.answer = withRoots(ctx.state.answer, request.baseUrl, served);
    // Clients of The Events Calendar begin at the address of the site.
    if (options.cms !== undefined) request.baseUrl = `${serviceRoot(request.baseUrl)}${CMS_ROOT}`;
  });
  app.use(createServiceRoutes(options, { metrics, throughCache }).routes());
  // Only sockets fail here, after the answer was made: clients that went away.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));
  return { callback: () => overload.guard(app.callback(), createOverloadAnswer(options, metrics)) };
};

/** Makes the middleware that refuses wrong hosts, and requests beyond the limits of connections and rate. */
const createAdmission = <U extends Caller>({ rateLimit, allowedHosts, trustProxy, connections }: HttpOptions<U>): Middleware<State> => {
  const limitRate = createRateLimit(rateLimit);
  const checkHost = createHostCheck(allowedHosts, trustProxy);
  return async (ctx, next) => {
    assertOneHost(ctx.req);
    // Probes may name any host, and have connections of their own.
    if (!PROBES.includes(ctx.path)) {
      checkHost(ctx.req);
      if (connections?.isBeyondRoom(ctx.req)) {
        ctx.res.shouldKeepAlive = false;
        throw errors.overloaded(RETRY_SECONDS);
      }
    }
    if (!UNCOUNTED.includes(ctx.path)) await limitRate(countedAddress(ctx.state.request.address));
    return next();
  };
};

const isReading = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

/** The page at `/`, for clients that prefer HTML. */
const frontPage = <U extends Caller>(ctx: Context, request: RequestContext, options: HttpOptions<U>): Answer | undefined => {
  if (!isReading(ctx) || !prefersHtml(ctx.headers.accept)) return undefined;
  const address = serviceAddress(ctx.req, options.trustProxy, options.publicUrl);
  const { language } = request;
  const page = options.front?.({ address, language });
  if (page === undefined) return undefined;
  request.baseUrl = `${address}/${language}`;
  return frontAnswer(keepable(page, { isPublic: ctx.get('Authorization') === '' }));
};

/** The page at an unknown address outside the languages, for clients that prefer HTML. */
const lostPage = <U extends Caller>(ctx: Context, { language }: RequestContext, options: HttpOptions<U>): Answer | undefined => {
  if (!isReading(ctx) || !prefersHtmlError(ctx)) return undefined;
  const page = options.lost?.({ address: serviceAddress(ctx.req, options.trustProxy, options.publicUrl), language });
  return page && keepable(page, { isPublic: ctx.get('Authorization') === '' });
};
