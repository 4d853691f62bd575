import { createHash } from 'node:crypto';
import { compileAnswers } from './answers/answer-check';
import type { Arg, Args } from './args/arg';
import { compileArgs, compilePathCoercion } from './args/compile-args';
import { identity } from './args/judge';
import { boundedArg } from './args/list-bounds';
import { checkEndpoint, checkRoute } from './declarations/declaration';
import { hooked, hookedArgs } from './hook';
import { compilePath } from './paths';
import { type Asker, type DeclaredEndpoint, METHODS, type Route, type RouteEndpoint, type SentParams } from './route';

export type DeclaredRoute<U extends Asker> = Pick<Route<U>, 'path' | 'load' | 'otherwise' | 'notFound'>;

/**
 * Checks the arguments for the variables of a path, which endpoints declare with one type. Only updates may have `validate` or `sanitize`
 * on a variable, since their body may rename a record.
 */
const checkPathArgs = <U extends Asker>(
  names: readonly string[],
  before: readonly RouteEndpoint<U>[],
  endpoints: readonly DeclaredEndpoint<U>[],
): void => {
  for (const name of names) {
    for (const { methods, args } of endpoints) {
      if (!Object.hasOwn(args, name)) throw new Error(`the variable "${name}" is not among the args: declare it in every endpoint.`);
      const hook = (['validate', 'sanitize'] as const).find((one) => args[name]?.[one] !== undefined);
      if (hook !== undefined && (methods !== 'POST, PUT, PATCH' || name === 'id'))
        throw new Error(
          `the variable "${name}" has "${hook}", which variables of a path do not have: leave it out, and let "load" decide.`,
        );
    }
    const types = new Set([...before, ...endpoints].map(({ args }) => JSON.stringify(args[name]?.type)));
    if (types.size > 1)
      throw new Error(`the variable "${name}" has the types ${[...types].join(' and ')}: declare the same type everywhere.`);
  }
};

/** Returns a note for error messages with the plugin that registered first: ` (first by the plugin evenings)`. Else ''. */
export const firstBy = (plugin: string | undefined): string => (plugin === undefined ? '' : ` (first by the plugin ${plugin})`);

/** The plugin that registers routes. Trusted declarations and responses are not checked at run time. */
export interface Registrar {
  readonly plugin: string | undefined;
  readonly trusted: boolean;
}

/** Checks the declarations of new endpoints. Throws an Error for a method that the route has already. */
const checkEndpoints = <U extends Asker>(
  endpoints: readonly DeclaredEndpoint<U>[],
  before: Route<U> | undefined,
  { plugin, trusted }: Registrar,
): void => {
  const registered = new Map(before?.endpoints.flatMap((endpoint) => endpoint.methods.map((method) => [method, endpoint.plugin] as const)));
  for (const endpoint of endpoints) {
    if (!trusted) checkEndpoint(endpoint);
    const methods = METHODS[endpoint.methods];
    const twice = methods.find((method) => registered.has(method));
    if (twice !== undefined)
      throw new Error(`the method ${twice} is registered twice${firstBy(registered.get(twice))}: keep one of the endpoints.`);
    for (const method of methods) registered.set(method, plugin);
  }
  if (endpoints.length === 0 && before === undefined)
    throw new Error('it has no endpoint: give it one, with methods, args, permission and handle.');
};

/** Wraps the functions that find the record of a route. An earlier `load` stays; the last `otherwise` and `notFound` count. */
const recordFunctions = <U extends Asker>(
  { load, otherwise, notFound }: DeclaredRoute<U>,
  before: Partial<Route<U>>,
  plugin: string | undefined,
): Pick<Route<U>, 'load' | 'declaredLoad' | 'otherwise' | 'notFound'> => ({
  ...(load && { load: hooked({ hook: 'load', plugin }, load), declaredLoad: load }),
  ...(before.load && { load: before.load, declaredLoad: before.declaredLoad }),
  ...(before.otherwise && { otherwise: before.otherwise }),
  ...(otherwise && { otherwise: hooked({ hook: 'otherwise', plugin }, otherwise) }),
  ...(before.notFound && { notFound: before.notFound }),
  ...(notFound && { notFound: hooked({ hook: 'notFound', plugin }, notFound) }),
});

