/**
 * The registry of routes for any Koa application, without MongoDB and the calendar. All exports of `calendar-events/registry`.
 */

import { createCatalogue } from './errors';
import { createErrorPages } from './html';
import { createRoutesMiddleware, DEFAULT_NAME, type RoutesMiddleware, type RoutesOptions } from './http';
import { ALL_LANGUAGES } from './language';
import type { Asker, Registry } from './registry';

export { ApiError, invalidParam } from './errors';
export type { Limits, Log, RoutesMiddleware, RoutesOptions } from './http';
export { LANGUAGES, type Language, type Text } from './language';
export type { Arg, Args, Asker, EditParams, HandlerRequest, Params, PermissionRequest, Registry } from './registry';
export { CREATABLE, createRegistry, DELETABLE, EDITABLE, READABLE, type Reply, reply } from './registry';

/** The catalogue of error codes, which is constant without content types. */
const catalogue = createCatalogue({ postLikes: new Map(), termLikes: new Map() });

/**
 * Makes a Koa middleware that serves the registered routes below `/en` and `/fr`, with the features of the service.
 * These are validation, `OPTIONS`, `Allow`, indexes, limits, deadlines, entity tags, errors in both languages and a page for each code.
 * Other URLs are passed to `next`. The middleware never throws and shares no state with others. It uses bodies that middleware in
 * front has read from `ctx.request.body`.
 *
 * @example
 * const registry = createRegistry<Reader>();
 * registry.registerRoute('library/v1', '/hours', { methods: READABLE, permission: 'public', args: {}, handle: () => ({ from: 9, to: 18 }) });
 * new Koa().use(createRoutes(registry, { siteName: { en: 'Library', fr: 'Bibliothèque' } })).listen(3000);
 */
export const createRoutes = <U extends Asker>(registry: Registry<U>, options: RoutesOptions<U> = {}): RoutesMiddleware => {
  const page = createErrorPages(catalogue, { name: options.siteName ?? DEFAULT_NAME, served: ALL_LANGUAGES }, { isGuest: true });
  return createRoutesMiddleware(registry, options, { catalogue, pages: () => ({ page }) });
};
