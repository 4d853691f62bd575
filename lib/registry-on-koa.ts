/** The registry on its own, for any Koa application: neither MongoDB nor the calendar is loaded. This is the whole of `calendar-events/registry`. */
export { invalidParam } from './errors';
export { ApiError } from './errors/refusal';
export type { Limits, Log } from './http/options';
export type { RoutesMiddleware, RoutesOptions } from './http/routes';
export { LANGUAGES, type Language, type Text } from './language';
export type { Arg, Args, EditParams, Params } from './registry/args';
export { CREATABLE, createRegistry, DELETABLE, EDITABLE, READABLE } from './registry/registry';
export { type Reply, reply } from './registry/reply';
export type { Asker, HandlerRequest, PermissionRequest, Registry } from './registry/route';
export { createRoutes } from './registry-on-koa/routes';
