import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import { waitAtMost } from '../deadline';
import { errors } from '../errors';
import { serviceRoot } from '../language';
import { decodedPart, prefersHtml, reply } from '../registry';
import { createAnswering } from './answers/answering';
import type { Resource } from './answers/cached-answers';
import { prefersHtmlError } from './answers/errors';
import { varyingByAccept, withCacheHeaders, withRoots } from './answers/page-answer';
import { writtenText } from './answers/sending';
import { type Form, percentPairs, readForm } from './bodies/form';
import { type AnswerInLanguage, createRequestHandler, createSharedParts, type SharedParts } from './life';
import { createCounter } from './limits/counter';
import { createOverloadAnswer, PROBES, queueEntryOf } from './limits/overload';
import { createMetrics, type Metrics, showLoad } from './metrics';
import { type Caller, DEFAULT_LIMITS, type HttpOptions } from './options';
import { assertOneHost, calledHost, countedAddress, createHostFilter, isLoopback, serviceAddress } from './requests/address';
import { CMS_ROOT, readCmsRequest } from './requests/cms-request';
import { type Answer, isReading, type RequestContext } from './requests/request-context';
import { createRequestContext } from './requests/target';
import type { Application } from './server';

interface State {
  request: RequestContext;
  answer?: Answer | undefined;
}

type ServiceContext = Context & { readonly state: State };

/**
 * Makes the Koa application of the service from a registry that has all its routes. Nothing is compiled per request. A request passes:
 * answering (errors, headers, log) → host and rate limit → `createRequestHandler` below a language, else a route of the service.
 */
export const createApp = <U extends Caller>(options: HttpOptions<U>): Application => {
  const { log, trustProxy, served } = options;
  const metrics = options.metrics ?? createMetrics();
  const answering = createAnswering(options);
  const shared = createSharedParts(options);
  const answerBelow = createRequestHandler(options, shared);
  const admit = createAdmission(options);
  showLoad(metrics, shared.overload.load, options.connections);

  /** Answers the address of the site, and addresses below the language roots. Undefined for other addresses. */
  const answerLanguages = async (ctx: ServiceContext, request: RequestContext): Promise<Answer | undefined> => {
    const below = request.path === '/' ? { prefix: request.language, path: '/' } : request.below;
    if (below === undefined) return undefined;
    // Clients of sites with plain permalinks only know the site's address. They send `rest_route` to `/`, in their preferred language.
    const isFront = request.path === '/' && !new URLSearchParams(request.search).get('rest_route');
    const answer = (isFront && frontPage(ctx, request, options)) || (await answerBelow(ctx, request, below));
    if (!isFront || request.baseUrl === undefined) return answer;
    const withLanguages = withRoots(answer, request.baseUrl, served);
    // Clients of The Events Calendar begin at the address of the site.
    if (options.cms !== undefined) request.baseUrl = `${serviceRoot(request.baseUrl)}${CMS_ROOT}`;
    return withLanguages;
  };

  const app = new Koa<State>();
  app.use(async (ctx, next) => {
    const request = createRequestContext(ctx, trustProxy, served);
    ctx.state.request = request;
    await answering(ctx, request, async () => {
      await admit(ctx, request);
      // All methods, even unknown ones: the routes below a language refuse them.
      ctx.state.answer = (await legacyAnswer(ctx, request, options, { ...shared, answerBelow })) ?? (await answerLanguages(ctx, request));
      if (ctx.state.answer === undefined) await next();
      const answer = ctx.state.answer ?? lostPage(ctx, request, options);
      if (answer === undefined) throw errors.noRoute();
      return answer;
    });
    const milliseconds = performance.now() - request.started;
    metrics.observe({ method: ctx.method, route: request.route, status: ctx.status, milliseconds, code: request.code });
  });
  app.use(createServiceRoutes(options, metrics, shared).routes());
  // Only sockets of disconnected clients fail here, after the response was made.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));
  return { callback: () => shared.overload.guard(app.callback(), createOverloadAnswer(options, metrics)) };
};

