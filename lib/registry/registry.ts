import type { ApiError } from '../errors';
import type { Args, Method } from './args';
import { checkArgs } from './declaration';
import { describeNamespace } from './describe';
import { compilePath } from './path';
import { reply } from './reply';
import type { Asker, HandlerRequest, Methods, Permission, Registry, Route, RouteEndpoint } from './route';
import { compileAddress, compileArgs } from './validator';

export type { Registry } from './route';

/** The `methods` of an endpoint that reads. */
export const READABLE = 'GET';
/** The `methods` of an endpoint that creates. */
export const CREATABLE = 'POST';
/** The `methods` of an endpoint that updates: all three are the same operation (REFERENCE 4.4). */
export const EDITABLE = 'POST, PUT, PATCH';
/** The `methods` of an endpoint that deletes. */
export const DELETABLE = 'DELETE';

const METHODS: Readonly<Record<Methods, readonly Method[]>> = {
  [READABLE]: ['GET'],
  [CREATABLE]: ['POST'],
  [EDITABLE]: ['POST', 'PUT', 'PATCH'],
  [DELETABLE]: ['DELETE'],
};

const INDEX_DESCRIPTIONS = {
  namespace: { en: 'The namespace to describe.', fr: 'L’espace de noms à décrire.' },
  context: { en: 'The scope of the request; it changes nothing here.', fr: 'La portée de la requête ; elle ne change rien ici.' },
} as const;

interface DeclaredEndpoint<U extends Asker> {
  readonly methods: Methods;
  readonly args: Args;
  readonly permission: Permission<U, Record<string, unknown>, unknown>;
  readonly summary?: RouteEndpoint<U>['summary'];
  handle(request: HandlerRequest<U, Record<string, unknown>, Record<string, unknown>, unknown>): unknown;
}

interface DeclaredRoute<U extends Asker> {
  readonly path: string;
  readonly load?: Route<U>['load'];
  readonly notFound?: (path: Record<string, unknown>, language: 'en' | 'fr') => ApiError;
}

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

/** Merges a declaration into the route of the same path, or makes a new one; what is wrong throws an Error with one sentence. */
const declare = <U extends Asker>(
  namespace: string,
  { path, load, notFound }: DeclaredRoute<U>,
  endpoints: readonly DeclaredEndpoint<U>[],
  everyRoute: Args,
  before?: Route<U>,
): Route<U> => {
  if (before?.load !== undefined && load !== undefined && load !== before.load) {
    throw new Error('the route has a "load" already: leave it out, or give the same function.');
  }
  const taken = new Set(before?.endpoints.flatMap(({ methods }) => methods));
  for (const endpoint of endpoints) {
    const methods = Object.hasOwn(METHODS, endpoint.methods) ? METHODS[endpoint.methods] : undefined;
    if (methods === undefined)
      throw new Error(`the methods "${endpoint.methods}" are unknown: use READABLE, CREATABLE, EDITABLE or DELETABLE.`);
    const twice = methods.find((method) => taken.has(method));
    if (twice !== undefined) throw new Error(`the method ${twice} is registered twice: keep one of the endpoints.`);
    for (const method of methods) taken.add(method);
  }
  const compiled = compilePath(namespace, path, endpoints[0]?.args ?? before?.endpoints[0]?.args ?? {});
  checkPathArgs(compiled.names, [...(before?.endpoints ?? []), ...endpoints]);
  const loading = load ?? before?.load;
  const missing = notFound ?? before?.notFound;
  return Object.freeze({
    namespace,
    path,
    ...compiled,
    address: compileAddress(compiled.names, endpoints[0]?.args ?? before?.endpoints[0]?.args ?? {}),
    ...(loading && { load: loading }),
    ...(missing && { notFound: missing }),
    endpoints: Object.freeze([
      ...(before?.endpoints ?? []),
      ...endpoints.map((endpoint) => compileEndpoint(endpoint, compiled.names, everyRoute)),
    ]),
  });
};

const compileEndpoint = <U extends Asker>(endpoint: DeclaredEndpoint<U>, names: readonly string[], everyRoute: Args): RouteEndpoint<U> => {
  const args = Object.freeze({ ...endpoint.args, ...everyRoute });
  checkArgs(args);
  const withheld = Object.keys(everyRoute).filter((name) => !Object.hasOwn(endpoint.args, name));
  return Object.freeze({
    methods: METHODS[endpoint.methods],
    args,
    permission: endpoint.permission,
    ...(endpoint.summary && { summary: endpoint.summary }),
    handle: (request) => endpoint.handle(request),
    validate: compileArgs(args, { editable: endpoint.methods === EDITABLE, pathNames: names, withheld }),
  } satisfies RouteEndpoint<U>);
};

/**
 * Makes an empty registry. `everyRoute` are args that every endpoint has: they are printed and validated, and kept from the handlers.
 * The first route of a namespace brings the namespace's index with it, at the path '' (REFERENCE 8).
 */
export const createRegistry = <U extends Asker>({ everyRoute = {} }: { everyRoute?: Args } = {}): Registry<U> => {
  const byKey = new Map<string, Route<U>>();
  const namespaces: string[] = [];

  const add = (namespace: string, route: DeclaredRoute<U>, endpoints: readonly DeclaredEndpoint<U>[]): void => {
    const name = `${namespace}${route.path}`;
    try {
      const before = byKey.get(name);
      byKey.set(name, declare(namespace, route, endpoints, everyRoute, before));
    } catch (error) {
      throw new Error(`Route ${name}: ${error instanceof Error ? error.message : error}`);
    }
  };

  const open = (namespace: string): void => {
    if (namespaces.includes(namespace)) return;
    if (!/^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*\/v\d+$/i.test(namespace)) {
      throw new Error(`Namespace "${namespace}" has no version: end it with one, such as "cal/events/v1".`);
    }
    namespaces.push(namespace);
    const index: DeclaredEndpoint<U> = {
      methods: READABLE,
      args: {
        namespace: { default: namespace, description: INDEX_DESCRIPTIONS.namespace },
        context: { default: 'view', description: INDEX_DESCRIPTIONS.context },
      },
      permission: 'public',
      // The CMS adds links to this answer after it has picked the fields.
      handle: ({ params, language, baseUrl }) =>
        reply(describeNamespace(registry, String(params['namespace']), { language, baseUrl }), { kept: ['_links'] }),
    };
    add(namespace, { path: '' }, [index]);
  };

  const registry: Registry<U> = {
    get routes() {
      return Object.freeze([...byKey.values()]);
    },
    get namespaces() {
      return Object.freeze([...namespaces]);
    },
    everyRoute,
    registerRoute(namespace, route, ...endpoints) {
      open(namespace);
      const declared = [typeof route === 'string' ? { path: route } : route, endpoints] as const;
      // The types of the declaration end here: from now on a route is plain data that its readers take as it is.
      add(namespace, ...(declared as unknown as readonly [DeclaredRoute<U>, readonly DeclaredEndpoint<U>[]]));
    },
  };
  return registry;
};
