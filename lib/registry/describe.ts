import type { Language } from '../language';
import type { Arg, ArgRequest, Args, Method, Schema } from './args';
import type { Asker, Registry, Route } from './route';

/** For whom a description is made: `baseUrl` is the address of the language root, without a slash at its end. */
export interface Reader {
  readonly language: Language;
  readonly baseUrl: string;
}

/** An endpoint as the index prints it. */
export interface EndpointDescription {
  readonly methods: readonly Method[];
  readonly args: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A list of addresses, as clients of the CMS read them. */
export type Links = Readonly<Record<string, readonly { readonly href: string }[]>>;

/** The body of `OPTIONS`, and a route in the index; `_links` only where the path has no variable. */
export interface RouteDescription {
  readonly namespace: string;
  readonly methods: readonly Method[];
  readonly endpoints: readonly EndpointDescription[];
  readonly _links?: Links;
}

/** The index of one namespace (REFERENCE 8). */
export interface NamespaceDescription {
  readonly namespace: string;
  readonly routes: Readonly<Record<string, RouteDescription>>;
  readonly _links: Links;
}

/** The index of a language root: what the service is and which routes it has. */
export interface RootDescription {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly home: string;
  readonly gmt_offset: number;
  readonly timezone_string: string;
  readonly namespaces: readonly string[];
  readonly authentication: Readonly<Record<string, unknown>>;
  readonly routes: Readonly<Record<string, RouteDescription>>;
  readonly _links: Links;
}

/** A schema with its sentences in one language; members that hold no schema stay as they are. */
const inLanguage = (schema: Schema, language: Language): Record<string, unknown> => {
  const members = (map: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(map).map(([key, one]) => [key, inLanguage(one, language)]));
  const { description, properties, patternProperties, additionalProperties, items, oneOf, anyOf, ...rest } = schema;
  return {
    ...(description && { description: description[language] }),
    ...rest,
    ...(items && { items: inLanguage(items, language) }),
    ...(properties && { properties: members(properties) }),
    ...(patternProperties && { patternProperties: members(patternProperties) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: typeof additionalProperties === 'object' ? inLanguage(additionalProperties, language) : additionalProperties,
    }),
    ...(oneOf && { oneOf: oneOf.map((one) => inLanguage(one, language)) }),
    ...(anyOf && { anyOf: anyOf.map((one) => inLanguage(one, language)) }),
  };
};

const describeArg = (arg: Arg, language: Language): Record<string, unknown> => {
  const { required, default: given, validate, sanitize, announced, ...schema } = arg;
  const fixed = typeof given === 'function' ? undefined : given;
  return { ...(fixed !== undefined && { default: fixed }), ...inLanguage(schema, language), required: required === true };
};

const isComputed = ({ default: given }: Arg): boolean => typeof given === 'function';

/** The arguments that an endpoint names to its clients. */
export const announcedArgs = (args: Args): (readonly [string, Arg])[] => Object.entries(args).filter(([, arg]) => arg.announced !== false);

const computed = (args: Args, printed: EndpointDescription['args'], language: Language): EndpointDescription['args'] => {
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  return Object.fromEntries(
    announcedArgs(args).map(([name, arg]) => [
      name,
      typeof arg.default === 'function' ? { default: arg.default(request), ...printed[name] } : (printed[name] ?? {}),
    ]),
  );
};

const kept = new WeakMap<Route<never>, Partial<Record<Language, RouteDescription>>>();

const describeStatic = <U extends Asker>(route: Route<U>, language: Language): RouteDescription => {
  const byLanguage = kept.get(route as Route<never>) ?? {};
  kept.set(route as Route<never>, byLanguage);
  byLanguage[language] ??= {
    namespace: route.namespace,
    methods: [...new Set(route.endpoints.flatMap(({ methods }) => methods))],
    endpoints: route.endpoints.map(({ methods, args }) => ({
      methods,
      args: Object.fromEntries(announcedArgs(args).map(([name, arg]) => [name, describeArg(arg, language)])),
    })),
  };
  return byLanguage[language];
};

/** Describes one route: what it answers to `OPTIONS`. All but addresses and computed defaults is made once per language. */
export const describeRoute = <U extends Asker>(route: Route<U>, { language, baseUrl }: Reader): RouteDescription => {
  const described = describeStatic(route, language);
  const isStatic = route.endpoints.every(({ args }) => !Object.values(args).some(isComputed));
  const endpoints = isStatic
    ? described.endpoints
    : described.endpoints.map(({ methods, args }, index) => ({
        methods,
        args: computed(route.endpoints[index]?.args ?? {}, args, language),
      }));
  const links = route.names.length === 0 ? { _links: { self: [{ href: `${baseUrl}${route.key}` }] } } : {};
  return { ...described, endpoints, ...links };
};

/** Describes a namespace; one that does not exist has no routes. */
export const describeNamespace = <U extends Asker>(registry: Registry<U>, namespace: string, reader: Reader): NamespaceDescription => ({
  namespace,
  routes: Object.fromEntries(
    registry.routes.filter((route) => route.namespace === namespace).map((route) => [route.key, describeRoute(route, reader)]),
  ),
  _links: { up: [{ href: `${reader.baseUrl}/` }] },
});

const CONTEXT = { description: { en: 'The scope of the request.', fr: 'La portée de la requête.' } } as const;

/** Describes the language root; `home` is the address of the site that people visit. */
export const describeRoot = <U extends Asker>(
  registry: Registry<U>,
  options: Reader & {
    readonly name: string;
    readonly description: string;
    readonly home?: string;
    readonly gmtOffset?: number;
    readonly timezone?: string;
    readonly help?: string;
  },
): RootDescription => {
  const { language, baseUrl, name, description, home = baseUrl, gmtOffset = 0, timezone = 'UTC', help } = options;
  const itself: RouteDescription = {
    namespace: '',
    methods: ['GET'],
    endpoints: [{ methods: ['GET'], args: { context: { default: 'view', description: CONTEXT.description[language], required: false } } }],
    _links: { self: [{ href: `${baseUrl}/` }] },
  };
  const doc = registry.routes.find(({ path }) => path === '/doc');
  return {
    name,
    description,
    url: baseUrl,
    home,
    gmt_offset: gmtOffset,
    timezone_string: timezone,
    namespaces: registry.namespaces,
    authentication: {},
    routes: { '/': itself, ...Object.fromEntries(registry.routes.map((route) => [route.key, describeRoute(route, options)])) },
    _links: { help: [{ href: help ?? `${baseUrl}${doc?.key ?? '/'}` }] },
  };
};