/** Makes the function that refuses requests to wrong hosts, and requests beyond the limits of connections and rate. */
const createAdmission = <U extends Caller>({ rateLimit, allowedHosts, trustProxy, connections }: HttpOptions<U>) => {
  const counter = rateLimit === 0 ? undefined : createCounter({ most: rateLimit, seconds: 60, refuse: errors.tooManyRequests });
  const isAllowed = allowedHosts === undefined ? () => true : createHostFilter(allowedHosts);
  return async (ctx: Context, { address }: RequestContext): Promise<void> => {
    assertOneHost(ctx.req);
    // Health checks may name any host, and have connections of their own.
    if (PROBES.includes(ctx.path)) return;
    if (!isAllowed(calledHost(ctx.req, trustProxy))) throw errors.invalidHost();
    if (connections?.isBeyondRoom(ctx.req)) {
      ctx.res.shouldKeepAlive = false;
      throw errors.overloaded();
    }
    // Monitoring has no rate limit.
    if (ctx.path !== '/metrics') await counter?.count(countedAddress(address));
  };
};

/** Adds cache headers to a page outside the language roots, unless the request has credentials. */
const cacheable = (ctx: Context, page: Answer): Answer => withCacheHeaders(page, { isPublic: ctx.get('Authorization') === '' });

const frontPage = <U extends Caller>(ctx: Context, request: RequestContext, options: HttpOptions<U>): Answer | undefined => {
  if (!isReading(ctx) || !prefersHtml(ctx.headers.accept)) return undefined;
  const startPage = options.pages?.().startPage;
  if (startPage === undefined) return undefined;
  const address = serviceAddress(ctx.req, options);
  const { language } = request;
  request.baseUrl = `${address}/${language}`;
  return varyingByAccept(cacheable(ctx, startPage({ address, language })));
};

const lostPage = <U extends Caller>(ctx: Context, { language }: RequestContext, options: HttpOptions<U>): Answer | undefined => {
  if (!isReading(ctx) || !prefersHtmlError(ctx)) return undefined;
  const page = options.pages?.().notFoundPage?.({ address: serviceAddress(ctx.req, options), language });
  return page && cacheable(ctx, page);
};

const LEGACY_PATH = /^\/(?:(?:events?|venue|organizer|index\.php)(?:\/|$)|$)/i;

/**
 * Answers addresses of The Events Calendar: the API below `/wp-json/`, and legacy addresses of pages and calendars. Such a request is
 * answered as the equivalent request below a language root, or redirected. Undefined for other addresses.
 */
const legacyAnswer = async <U extends Caller>(
  ctx: Context,
  request: RequestContext,
  options: HttpOptions<U>,
  { answerBelow, whileDatabaseAnswers }: { readonly answerBelow: AnswerInLanguage } & Pick<SharedParts, 'whileDatabaseAnswers'>,
): Promise<Answer | undefined> => {
  const { path, search } = request;
  const cms = options.cms && readCmsRequest(path, search, options.served, options.cms);
  if (cms !== undefined) {
    Object.assign(request, { cms, search: cms.search, language: cms.prefix });
    return answerBelow(ctx, request, cms);
  }
  if (!isReading(ctx) || !LEGACY_PATH.test(path) || (path === '/' && search === '')) return undefined;
  const legacyAddress = options.pages?.().legacyAddress;
  if (legacyAddress === undefined) return undefined;
  const query = queryOf(search, options);
  const old = await whileDatabaseAnswers(
    legacyAddress({ path: decodedPart(path), query: query.values, address: serviceAddress(ctx.req, options) }),
  );
  if (old === undefined) return undefined;
  if ('location' in old) return movedAnswer(old.location);
  Object.assign(request, { search: old.search, language: old.prefix, isForPeople: old.isForPeople });
  return answerBelow(ctx, request, old);
};

const queryOf = <U extends Caller>(search: string, { limits }: HttpOptions<U>): Form =>
  readForm(percentPairs(search), limits?.parameters ?? DEFAULT_LIMITS.parameters);

