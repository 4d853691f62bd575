import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import { type Args, endpointFor, META_PARAMS, type MetaParams, type Method, type Registry, type RouteEndpoint } from '../../registry';
import { emptyForm, type Form } from '../bodies/form';
import type { Caller } from '../options';
import { clientAddress } from './address';
import { belowRoot, localTarget, pathOf, type RequestContext, requestId, type TimedRequest } from './request-context';
import { createRouter, type FoundRoute } from './router';

export const createRequestContext = (ctx: Context, trustProxy: number, served: Served): RequestContext => {
  const { waited = 0 }: TimedRequest = ctx.req;
  ctx.url = localTarget(ctx.url);
  const below = belowRoot(ctx.path, served);
  return {
    id: requestId(ctx.req, trustProxy),
    method: ctx.method,
    started: performance.now() - waited,
    address: clientAddress(ctx.req, trustProxy),
    path: ctx.path,
    below,
    mount: mountOf(ctx),
    search: ctx.querystring,
    isForPeople: false,
    language: below?.prefix ?? preferredLanguage(ctx, served),
    query: emptyForm(),
    route: '',
    isForeignHandler: false,
  };
};

/** Returns the path prefix at which Koa mounts the service. Empty if there is none. */
const mountOf = ({ originalUrl, url, path }: Context): string => {
  if (originalUrl === url) return '';
  const original = pathOf(originalUrl);
  return original.endsWith(path) ? original.slice(0, -path.length) : '';
};

/** Returns the served language that `Accept-Language` prefers. The default language wins among equally preferred ones. */
const preferredLanguage = (ctx: Context, served: Served): Language => {
  const preferred = ctx.acceptsLanguages(served.first, ...served.languages);
  return isServed(preferred, served) ? preferred : served.first;
};

/** The route and endpoint that a request below a language root addresses, and its method. */
export interface Target<U extends Caller> extends Partial<FoundRoute<U>> {
  /** The path of the request, below the language root. */
  readonly sentPath: string;
  /** The path of the route: `sentPath`, or the value of `rest_route`. */
  readonly routePath: string;
  readonly isRoot: boolean;
  /** The effective HTTP method. Undefined for a method that no route can have. */
  readonly method: Method | 'OPTIONS' | undefined;
  /** The endpoint of the route for the method. Undefined without a route, for OPTIONS, and for a method that the route lacks. */
  readonly endpoint?: RouteEndpoint<U> | undefined;
}

/** Makes the function that finds the route and endpoint of a request. Nothing else looks them up. */
export const createTargetFinder = <U extends Caller>(registry: Registry<U>) => {
  const findRoute = createRouter(registry);
  return (ctx: Context, { query }: RequestContext, sentPath: string): Target<U> => {
    const routePath = requestPath(sentPath, query.values['rest_route']);
    const method = methodOf(ctx, query.values['_method']);
    const target = { sentPath, routePath: routePath ?? sentPath, isRoot: isRoot(routePath), method };
    const found = routePath === undefined || target.isRoot ? undefined : findRoute(routePath);
    return { ...target, ...found, ...(found && { endpoint: endpointFor(found.route, method) }) };
  };
};

/** True if a path is the language root, with or without a slash. */
export const isRoot = (path: string | undefined): boolean => path === '' || path === '/';

/**
 * Returns the path of the requested route, below the language root. On the root itself it is the value of `rest_route`, as clients of
 * sites with plain permalinks send it (`/en/?rest_route=/cal/events/v1/events`). An empty `rest_route` counts as none. Undefined for a
 * `rest_route` without a first slash.
 */
export const requestPath = (path: string, restRoute: unknown): string | undefined => {
  if (!isRoot(path) || restRoute === undefined || restRoute === '') return path;
  return typeof restRoute === 'string' && restRoute.startsWith('/') ? restRoute : undefined;
};

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] satisfies (Method | 'OPTIONS')[];
const isMethod = (name: unknown): name is Method | 'OPTIONS' => METHODS.includes(name);

/** Returns the effective method. HEAD becomes GET. `_method` in the query, else `X-HTTP-Method-Override`, replaces a POST. */
const methodOf = (ctx: Context, override: unknown): Method | 'OPTIONS' | undefined => {
  const replaced = ctx.method === 'POST' ? (override ?? (ctx.get('X-HTTP-Method-Override') || undefined)) : undefined;
  // A sent method is case-sensitive; in lower case it is another method, whose body was not read.
  const name = typeof replaced === 'string' ? replaced.toUpperCase() : (replaced ?? ctx.method);
  if (name === 'HEAD') return 'GET';
  return isMethod(name) ? name : undefined;
};

/** Returns the meta parameters of a request (`_fields` …), which the pagination links of lists repeat. */
export const metaOf = ({ query, fields }: Pick<RequestContext, 'query' | 'fields'>): MetaParams => {
  const sent: Readonly<Record<string, unknown>> = { ...query.values, _fields: fields };
  return Object.fromEntries(META_PARAMS.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]));
};

/** Returns the values of a form for an endpoint. A repeated plain name is a list if the arg is one; otherwise its last value counts. */
export const valuesFor = (args: Args, { values, repeated }: Form): Readonly<Record<string, unknown>> => {
  const lists = [...repeated].filter(([name]) => Object.hasOwn(args, name) && [args[name]?.type].flat().includes('array'));
  return lists.length === 0 ? values : Object.assign(Object.create(null), values, Object.fromEntries(lists));
};
