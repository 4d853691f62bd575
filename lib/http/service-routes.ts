import Router from '@koa/router';
import type { Context } from 'koa';
import { waitAtMost } from '../deadline';
import { errors } from '../errors';
import type { Resource } from './answers/cached-answers';
import { percentPairs, readForm } from './bodies/form';
import type { Metrics } from './metrics';
import { type Caller, DEFAULT_LIMITS, type HttpOptions } from './options';
import { isLoopback, serviceAddress } from './requests/address';
import type { Answer, RequestContext } from './requests/request-context';
import { fileAnswer, iconAnswer, keepable } from './requests/root';

/** The state that the middlewares of one request share. */
export interface State {
  request: RequestContext;
  answer?: Answer;
}

/** Answers from the cache, or makes the answer and caches it. */
export type ThroughCache = (
  ctx: Context & { readonly state: State },
  resource: Resource,
  make: () => Promise<Answer | undefined>,
) => Promise<Answer | undefined>;

/** The parts that the routes of the service need. */
interface Parts {
  readonly metrics: Metrics;
  readonly throughCache: ThroughCache;
}

/** Makes the routes of the service itself, outside the languages: probes, metrics, icons, files, addresses for robots, oEmbed. */
export const createServiceRoutes = <U extends Caller>(options: HttpOptions<U>, { metrics, throughCache }: Parts): Router<State> => {
  const { trustProxy, publicUrl, icon, files = [], oembed } = options;
  const router = new Router<State>();
  router.get('/healthz', (ctx) => {
    ctx.state.answer = { status: 200, headers: NO_STORE, body: { status: 'ok' } };
  });
  router.get('/readyz', async (ctx) => {
    ctx.state.answer = await readyAnswer(() => options.ready());
  });
  router.get('/metrics', async (ctx) => {
    ctx.state.answer = await metricsAnswer(metrics, options.metrics === 'public' || isLoopback(ctx.req, trustProxy));
  });
  router.get(['/favicon.svg', '/favicon.ico'], (ctx) => {
    if (icon !== undefined) ctx.state.answer = iconAnswer(icon);
  });
  for (const file of files)
    router.get(`/${file.name}`, (ctx) => {
      ctx.state.answer = fileAnswer(file);
    });
  router.get(['/robots.txt', '/sitemap.xml', '/sitemaps/:name'], async (ctx) => {
    const { path } = ctx.state.request;
    const address = serviceAddress(ctx.req, trustProxy, publicUrl);
    const answer = await throughCache(ctx, { path, variant: address }, async () => options.robots?.({ path, address }));
    if (answer !== undefined) ctx.state.answer = answer;
  });
  if (oembed !== undefined) addEmbedding(router, oembed, throughCache, options);
  return router;
};

const NO_STORE = { 'Cache-Control': 'no-store' };

/** Time that `/readyz` waits for the database, in ms. The probe must answer within 2 s. */
const PATIENCE = 1500;

/** The answer of `/readyz`: 200 if the database answers in time, else 503. */
const readyAnswer = async (ready: () => Promise<boolean>): Promise<Answer> => {
  const isReady = await waitAtMost(
    PATIENCE,
    ready().catch(() => false),
    { late: () => false },
  );
  return isReady
    ? { status: 200, headers: NO_STORE, body: { status: 'ok' } }
    : { status: 503, headers: { ...NO_STORE, 'Retry-After': '2' }, body: { status: 'unavailable' } };
};

/** The answer of `/metrics`, for clients that may read them. Other clients get 404. */
const metricsAnswer = async (metrics: Metrics, isAllowed: boolean): Promise<Answer> => {
  if (!isAllowed) throw errors.noRoute();
  const { type, text } = await metrics.read();
  return { status: 200, headers: { ...NO_STORE, 'Content-Type': type }, body: text };
};

/** Adds `/oembed`, where other sites ask how to embed pages of this one. */
const addEmbedding = <U extends Caller>(
  router: Router<State>,
  oembed: Required<HttpOptions<U>>['oembed'],
  throughCache: ThroughCache,
  { trustProxy, publicUrl, limits }: HttpOptions<U>,
): void => {
  const { parameters } = { ...DEFAULT_LIMITS, ...limits };
  const queryOf = (search: string) => readForm(percentPairs(search), parameters).values;
  router.options('/oembed', (ctx) => {
    ctx.state.request.allow = ['GET'];
    ctx.state.answer = { status: 200, headers: {}, body: [] };
  });
  router.get('/oembed', async (ctx) => {
    const { request } = ctx.state;
    request.allow = ['GET'];
    request.route = '/oembed';
    const address = serviceAddress(ctx.req, trustProxy, publicUrl);
    request.query = readForm(percentPairs(request.search), parameters);
    const { values: query } = request.query;
    const answer = await throughCache(ctx, { path: '/oembed', variant: address }, async () => {
      const made = await oembed({ query, queryOf, address });
      return made && keepable(made, { isPublic: ctx.get('Authorization') === '' });
    });
    if (answer !== undefined) ctx.state.answer = answer;
  });
};