const movedAnswer = (location: string): Answer =>
  reply(`${location}\n`, {
    status: 301,
    headers: { Location: location, 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'public, max-age=3600' },
  });

/** Makes the routes outside the language roots: health checks, metrics, icons, files, addresses for search engines, oEmbed. */
const createServiceRoutes = <U extends Caller>(
  options: HttpOptions<U>,
  metrics: Metrics,
  { overload, whileDatabaseAnswers, cachedAnswers }: SharedParts,
): Router<State> => {
  const { icon, files = [], pages } = options;
  const router = new Router<State>();
  const get = (path: string | string[], answer: (ctx: ServiceContext) => Answer | undefined | Promise<Answer | undefined>) =>
    router.get(path, async (ctx) => {
      ctx.state.answer = await answer(ctx);
    });

  const throughCache = async (ctx: ServiceContext, resource: Resource, make: () => Promise<Answer | undefined>) => {
    const { request } = ctx.state;
    const cached = cachedAnswers?.begin(ctx, request, resource);
    return cached?.find() ?? whileDatabaseAnswers(overload.run(() => cached?.make(make) ?? make(), queueEntryOf(ctx, request)));
  };

  get('/healthz', () => reply({ status: 'ok' }, { headers: NO_STORE }));
  get('/readyz', () => readyAnswer(() => options.ready()));
  get('/metrics', async (ctx) => {
    if (options.metricsReaders !== 'public' && !isLoopback(ctx.req, options.trustProxy)) throw errors.noRoute();
    const { type, text } = await metrics.read();
    return reply(text, { headers: NO_STORE, type });
  });
  get(['/favicon.svg', '/favicon.ico'], () => {
    const headers = { 'Content-Type': 'image/svg+xml; charset=UTF-8', 'Cache-Control': 'public, max-age=86400' };
    return icon === undefined ? undefined : reply(icon, { headers });
  });
  for (const { name, type, content } of files) {
    // The address of a file changes with its content. The response is written once, so that it is compressed once.
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' };
    const answer: Answer = { status: 200, headers, body: null, written: writtenText(200, type, content) };
    get(`/${name}`, () => answer);
  }
  get(['/robots.txt', '/sitemap.xml', '/sitemaps/:name'], (ctx) => {
    const { path } = ctx.state.request;
    const address = serviceAddress(ctx.req, options);
    return throughCache(ctx, { path, variant: address }, async () => pages?.().robots?.({ path, address }));
  });
  // Other sites send oEmbed requests here.
  router.options('/oembed', (ctx) => {
    if (pages?.().oembed === undefined) return;
    ctx.state.request.allow = ['GET'];
    ctx.state.answer = reply([]);
  });
  get('/oembed', (ctx) => {
    const oembed = pages?.().oembed;
    if (oembed === undefined) return undefined;
    const { request } = ctx.state;
    Object.assign(request, { allow: ['GET'], route: '/oembed' });
    const address = serviceAddress(ctx.req, options);
    request.query = queryOf(request.search, options);
    return throughCache(ctx, { path: '/oembed', variant: address }, async () => {
      const { values: query } = request.query;
      const page = await oembed({ query, queryOf: (search) => queryOf(search, options).values, address });
      return page && cacheable(ctx, page);
    });
  });
  return router;
};

const NO_STORE = { 'Cache-Control': 'no-store' };

/** The time that `/readyz` waits for the database, in ms. The health check must respond within 2 s. */
const PATIENCE = 1500;

const readyAnswer = async (ready: () => Promise<boolean>): Promise<Answer> => {
  const answers = ready().catch(() => false);
  return (await waitAtMost(PATIENCE, answers, { onTimeout: () => false }))
    ? reply({ status: 'ok' }, { headers: NO_STORE })
    : reply({ status: 'unavailable' }, { status: 503, headers: { ...NO_STORE, 'Retry-After': '2' } });
};
