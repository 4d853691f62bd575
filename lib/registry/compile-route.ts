import type { ApiError } from '../errors';
import type { Language, Text } from '../language';
import { compileAnswers } from './answers/answer-check';
import type { Answers } from './answers/answers';
import type { Args, RequestHeaderArgs } from './args/arg';
import { hookedArgs } from './args/hooked-arg';
import { boundedArg } from './args/list-bounds';
import { compileHeaders, digestOf } from './args/request-headers';
import { compileAddress, compileArgs } from './args/validator';
import { checkEndpoint, checkRoute } from './declarations/declaration';
import type { DeclaredHeaders, DeclaredRefusal } from './declarations/declared-refusals';
import { hooked } from './hook';
import { METHODS } from './methods';
import { compilePath } from './path';
import type { Alternative, Asker, HandlerRequest, Methods, Permission, ReplayRequest, Route, RouteEndpoint } from './route';

/** The `methods` of an endpoint that updates. */
const UPDATE = 'POST, PUT, PATCH';

/** An endpoint as it is declared, without the types of its declaration. */
export interface DeclaredEndpoint<U extends Asker> {
  readonly methods: Methods;
  readonly args: Args;
  readonly permission: Permission<U, Record<string, unknown>, unknown>;
  readonly summary?: Text;
  readonly description?: Text;
  readonly type?: string;
  readonly status?: number;
  readonly cache?: boolean;
  readonly answers?: Answers;
  readonly alternatives?: readonly Alternative[];
  readonly headers?: DeclaredHeaders;
  readonly requestHeaders?: RequestHeaderArgs;
  replay?(request: ReplayRequest<U, Record<string, unknown>, unknown>): unknown;
  readonly errors?: readonly DeclaredRefusal[];
  handle(request: HandlerRequest<U, Record<string, unknown>, Record<string, unknown>, unknown>): unknown;
}

/** A path with its functions, without the types of its declaration. */
export interface DeclaredRoute<U extends Asker> {
  readonly path: string;
  readonly load?: Route<U>['load'];
  readonly otherwise?: Route<U>['otherwise'];
  readonly notFound?: (path: Record<string, unknown>, language: Language) => ApiError;
}

/** Refuses `validate` and `sanitize` on variables that only address a record. Only the body of an update may rename one. */
const checkPathHooks = (names: readonly string[], { methods, args }: DeclaredEndpoint<never>): void => {
  for (const name of names) {
    const hook = (['validate', 'sanitize'] as const).find((one) => args[name]?.[one] !== undefined);
    if (hook !== undefined && (methods !== UPDATE || name === 'id'))
      throw new Error(`the variable "${name}" has "${hook}", which nothing asks of an address: leave it out, and let "load" decide.`);
  }
};

const checkPathArgs = (names: readonly string[], endpoints: readonly { readonly args: Args }[]): void => {
  for (const name of names) {
    const types = endpoints.map(({ args }) => {
      if (!Object.hasOwn(args, name)) throw new Error(`the variable "${name}" is not among the args: declare it in every endpoint.`);
      return JSON.stringify(args[name]?.type);
    });
    if (new Set(types).size > 1)
      throw new Error(`the variable "${name}" has the types ${[...new Set(types)].join(' and ')}: declare it alike.`);
  }
};

/** Names the plugin that registered something first, if known. */
export const firstBy = (plugin: string | undefined): string => (plugin === undefined ? '' : ` (first by the plugin ${plugin})`);

/** The plugin that registers something. Declarations and answers of a trusted one are not checked, since specs check them. */
export interface Registrar {
  readonly plugin: string | undefined;
  readonly trusted: boolean;
}

