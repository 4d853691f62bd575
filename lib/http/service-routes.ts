import Router from '@koa/router';
import type { Context } from 'koa';
import { waitAtMost } from '../deadline';
import { errors } from '../errors';
import type { Resource } from './answers/cached-answers';
import { withCacheHeaders } from './answers/page-answer';
import { writtenText } from './answers/representation';
import { percentPairs, readForm } from './bodies/form';
import type { SharedParts } from './life';
import { queueEntryOf } from './limits/overload';
import type { Metrics } from './metrics';
import { type Caller, DEFAULT_LIMITS, type HttpOptions } from './options';
import { isLoopback, serviceAddress } from './requests/address';
import type { Answer, RequestContext } from './requests/request-context';

/** The Koa state that the middlewares of one request share. */
export interface State {
  request: RequestContext;
  answer?: Answer;
}

type ServiceContext = Context & { readonly state: State };
type Work = () => Promise<Answer | undefined>;

/** Makes the routes outside the language roots: health checks, metrics, icons, files, addresses for search engines, oEmbed. */
export const createServiceRoutes = <U extends Caller>(
  options: HttpOptions<U>,
  metrics: Metrics,
  { overload, whileDatabaseAnswers, cachedAnswers }: SharedParts,
): Router<State> => {
  const { icon, files = [], robots, oembed } = options;

  /** Answers with a cached response, or makes a response and caches it. */
  const throughCache = async (ctx: ServiceContext, resource: Resource, make: Work): Promise<void> => {
    const { request } = ctx.state;
    const cached = cachedAnswers?.begin(ctx, request, resource);
    const work = cached ? async () => cached.find() ?? cached.make(make) : make;
    const answer = cached?.find() ?? (await whileDatabaseAnswers(overload.run(work, queueEntryOf(ctx, request))));
    if (answer !== undefined) ctx.state.answer = answer;
  };

  const router = new Router<State>();
  router.get('/healthz', (ctx) => {
    ctx.state.answer = { status: 200, headers: NO_STORE, body: { status: 'ok' } };
  });
  router.get('/readyz', async (ctx) => {
    ctx.state.answer = await readyAnswer(() => options.ready());
  });
  router.get('/metrics', async (ctx) => {
    if (options.metrics !== 'public' && !isLoopback(ctx.req, options.trustProxy)) throw errors.noRoute();
    const { type, text } = await metrics.read();
    ctx.state.answer = { status: 200, headers: { ...NO_STORE, 'Content-Type': type }, body: text };
  });
  router.get(['/favicon.svg', '/favicon.ico'], (ctx) => {
    const headers = { 'Content-Type': 'image/svg+xml; charset=UTF-8', 'Cache-Control': 'public, max-age=86400' };
    if (icon !== undefined) ctx.state.answer = { status: 200, headers, body: icon };
  });
  for (const { name, type, content } of files) {
    // The address of a file changes with its content. The response is written once, so that it is compressed once.
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' };
    const answer: Answer = { status: 200, headers, body: null, written: writtenText(200, type, content) };
    router.get(`/${name}`, (ctx) => {
      ctx.state.answer = answer;
    });
  }
  router.get(['/robots.txt', '/sitemap.xml', '/sitemaps/:name'], (ctx) => {
    const { path } = ctx.state.request;
    const address = serviceAddress(ctx.req, options);
    return throughCache(ctx, { path, variant: address }, async () => robots?.({ path, address }));
  });
  if (oembed === undefined) return router;

  // Other sites send oEmbed requests here.
  const { parameters } = { ...DEFAULT_LIMITS, ...options.limits };
  const formOf = (search: string) => readForm(percentPairs(search), parameters);
  router.options('/oembed', (ctx) => {
    ctx.state.request.allow = ['GET'];
    ctx.state.answer = { status: 200, headers: {}, body: [] };
  });
  router.get('/oembed', (ctx) => {
    const { request } = ctx.state;
    request.allow = ['GET'];
    request.route = '/oembed';
    const address = serviceAddress(ctx.req, options);
    request.query = formOf(request.search);
    const { values: query } = request.query;
    return throughCache(ctx, { path: '/oembed', variant: address }, async () => {
      const page = await oembed({ query, queryOf: (search) => formOf(search).values, address });
      return page && withCacheHeaders(page, { isPublic: ctx.get('Authorization') === '' });
    });
  });
  return router;
};

const NO_STORE = { 'Cache-Control': 'no-store' };

/** The time that `/readyz` waits for the database, in ms. The health check must respond within 2 s. */
const PATIENCE = 1500;

/** Makes the response of `/readyz`: 200 if the database replies in time, else 503. */
const readyAnswer = async (ready: () => Promise<boolean>): Promise<Answer> => {
  const answers = ready().catch(() => false);
  return (await waitAtMost(PATIENCE, answers, { late: () => false }))
    ? { status: 200, headers: NO_STORE, body: { status: 'ok' } }
    : { status: 503, headers: { ...NO_STORE, 'Retry-After': '2' }, body: { status: 'unavailable' } };
};
