import Router from '@koa/router';
import Koa from 'koa';
import { errors } from '../errors';
import { isLanguage } from '../language';
import { clientAddress, isLoopback, serviceAddress } from './address';
import { createCall } from './call';
import { createRefuser } from './errors';
import { type Answer, type Exchange, openExchange } from './exchange';
import { frontAnswer, prefersHtml, traceAnswer } from './front';
import { healthAnswer, metricsAnswer, readyAnswer } from './health';
import { createMetrics } from './metrics';
import { type Caller, DEFAULT_LIMITS, type HttpOptions } from './options';
import { createRateLimit } from './rate';
import { send } from './send';

export type { Caller, HttpOptions, Limits, Log, PageRequest } from './options';

/** What the addresses above the routes share with the outermost function. */
interface State {
  exchange: Exchange;
  answer: Answer;
}

/** What watches over the service is never turned away. */
const SPARED: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Makes the service's HTTP side from a registry whose routes are all registered: everything is compiled here, nothing per request.
 * One request: errors (outermost) → rate of requests → the few addresses above the languages → `createCall` → the answer with its headers → one line of log.
 */
export const createApp = <U extends Caller>(options: HttpOptions<U>): Koa => {
  const { log, trustProxy } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const metrics = createMetrics();
  const call = createCall(options, limits);
  const limitRate = createRateLimit(options.rateLimit);
  const refuse = createRefuser(log, options.translate?.bind(options));

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
    ctx.state.answer = frontAnswer(address, options.siteName, ctx.state.exchange.language, prefersHtml(ctx));
  });
  // All methods, those that no router has heard of too: a wrong one is refused by the routes below.
  const api = async (ctx: Koa.ParameterizedContext<State>, next: Koa.Next): Promise<void> => {
    const { exchange } = ctx.state;
    if (ctx.method === 'TRACE') {
      ctx.state.answer = traceAnswer();
      return;
    }
    const [, segment = '', path = ''] = /^\/([^/]+)(.*)$/s.exec(exchange.path) ?? [];
    const prefix = segment.toLowerCase();
    if (!isLanguage(prefix)) return next();
    ctx.state.answer = await call(ctx, exchange, { prefix, path });
  };

  const app = new Koa<State>();
  app.use(async (ctx, next) => {
    const exchange = openExchange(ctx, trustProxy);
    ctx.state.exchange = exchange;
    let answer: Answer;
    try {
      await next();
      answer = ctx.state.answer ?? refuse(errors.noRoute(), exchange);
    } catch (error) {
      answer = refuse(error, exchange);
    }
    try {
      send(ctx, exchange, answer, options.corsOrigins);
    } catch (error) {
      // What a handler answered cannot be written as JSON, or not in headers: nothing of it stays.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      send(ctx, exchange, refuse(error, exchange), options.corsOrigins);
    }
    const milliseconds = performance.now() - exchange.started;
    metrics.observe({ method: ctx.method, route: exchange.route, status: ctx.status, milliseconds });
    const { id, path, userId: user, language } = exchange;
    log.info(
      { id, method: ctx.method, path, status: ctx.status, milliseconds: Math.round(milliseconds * 10) / 10, user, language },
      'request',
    );
  });
  app.use(async (ctx, next) => {
    if (!SPARED.includes(ctx.path)) await limitRate(clientAddress(ctx.req, trustProxy));
    return next();
  });
  app.use(api);
  app.use(router.routes());
  // Here only sockets fail, after the answer was made: clients that went away.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));
  return app;
};
