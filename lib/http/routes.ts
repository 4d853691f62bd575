import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { ALL_LANGUAGES, type Text } from '../language';
import type { Asker, Registry } from '../registry';
import { createAnswering } from './answers/answering';
import { createRequestHandler, createSharedParts } from './life';
import { type RequestOptions, SILENT } from './options';
import { belowRoot, pathOf } from './requests/request-context';
import { createRequestContext } from './requests/target';

/**
 * The options of `createRoutes`. The defaults: no users, the name “REST API”, UTC, a silent log and the limits of the service. Links
 * have the address of the request, no proxy is trusted, and browsers may call from any origin.
 *
 * @example
 * const options: RoutesOptions<Reader> = {
 *   siteName: { en: 'Library', fr: 'Bibliothèque' },
 *   authenticate: (authorization, address, state) => state.reader as Reader | undefined,
 * };
 */
export type RoutesOptions<U extends Asker> = {
  readonly [Name in keyof Pick<RequestOptions<U>, Optional>]?: RequestOptions<U>[Name] | undefined;
};

type Optional = 'authenticate' | 'siteName' | 'siteTimezone' | 'log' | 'limits' | 'publicUrl' | 'trustProxy' | 'corsOrigins' | 'translate';

/**
 * A Koa middleware, typed only with Node’s types so that it fits any version of Koa’s types, or none.
 *
 * @example
 * const routes: RoutesMiddleware = createRoutes(registry);
 * new Koa().use(routes);
 */
export type RoutesMiddleware = (
  ctx: { readonly req: IncomingMessage; readonly res: ServerResponse; readonly state: object },
  next: () => Promise<unknown>,
) => Promise<void>;

export const DEFAULT_NAME: Text = { en: 'REST API', fr: 'API REST' };

/** Makes the middleware of `createRoutes`, with the HTML pages below the language roots. */
export const createRoutesMiddleware = <U extends Asker>(
  registry: Registry<U>,
  options: RoutesOptions<U>,
  pages: Pick<RequestOptions<U>, 'pages' | 'catalogue'>,
): RoutesMiddleware => {
  const {
    authenticate = () => undefined,
    log = SILENT,
    siteName = DEFAULT_NAME,
    siteTimezone = 'UTC',
    trustProxy = 0,
    ...others
  } = options;
  const own = { ...others, ...pages, served: ALL_LANGUAGES, registry, log, authenticate, siteName, siteTimezone, trustProxy };
  const answering = createAnswering(own);
  const answerBelow = createRequestHandler(own, createSharedParts(own));

  return async (given, next) => {
    const ctx = given as Context;
    const below = belowRoot(pathOf(ctx.url), ALL_LANGUAGES);
    if (below === undefined) {
      await next();
      return;
    }
    const request = createRequestContext(ctx, trustProxy, ALL_LANGUAGES);
    await answering(ctx, request, () => answerBelow(ctx, request, below));
  };
};
