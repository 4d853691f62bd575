import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import type { Text } from '../language';
import type { Asker, Registry } from '../registry/route';
import { createAnswering } from './answering';
import { belowRoot, createCall } from './call';
import { localTarget, openExchange } from './exchange';
import { type HttpOptions, SILENT } from './options';

/**
 * What `createRoutes` may be told. Without it nobody is known, the site is called “REST API” and is in UTC, the log is silent, the limits are
 * those of the service, links have the address of the request, no proxy is believed, and browsers may call from anywhere.
 *
 * @example
 * const options: RoutesOptions<Reader> = {
 *   siteName: { en: 'Library', fr: 'Bibliothèque' },
 *   authenticate: (authorization, address, state) => state.reader as Reader | undefined,
 * };
 */
export type RoutesOptions<U extends Asker> = { readonly [Name in keyof Pick<HttpOptions<U>, Optional>]?: HttpOptions<U>[Name] | undefined };

type Optional = 'authenticate' | 'siteName' | 'siteTimezone' | 'log' | 'limits' | 'publicUrl' | 'trustProxy' | 'corsOrigins' | 'translate';

/**
 * A middleware of Koa’s, in types of Node’s alone, so that it fits whatever version of Koa’s types a program has, or none.
 *
 * @example
 * const routes: RoutesMiddleware = createRoutes(registry);
 * new Koa().use(routes);
 */
export type RoutesMiddleware = (
  ctx: { readonly req: IncomingMessage; readonly res: ServerResponse; readonly state: object },
  next: () => Promise<unknown>,
) => Promise<void>;

const NAME: Text = { en: 'REST API', fr: 'API REST' };
const nobody = () => undefined;

/**
 * Makes a Koa middleware that serves every route registered so far below `/en` and `/fr`, with all that the service itself has: validation,
 * `OPTIONS`, `Allow`, indexes, errors in both languages, limits, deadline, entity tags. Other addresses go on to `next`. It never throws,
 * shares nothing with other middlewares, and takes bodies that one in front has read from `ctx.request.body`.
 *
 * @example
 * const registry = createRegistry<Reader>();
 * registry.registerRoute('library/v1', '/hours', { methods: READABLE, permission: 'public', args: {}, handle: () => ({ from: 9, to: 18 }) });
 * new Koa().use(createRoutes(registry, { siteName: { en: 'Library', fr: 'Bibliothèque' } })).listen(3000);
 */
export const createRoutes = <U extends Asker>(registry: Registry<U>, options: RoutesOptions<U> = {}): RoutesMiddleware => {
  const { authenticate = nobody, log = SILENT, siteName = NAME, siteTimezone = 'UTC', trustProxy = 0, ...rest } = options;
  const answering = createAnswering({ ...rest, log });
  const call = createCall({ ...rest, registry, authenticate, siteName, siteTimezone, trustProxy });

  return async (given, next) => {
    const ctx = given as Context;
    const [path = ''] = localTarget(ctx.url).split('?', 1);
    const below = belowRoot(path);
    if (below === undefined) {
      await next();
      return;
    }
    const exchange = openExchange(ctx, trustProxy);
    await answering(ctx, exchange, () => call(ctx, exchange, below));
  };
};
