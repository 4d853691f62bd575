import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import { endpointFor, type Method, type Registry, type RouteEndpoint } from '../../registry';
import type { Caller } from '../options';
import type { RequestContext } from './request-context';
import { isRoot, methodOf, requestPath } from './request-values';
import { createRouter, type FoundRoute } from './router';

/** An address below a language root, e.g. `fr` and `/cal/events/v1/events`. */
export interface Below {
  readonly prefix: Language;
  readonly path: string;
}

/** Splits a percent-encoded path at its language root. Undefined if the path begins with no language that is served. */
export const belowRoot = (path: string, served: Served): Below | undefined => {
  const [, segment = '', rest = ''] = /^\/([^/]+)(.*)$/s.exec(path) ?? [];
  const prefix = segment.toLowerCase();
  return isServed(prefix, served) ? { prefix, path: rest } : undefined;
};

/** The resource that a request below a language root asks for, and its method. */
export interface Target<U extends Caller> extends Partial<FoundRoute<U>> {
  /** The path in the address, below the language root. */
  readonly sentPath: string;
  /** The requested path: that of the address, or the value of `rest_route`. */
  readonly requested: string;
  readonly isRoot: boolean;
  /** Undefined for a method that no route can have. */
  readonly method: Method | 'OPTIONS' | undefined;
  /** The endpoint of the method. Undefined without a route, for OPTIONS, and for a method that the route lacks. */
  readonly endpoint?: RouteEndpoint<U> | undefined;
}

/** Makes the function that finds the target of a request, with the only search for its route and endpoint. */
export const createTargetFinder = <U extends Caller>(registry: Registry<U>) => {
  const findRoute = createRouter(registry);
  return (ctx: Context, { query }: RequestContext, sentPath: string): Target<U> => {
    const requested = requestPath(sentPath, query.values['rest_route']);
    const method = methodOf(ctx, query.values['_method']);
    const target = { sentPath, requested: requested ?? sentPath, isRoot: isRoot(requested), method };
    const found = requested === undefined || target.isRoot ? undefined : findRoute(requested);
    return { ...target, ...found, ...(found && { endpoint: endpointFor(found.route, method) }) };
  };
};