/** Makes a route, or adds endpoints to the route with the same path. Throws an Error with a message for the author. */
export const declareRoute = <U extends Asker>(
  namespace: string,
  route: DeclaredRoute<U>,
  endpoints: readonly DeclaredEndpoint<U>[],
  { everyRoute, plugin, trusted, before }: Registrar & { readonly everyRoute: Args; readonly before: Route<U> | undefined },
): Route<U> => {
  const { path, load } = route;
  if (!trusted) checkRoute(route);
  if (before?.load !== undefined && load !== undefined && load !== before.declaredLoad) {
    throw new Error(`the route already has a "load"${firstBy(before.endpoints[0]?.plugin)}: leave it out, or give the same function.`);
  }
  checkEndpoints(endpoints, before, { plugin, trusted });
  const args = (endpoints[0] ?? before?.endpoints[0])?.args ?? {};
  const compiled = compilePath(namespace, path, args);
  checkPathArgs(compiled.variables, before?.endpoints ?? [], endpoints);
  return Object.freeze({
    namespace,
    path,
    ...compiled,
    coercePath: compilePathCoercion(compiled.variables, args),
    ...recordFunctions(route, before ?? {}, plugin),
    endpoints: Object.freeze([
      ...(before?.endpoints ?? []),
      ...endpoints.map((endpoint) => compileEndpoint(endpoint, compiled.variables, everyRoute, { plugin, trusted })),
    ]),
  });
};

/** Wraps a permission function to throw unless the result is a boolean. In JavaScript, a promise would count as true. */
const requireBoolean =
  <Request>(permission: (request: Request) => unknown) =>
  (request: Request): boolean => {
    const answer = permission(request);
    if (typeof answer === 'boolean') return answer;
    Promise.resolve(answer).catch(() => undefined);
    throw new Error('a permission answers true or false at once');
  };

const compileHeaders = (declared: Args): NonNullable<RouteEndpoint<never>['checkHeaders']> => {
  const validate = compileArgs(declared);
  const names = Object.keys(declared).map((name) => [name, name.toLowerCase()] as const);
  return async (headers, request) => {
    const sent = names.flatMap(([name, lower]) => (headers[lower] === undefined ? [] : [[name, headers[lower]] as const]));
    await validate({ query: {}, body: Object.fromEntries(sent) }, request);
  };
};

/** Makes a digest of the values sent for arguments, in any order, in query or body. */
const digestOf = (args: Args, { query, body }: SentParams): string => {
  const sent = Object.entries({ ...query, ...body }).filter(([name]) => Object.hasOwn(args, name));
  return createHash('sha256')
    .update(identity(Object.fromEntries(sent)))
    .digest('base64url');
};

const compileEndpoint = <U extends Asker>(
  endpoint: DeclaredEndpoint<U>,
  names: readonly string[],
  everyRoute: Args,
  { plugin, trusted }: Registrar,
): RouteEndpoint<U> => {
  const { methods, permission, answers, requestHeaders, replay, ...declared } = endpoint;
  const all = Object.entries<Arg>({ ...endpoint.args, ...everyRoute });
  // Arguments of WordPress have no list bounds, and clients compare the printed arguments.
  const args: Args = Object.freeze(Object.fromEntries(all.map(([name, arg]) => [name, trusted ? arg : boundedArg(arg)])));
  return Object.freeze({
    ...declared,
    methods: METHODS[methods],
    args,
    permission: typeof permission === 'function' ? hooked({ hook: 'permission', plugin }, requireBoolean(permission)) : permission,
    ...(answers && { answers, ...(!trusted && { checkAnswer: compileAnswers(answers) }) }),
    digest: (sent) => digestOf(endpoint.args, sent),
    ...(requestHeaders && {
      requestHeaders,
      checkHeaders: compileHeaders(hookedArgs(requestHeaders, plugin, { bounded: !trusted })),
    }),
    ...(replay && { replay: hooked({ hook: 'replay', plugin }, (request) => endpoint.replay?.(request)) }),
    trusted,
    ...(plugin !== undefined && { plugin }),
    handle: hooked({ hook: 'handle', plugin }, (request) => endpoint.handle(request)),
    validate: compileArgs(hookedArgs(args, plugin, { bounded: !trusted }), {
      editable: methods === 'POST, PUT, PATCH',
      pathNames: names,
      withheld: Object.keys(everyRoute).filter((name) => !Object.hasOwn(endpoint.args, name)),
    }),
  } satisfies RouteEndpoint<U>);
};
