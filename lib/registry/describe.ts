import { errors } from '../errors';
import type { Language, Text } from '../language';
import { cachedIndex } from './answers/cached-index';
import type { Answers, AnswerValue } from './answers/reply';
import type { Arg, ArgRequest, Args, Schema } from './args/arg';
import { mapParts, toJsonSchema, valueSchema } from './args/json-schema';
import type { Asker, Registry, Route } from './route';

/** The language root that a client uses, such as `/en`. `baseUrl` is its full URL without a final slash. */
export interface LanguageRoot {
  readonly language: Language;
  readonly baseUrl: string;
}

const linksAnswer = {
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: { type: 'object', properties: { href: { type: 'string', format: 'uri', required: true } } },
  },
  description: { en: 'The addresses, by relation', fr: 'Les adresses, par relation' },
} as const satisfies Answers;

const endpointAnswer = {
  type: 'object',
  title: 'Endpoint',
  properties: {
    methods: { type: 'array', items: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }, required: true },
    args: {
      type: 'object',
      additionalProperties: { type: 'object' },
      required: true,
      description: { en: 'The parameters by name, each a schema', fr: 'Les paramètres par nom, chacun un schéma' },
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'object' },
      description: { en: 'The request headers by name, each a schema', fr: 'Les en-têtes de requête par nom, chacun un schéma' },
    },
    content_type: {
      type: 'string',
      description: { en: 'The types of the answer, if it is not JSON', fr: 'Les types de la réponse, si ce n’est pas du JSON' },
    },
  },
} as const satisfies Answers;

/** The schema of a route in the index. Only routes without path variables have `_links`. */
const routeAnswer = {
  type: 'object',
  title: 'Route',
  properties: {
    namespace: { type: 'string', required: true },
    methods: {
      ...endpointAnswer.properties.methods,
      description: { en: 'The methods of all endpoints', fr: 'Les méthodes de tous les points d’accès' },
    },
    endpoints: { type: 'array', items: endpointAnswer, required: true },
    _links: linksAnswer,
  },
} as const satisfies Answers;

