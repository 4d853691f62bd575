import { createCatalogue } from '../errors/catalogue';
import { createRoutesMiddleware, DEFAULT_NAME, type RoutesMiddleware, type RoutesOptions } from '../http/routes';
import { ALL_LANGUAGES } from '../language';
import { createErrorPages } from '../pages/error-pages';
import type { Asker, Registry } from '../registry/route';

/** Without kinds the codes are the same everywhere. */
const catalogue = createCatalogue({ postLike: [], termLike: [] });

/**
 * Makes a Koa middleware that serves every route registered so far below `/en` and `/fr`. It has all that the service itself has: validation,
 * `OPTIONS`, `Allow`, indexes, errors in both languages and a page for each of their codes, limits, deadline, entity tags. Other addresses go on to `next`. It never throws,
 * shares nothing with other middlewares, and takes bodies that one in front has read from `ctx.request.body`.
 *
 * @example
 * const registry = createRegistry<Reader>();
 * registry.registerRoute('library/v1', '/hours', { methods: READABLE, permission: 'public', args: {}, handle: () => ({ from: 9, to: 18 }) });
 * new Koa().use(createRoutes(registry, { siteName: { en: 'Library', fr: 'Bibliothèque' } })).listen(3000);
 */
export const createRoutes = <U extends Asker>(registry: Registry<U>, options: RoutesOptions<U> = {}): RoutesMiddleware =>
  createRoutesMiddleware(registry, options, {
    catalogue,
    page: createErrorPages(catalogue, { name: options.siteName ?? DEFAULT_NAME, served: ALL_LANGUAGES }, true),
  });
