import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import { errors } from '../errors';
import { decodedPart, prefersHtml } from '../registry';
import { createAnswering, writeAnswer } from './answers/answering';
import { createCachedAnswers, type Resource } from './answers/cached-answers';
import { prefersHtmlError } from './answers/errors';
import { percentPairs, readForm } from './bodies/form';
import { belowRoot, createCall, queueEntryOf } from './call';
import { healthAnswer, metricsAnswer, readyAnswer } from './health';
import type { Connections } from './limits/connections';
import { createDatabaseDeadline } from './limits/database-deadline';
import { createOverload, type Load, PROBES } from './limits/overload';
import { createOverloadAnswer } from './limits/overload-answer';
import { createRateLimit } from './limits/rate-limit';
import { createMetrics, type Metrics } from './metrics';
import { type Caller, DEFAULT_LIMITS, type HttpOptions, type OldAnswer } from './options';
import { assertOneHost, countedAddress, createHostCheck, isLoopback, serviceAddress } from './requests/address';
import { readCmsRequest } from './requests/cms-address';
import { type Answer, createRequestContext, type RequestContext } from './requests/request-context';
import { fileAnswer, frontAnswer, iconAnswer, keepable, movedAnswer, withRoots } from './requests/root';
import type { Application } from './server';

export type {
  Caller,
  EmbedRequest,
  FrontRequest,
  HttpOptions,
  Limits,
  Log,
  OldAnswer,
  OldRequest,
  PageRequest,
  RobotRequest,
} from './options';

/** What the addresses above the routes share with the outermost function. */
interface State {
  exchange: RequestContext;
  answer?: Answer;
}

/** Adds how full the service is to its metrics. */
const showLoad = (metrics: Metrics, load: () => Load, connections: Connections | undefined): void => {
  metrics.gauge(
    'http_requests_admitted',
    'Requests that are worked on, that wait for their turn, and that may be worked on at once',
    () => ({ ...load() }),
    'state',
  );
  if (connections === undefined) return;
  const { state } = connections;
  metrics.gauge(
    'http_connections',
    'Connections of clients: those with a request, and those without',
    () => ({ busy: state().open - state().idle, idle: state().idle }),
    'state',
  );
  metrics.total(
    'http_connections_closed_total',
    'Connections of clients that were closed before they would have been',
    () => state().closed,
    'reason',
  );
};

/** Answers a request from the cache, or by a function. */
type ThroughCache = (
  ctx: Context & { readonly state: State },
  resource: Resource,
  make: () => Promise<Answer | undefined>,
) => Promise<Answer | undefined>;

/** Adds the address at which other sites ask what they may show of this one. */
const addEmbedding = <U extends Caller>(
  router: Router<State>,
  { oembed, throughCache }: { readonly oembed: Required<HttpOptions<U>>['oembed']; readonly throughCache: ThroughCache },
  { trustProxy, publicUrl, limits }: HttpOptions<U>,
): void => {
  const { parameters } = { ...DEFAULT_LIMITS, ...limits };
  const queryOf = (search: string) => readForm(percentPairs(search), parameters).values;
  router.options('/oembed', (ctx) => {
    ctx.state.exchange.allow = ['GET'];
    ctx.state.answer = { status: 200, headers: {}, body: [] };
  });
  router.get('/oembed', async (ctx) => {
    const { exchange } = ctx.state;
    exchange.allow = ['GET'];
    exchange.route = '/oembed';
    const address = serviceAddress(ctx.req, trustProxy, publicUrl);
    exchange.query = readForm(percentPairs(exchange.search), parameters);
    const { values: query } = exchange.query;
    const answer = await throughCache(ctx, { path: '/oembed', variant: address }, async () => {
      const made = await oembed({ query, queryOf, address });
      return made && keepable(made, ctx.get('Authorization') === '');
    });
    if (answer !== undefined) ctx.state.answer = answer;
  });
};

/** When to try again where there are too many connections, in s. */
const RETRY_SECONDS = 1;
/** Paths that a site of The Events Calendar had. */
const OLD_PATH = /^\/(?:(?:events?|venue|organizer|index\.php)(?:\/|$)|$)/i;

/** Paths that no rate limit counts: monitoring may ask as often as it likes. */
const UNCOUNTED: readonly string[] = [...PROBES, '/metrics'];

/**
 * Makes the service's HTTP side from a registry whose routes are all registered: everything is compiled here, nothing per request.
 * One request: errors (outermost) → rate of requests → the few addresses above the languages → `createCall` → the answer with its headers → one line of log.
 */
