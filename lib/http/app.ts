import Router from '@koa/router';
import Koa from 'koa';
import { errors } from '../errors';
import { clientAddress, isLoopback, serviceAddress } from './address';
import { createAnswering } from './answering';
import { belowRoot, createCall } from './call';
import { type Answer, type Exchange, openExchange } from './exchange';
import { frontAnswer, iconAnswer, prefersHtml } from './front';
import { healthAnswer, metricsAnswer, readyAnswer } from './health';
import { createMetrics } from './metrics';
import type { Caller, HttpOptions } from './options';
import { createRateLimit } from './rate';

export type { Caller, FrontRequest, HttpOptions, Limits, Log, PageRequest } from './options';

/** What the addresses above the routes share with the outermost function. */
interface State {
  exchange: Exchange;
  answer?: Answer;
}

/** What watches over the service is never turned away. */
const SPARED: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Makes the service's HTTP side from a registry whose routes are all registered: everything is compiled here, nothing per request.
 * One request: errors (outermost) → rate of requests → the few addresses above the languages → `createCall` → the answer with its headers → one line of log.
 */
export const createApp = <U extends Caller>(options: HttpOptions<U>): Koa => {
  const { log, trustProxy } = options;
  const metrics = createMetrics();
  const answering = createAnswering(options);
  const call = createCall(options);
  const limitRate = createRateLimit(options.rateLimit);

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
  router.get('/', (ctx) => {
    const address = serviceAddress(ctx.req, trustProxy, options.publicUrl);
    const { language } = ctx.state.exchange;
    const page = prefersHtml(ctx) ? options.front?.({ address, language }) : undefined;
    ctx.state.answer = frontAnswer(address, options, language, page);
  });
  router.get(['/favicon.svg', '/favicon.ico'], (ctx) => {
    if (options.icon !== undefined) ctx.state.answer = iconAnswer(options.icon);
  });

  const app = new Koa<State>();
  app.use(async (ctx, next) => {
    const exchange = openExchange(ctx, trustProxy);
    ctx.state.exchange = exchange;
    await answering(ctx, exchange, async () => {
      await next();
      if (ctx.state.answer === undefined) throw errors.noRoute();
      return ctx.state.answer;
    });
    const milliseconds = performance.now() - exchange.started;
    metrics.observe({ method: ctx.method, route: exchange.route, status: ctx.status, milliseconds });
  });
  app.use(async (ctx, next) => {
    if (!SPARED.includes(ctx.path)) await limitRate(clientAddress(ctx.req, trustProxy));
    return next();
  });
  // All methods, those that no router has heard of too: a wrong one is refused by the routes below.
  app.use(async (ctx, next) => {
    const { path, search, language } = ctx.state.exchange;
    // Clients of sites with plain permalinks know the address of the site only; what they name is in the language that they like best.
    const named = path === '/' && new URLSearchParams(search).get('rest_route');
    const below = named ? { prefix: language, path } : belowRoot(path);
    if (below === undefined) return next();
    ctx.state.answer = await call(ctx, ctx.state.exchange, below);
  });
  app.use(router.routes());
  // Here only sockets fail, after the answer was made: clients that went away.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));
  return app;
};