/** Makes a route, or merges endpoints into the route of the same path. Throws an Error whose sentence tells the fault. */
export const declareRoute = <U extends Asker>(
  namespace: string,
  { path, load, otherwise, notFound, ...more }: DeclaredRoute<U>,
  endpoints: readonly DeclaredEndpoint<U>[],
  { everyRoute, plugin, trusted, before }: Registrar & { readonly everyRoute: Args; readonly before: Route<U> | undefined },
): Route<U> => {
  if (!trusted) checkRoute({ path, load, otherwise, notFound, ...more });
  if (before?.load !== undefined && load !== undefined && load !== before.declaredLoad) {
    throw new Error(`the route has a "load" already${firstBy(before.endpoints[0]?.plugin)}: leave it out, or give the same function.`);
  }
  const taken = new Map(before?.endpoints.flatMap((endpoint) => endpoint.methods.map((method) => [method, endpoint.plugin] as const)));
  for (const endpoint of endpoints) {
    if (!trusted) checkEndpoint(endpoint);
    const methods = METHODS[endpoint.methods];
    const twice = methods.find((method) => taken.has(method));
    if (twice !== undefined)
      throw new Error(`the method ${twice} is registered twice${firstBy(taken.get(twice))}: keep one of the endpoints.`);
    for (const method of methods) taken.set(method, plugin);
  }
  if (endpoints.length === 0 && before === undefined)
    throw new Error('it has no endpoint: give it one, with methods, args, permission and handle.');
  const compiled = compilePath(namespace, path, endpoints[0]?.args ?? before?.endpoints[0]?.args ?? {});
  for (const endpoint of endpoints) checkPathHooks(compiled.names, endpoint as DeclaredEndpoint<never>);
  checkPathArgs(compiled.names, [...(before?.endpoints ?? []), ...endpoints]);
  const loadedBy = before?.load || before?.otherwise || before?.notFound ? before.loadedBy : plugin;
  const loading = before?.load ?? (load && hooked({ hook: 'load', plugin: loadedBy }, load));
  const instead = (otherwise && hooked({ hook: 'otherwise', plugin: loadedBy }, otherwise)) ?? before?.otherwise;
  const missing = (notFound && hooked({ hook: 'notFound', plugin: loadedBy }, notFound)) ?? before?.notFound;
  return Object.freeze({
    namespace,
    path,
    ...compiled,
    address: compileAddress(compiled.names, endpoints[0]?.args ?? before?.endpoints[0]?.args ?? {}),
    ...(loading && { load: loading, declaredLoad: before?.declaredLoad ?? load }),
    ...(instead && { otherwise: instead }),
    ...(missing && { notFound: missing }),
    loadedBy,
    endpoints: Object.freeze([
      ...(before?.endpoints ?? []),
      ...endpoints.map((endpoint) => compileEndpoint(endpoint, compiled.names, everyRoute, { plugin, trusted })),
    ]),
  });
};

/** Wraps a permission so that it must answer a boolean. In programs without types, a promise would count as true. */
const deciding =
  <Asked>(permission: (request: Asked) => unknown) =>
  (request: Asked): boolean => {
    const answer = permission(request);
    if (typeof answer === 'boolean') return answer;
    Promise.resolve(answer).catch(() => undefined);
    throw new Error('a permission answers true or false at once');
  };

const compileEndpoint = <U extends Asker>(
  endpoint: DeclaredEndpoint<U>,
  names: readonly string[],
  everyRoute: Args,
  { plugin, trusted }: Registrar,
): RouteEndpoint<U> => {
  const declared: Args = { ...endpoint.args, ...everyRoute };
  // Clients of the CMS know what it prints for its own args, which have no list bounds.
  const printed = trusted ? declared : Object.fromEntries(Object.entries(declared).map(([name, arg]) => [name, boundedArg(arg)]));
  const args: Args = Object.freeze(printed);
  const withheld = Object.keys(everyRoute).filter((name) => !Object.hasOwn(endpoint.args, name));
  return Object.freeze({
    methods: METHODS[endpoint.methods],
    args,
    permission:
      typeof endpoint.permission === 'function'
        ? hooked({ hook: 'permission', plugin }, deciding(endpoint.permission))
        : endpoint.permission,
    ...(endpoint.summary && { summary: endpoint.summary }),
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.type !== undefined && { type: endpoint.type }),
    ...(endpoint.status !== undefined && { status: endpoint.status }),
    ...(endpoint.cache && { cache: true }),
    ...(endpoint.answers && { answers: endpoint.answers, ...(!trusted && { misfit: compileAnswers(endpoint.answers) }) }),
    ...(endpoint.alternatives && { alternatives: endpoint.alternatives }),
    ...(endpoint.headers && { headers: endpoint.headers }),
    digest: (sent) => digestOf(endpoint.args, sent),
    ...(endpoint.requestHeaders && {
      requestHeaders: endpoint.requestHeaders,
      checkHeaders: compileHeaders(hookedArgs(endpoint.requestHeaders, { plugin }, { bounded: !trusted })),
    }),
    ...(endpoint.replay && { replay: hooked({ hook: 'replay', plugin }, (request) => endpoint.replay?.(request)) }),
    ...(endpoint.errors && { errors: endpoint.errors }),
    trusted,
    ...(plugin !== undefined && { plugin }),
    handle: hooked({ hook: 'handle', plugin }, (request) => endpoint.handle(request)),
    validate: compileArgs(hookedArgs(args, { plugin }, { bounded: !trusted }), {
      editable: endpoint.methods === UPDATE,
      pathNames: names,
      withheld,
    }),
  } satisfies RouteEndpoint<U>);
};