/** The description of a route, in the index and as the body of `OPTIONS`. */
interface RouteDescription extends AnswerValue<typeof routeAnswer> {
  /** JSON Schema (draft 4) of declared responses, only for `OPTIONS`. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** Describes a schema in one language. The keywords that contain schemas come last. */
const describeSchema = (schema: Schema, language: Language): Record<string, unknown> => {
  const { description, patternText: _, properties, patternProperties, additionalProperties, items, oneOf, anyOf, ...rest } = schema;
  return {
    ...(description && { description: description[language] }),
    ...rest,
    ...mapParts(schema, (part) => describeSchema(part, language)),
  };
};

/** Returns the default of an argument. A computed default is that of a request without values at this moment. */
const defaultOf = ({ default: given }: Arg, language: Language): unknown => {
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  return typeof given === 'function' ? given(request) : given;
};

const describeArg = (arg: Arg, language: Language): Readonly<Record<string, unknown>> => ({
  ...(arg.default !== undefined && { default: defaultOf(arg, language) }),
  ...describeSchema(valueSchema(arg), language),
  required: arg.required === true,
});

/** Lists the arguments that the index and the OpenAPI document show. */
export const announcedArgs = (args: Args): (readonly [string, Arg])[] => Object.entries(args).filter(([, arg]) => arg.announced !== false);

const describeArgs = (args: Args, language: Language) =>
  Object.fromEntries(announcedArgs(args).map(([name, arg]) => [name, describeArg(arg, language)]));

/** Describes a route for the index. */
const describeInIndex = <U extends Asker>(
  { key, variables, namespace, endpoints }: Route<U>,
  { language, baseUrl }: LanguageRoot,
): RouteDescription => ({
  namespace,
  methods: [...new Set(endpoints.flatMap(({ methods }) => methods))],
  endpoints: endpoints.map(({ methods, args, requestHeaders, type }) => ({
    methods,
    args: describeArgs(args, language),
    ...(requestHeaders && { headers: describeArgs(requestHeaders, language) }),
    ...(type !== undefined && { content_type: type }),
  })),
  ...(variables.length === 0 && { _links: { self: [{ href: `${baseUrl}${key}` }] } }),
});

/** Returns the response schema of a route: of the endpoint that reads, else of the first. Trusted endpoints show none. */
const schemaOf = <U extends Asker>({ path, endpoints }: Route<U>, language: Language): Pick<RouteDescription, 'schema'> => {
  const withSchema = endpoints.filter(({ answers, trusted }) => answers !== undefined && !trusted);
  const answers = (withSchema.find(({ methods }) => methods.includes('GET')) ?? withSchema[0])?.answers;
  if (answers === undefined) return {};
  const lastWord = path.split('/').findLast((word) => word !== '' && !word.startsWith('{'));
  const defaults = { $schema: 'http://json-schema.org/draft-04/schema#', title: lastWord ?? 'index' };
  return { schema: { ...defaults, ...toJsonSchema(answers, language, 'draft-04') } };
};

/** Describes a route for the body of `OPTIONS`. */
export const describeRoute = <U extends Asker>(route: Route<U>, root: LanguageRoot): RouteDescription => {
  const { _links, endpoints, ...described } = describeInIndex(route, root);
  // As in WordPress, only the index shows headers.
  return {
    ...described,
    endpoints: endpoints.map(({ headers, ...endpoint }) => endpoint),
    ...schemaOf(route, root.language),
    ...(_links && { _links }),
  };
};

export const namespaceAnswer = {
  type: 'object',
  title: 'NamespaceIndex',
  properties: {
    namespace: { type: 'string', required: true },
    routes: {
      type: 'object',
      additionalProperties: routeAnswer,
      required: true,
      description: { en: 'The routes, by pattern', fr: 'Les routes, par motif' },
    },
    _links: { ...linksAnswer, required: true },
  },
} as const satisfies Answers;

/** The descriptions of routes by their keys. */
type DescribedRoutes = Readonly<Record<string, RouteDescription>>;

/** Lists the arguments of routes whose defaults depend on the moment. */
const argsWithComputedDefault = <U extends Asker>(routes: readonly Route<U>[]): readonly Arg[] =>
  routes
    .flatMap(({ endpoints }) => endpoints.flatMap(({ args }) => announcedArgs(args)))
    .flatMap(([, arg]) => (typeof arg.default === 'function' ? [arg] : []));

/** Returns the index of some routes, from the memory cache under `name` if nothing has changed. */
const indexOf = <U extends Asker, Index extends object>(
  { indexes }: Registry<U>,
  { name, routes, root }: { readonly name: string; readonly routes: readonly Route<U>[]; readonly root: LanguageRoot },
  make: (routes: DescribedRoutes) => Index,
): Index => {
  const changing = cachedIndex(indexes, `changing arguments of ${name}`, { dependsOn: [], make: () => argsWithComputedDefault(routes) });
  return cachedIndex(indexes, `${name} ${root.language}`, {
    dependsOn: [root, changing.map((arg) => defaultOf(arg, root.language))],
    make: () => make(Object.fromEntries(routes.map((route) => [route.key, describeInIndex(route, root)]))),
  });
};

/** Returns the index of a namespace. Throws `rest_invalid_namespace` for an unknown namespace. */
export const describeNamespace = <U extends Asker>(
  registry: Registry<U>,
  namespace: unknown,
  root: LanguageRoot,
): AnswerValue<typeof namespaceAnswer> => {
  const name = registry.namespaces.find((one) => one === namespace);
  if (name === undefined) throw errors.invalidNamespace();
  const routes = registry.routes.filter((route) => route.namespace === name);
  return indexOf(registry, { name, routes, root }, (described) => ({
    namespace: name,
    routes: described,
    _links: { up: [{ href: `${root.baseUrl}/` }] },
  }));
};

const CONTEXT: Text = { en: 'The scope of the request.', fr: 'La portée de la requête.' };

/** The language root, with what its index says about the site. */
interface RootOptions extends LanguageRoot {
  readonly name: string;
  readonly description: string;
  /** The URL of the site's HTML pages, by default the URL of the root. */
  readonly home?: string;
  readonly gmtOffset?: number;
  readonly timezone?: string;
  /** The methods of authentication, by the names of WordPress. */
  readonly authentication?: Readonly<Record<string, unknown>>;
}

/** Returns the index of a language root. It has all routes. */
export const describeRoot = <U extends Asker>(registry: Registry<U>, options: RootOptions) => {
  const { language, baseUrl, name, description, home = baseUrl, gmtOffset = 0, timezone = 'UTC', authentication = {} } = options;
  // The registry has no route for the root itself.
  const rootRoute: DescribedRoutes = {
    '/': {
      namespace: '',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: { context: { default: 'view', description: CONTEXT[language], required: false } } }],
      _links: { self: [{ href: `${baseUrl}/` }] },
    },
  };
  const documentation = registry.routes.find(({ path }) => path === '/doc');
  return indexOf(registry, { name: '', routes: registry.routes, root: options }, (routes) => ({
    name,
    description,
    url: baseUrl,
    home,
    gmt_offset: gmtOffset,
    timezone_string: timezone,
    namespaces: registry.namespaces,
    authentication,
    routes: { ...rootRoute, ...routes },
    // IDs of images. The service has no images, but WordPress clients expect the members.
    site_logo: 0,
    site_icon: 0,
    site_icon_url: '',
    _links: { help: [{ href: `${baseUrl}${documentation?.key ?? '/'}` }] },
  }));
};

export type RootDescription = ReturnType<typeof describeRoot>;