export const createApp = <U extends Caller>(options: HttpOptions<U>): Application => {
  const { log, trustProxy, served } = options;
  const metrics = options.measures ?? createMetrics();
  const answering = createAnswering(options);
  const whileDatabaseAnswers = createDatabaseDeadline(options.databaseAnswers);
  const cachedAnswers = options.cache && createCachedAnswers(options.cache, writeAnswer);
  const overload = createOverload(options);
  const call = createCall(options, overload, whileDatabaseAnswers, cachedAnswers);
  showLoad(metrics, overload.load, options.connections);
  const limitRate = createRateLimit(options.rateLimit);
  const checkHost = createHostCheck(options.allowedHosts, trustProxy);

  const frontPage = (ctx: Context, { language }: RequestContext): Answer | undefined => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !prefersHtml(ctx.headers.accept)) return undefined;
    const address = serviceAddress(ctx.req, trustProxy, options.publicUrl);
    const page = options.front?.({ address, language });
    return (
      page && frontAnswer(keepable(page, ctx.get('Authorization') === ''), options.cms ? `${address}/wp-json` : `${address}/${language}`)
    );
  };

  /** Asks for the meaning of an address that a site of The Events Calendar may have had. */
  const oldAnswer = async (ctx: Context, { path, search }: RequestContext): Promise<OldAnswer | undefined> => {
    const { old } = options;
    if (old === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD') || !OLD_PATH.test(path) || (path === '/' && search === ''))
      return undefined;
    const { values: query } = readForm(percentPairs(search), { ...DEFAULT_LIMITS, ...options.limits }.parameters);
    const address = serviceAddress(ctx.req, trustProxy, options.publicUrl);
    return whileDatabaseAnswers(old({ path: decodedPart(path), query, address }));
  };

  const lostPage = (ctx: Context, { language }: RequestContext): Answer | undefined => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !prefersHtmlError(ctx)) return undefined;
    const page = options.lost?.({ address: serviceAddress(ctx.req, trustProxy, options.publicUrl), language });
    return page && keepable(page, ctx.get('Authorization') === '');
  };

  /** Answers from the cache, or makes the answer and caches it. */
  const throughCache: ThroughCache = async (ctx, resource, make) => {
    const { exchange } = ctx.state;
    const cached = cachedAnswers?.begin(ctx, exchange, resource);
    const work = cached ? async () => cached.find() ?? cached.make(make) : make;
    return cached?.find() ?? whileDatabaseAnswers(overload.run(work, queueEntryOf(ctx, exchange)));
  };

  const router = new Router<State>();
  router.get('/healthz', (ctx) => {
    ctx.state.answer = healthAnswer();
  });
  router.get('/readyz', async (ctx) => {
    ctx.state.answer = await readyAnswer(() => options.ready());
  });
  router.get('/metrics', async (ctx) => {
    ctx.state.answer = await metricsAnswer(metrics, options.metrics === 'public' || isLoopback(ctx.req, trustProxy));
  });
  router.get(['/favicon.svg', '/favicon.ico'], (ctx) => {
    if (options.icon !== undefined) ctx.state.answer = iconAnswer(options.icon);
  });

  for (const file of options.files ?? [])
    router.get(`/${file.name}`, (ctx) => {
      ctx.state.answer = fileAnswer(file);
    });
  router.get(['/robots.txt', '/sitemap.xml', '/sitemaps/:name'], async (ctx) => {
    const { path } = ctx.state.exchange;
    const address = serviceAddress(ctx.req, trustProxy, options.publicUrl);
    const answer = await throughCache(ctx, { path, variant: address }, async () => options.robots?.({ path, address }));
    if (answer !== undefined) ctx.state.answer = answer;
  });
  const { oembed } = options;
  if (oembed !== undefined) addEmbedding(router, { oembed, throughCache }, options);

  const app = new Koa<State>();
  app.use(async (ctx, next) => {
    const exchange = createRequestContext(ctx, trustProxy, served);
    ctx.state.exchange = exchange;
    await answering(ctx, exchange, async () => {
      await next();
      const answer = ctx.state.answer ?? lostPage(ctx, exchange);
      if (answer === undefined) throw errors.noRoute();
      return answer;
    });
    const milliseconds = performance.now() - exchange.started;
    metrics.observe({ method: ctx.method, route: exchange.route, status: ctx.status, milliseconds, code: exchange.code });
  });
  app.use(async (ctx, next) => {
    assertOneHost(ctx.req);
    // Probes know no host of the service, and there is room for them where there is none for others.
    if (!PROBES.includes(ctx.path)) {
      checkHost(ctx.req);
      if (options.connections?.isBeyondRoom(ctx.req)) {
        ctx.res.shouldKeepAlive = false;
        throw errors.overloaded(RETRY_SECONDS);
      }
    }
    if (!UNCOUNTED.includes(ctx.path)) await limitRate(countedAddress(ctx.state.exchange.address));
    return next();
  });
  // All methods, those that no router has heard of too: a wrong one is refused by the routes below.
  app.use(async (ctx, next) => {
    const { exchange } = ctx.state;
    const cms = options.cms && readCmsRequest(exchange.path, exchange.search, served, options.cms);
    if (cms !== undefined) {
      exchange.cms = cms;
      exchange.search = cms.search;
      exchange.language = cms.prefix;
      ctx.state.answer = await call.handle(ctx, exchange, cms);
      return;
    }
    const old = await oldAnswer(ctx, exchange);
    if (old !== undefined && 'location' in old) {
      ctx.state.answer = movedAnswer(old.location);
      return;
    }
    if (old !== undefined) {
      exchange.search = old.search;
      exchange.isForPeople = old.isForPeople;
      exchange.language = old.prefix;
      ctx.state.answer = await call.handle(ctx, exchange, old);
      return;
    }
    const below = exchange.path === '/' ? { prefix: exchange.language, path: '/' } : belowRoot(exchange.path, served);
    if (below === undefined) return next();
    // Clients of sites with plain permalinks know the address of the site only; what they name is in the language that they like best.
    const isFront = exchange.path === '/' && !new URLSearchParams(exchange.search).get('rest_route');
    ctx.state.answer = (isFront ? frontPage(ctx, exchange) : undefined) ?? (await call.handle(ctx, exchange, below));
    if (isFront && exchange.baseUrl !== undefined) ctx.state.answer = withRoots(ctx.state.answer, exchange.baseUrl, served);
  });
  app.use(router.routes());
  // Here only sockets fail, after the answer was made: clients that went away.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));
  return { callback: () => overload.guard(app.callback(), createOverloadAnswer(options, metrics)) };
};
