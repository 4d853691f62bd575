import { errors } from '../errors';
import type { Language, Text } from '../language';
import type { Answers, AnswerValue } from './answers/reply';
import { cachedIndex } from './answers/written-json';
import type { Arg, ArgRequest, Args, Schema } from './args/arg';
import { mapParts, toJsonSchema, valueSchema } from './args/json-schema';
import type { Asker, Registry, Route } from './route';

/** The client that a description is made for: language, and URL of the language root without a final slash. */
export interface Reader {
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

const inLanguage = (schema: Schema, language: Language): Record<string, unknown> => {
  const { description, patternText: _, properties, patternProperties, additionalProperties, items, oneOf, anyOf, ...rest } = schema;
  return {
    ...(description && { description: description[language] }),
    ...rest,
    ...mapParts(schema, (part) => inLanguage(part, language)),
  };
};

/** Describes an argument. A computed default stays a function, which `completeDescription` calls. */
const describeArg = (arg: Arg, language: Language): Readonly<Record<string, unknown>> => ({
  ...(arg.default !== undefined && { default: arg.default }),
  ...inLanguage(valueSchema(arg), language),
  required: arg.required === true,
});

/** Lists the arguments that the index and the OpenAPI document show. */
export const announcedArgs = (args: Args): (readonly [string, Arg])[] => Object.entries(args).filter(([, arg]) => arg.announced !== false);

const describeArgs = (args: Args, language: Language) =>
  Object.fromEntries(announcedArgs(args).map(([name, arg]) => [name, describeArg(arg, language)]));

/** Describes a route in one language, as far as the description is equal for all requests: computed defaults are functions. */
const describeConstant = <U extends Asker>({ key, names, namespace, endpoints }: Route<U>, language: Language) => ({
  key,
  /** True if the path has no variable, so that the route has a single URL. */
  hasAddress: names.length === 0,
  namespace,
  methods: [...new Set(endpoints.flatMap(({ methods }) => methods))],
  endpoints: endpoints.map(({ methods, args, requestHeaders, type }) => ({
    methods,
    args: describeArgs(args, language),
    ...(requestHeaders && { headers: describeArgs(requestHeaders, language) }),
    ...(type !== undefined && { content_type: type }),
  })),
});

type ConstantDescription = ReturnType<typeof describeConstant>;

/** Computes the present defaults of a route's arguments, in order. */
const computedDefaults = ({ endpoints }: ConstantDescription, language: Language): readonly unknown[] => {
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  return endpoints.flatMap(({ args }) =>
    Object.values(args).flatMap(({ default: compute }) => (typeof compute === 'function' ? [compute(request)] : [])),
  );
};

/** Adds computed defaults, in order, and URLs to a description. */
const completeDescription = (
  { key, hasAddress, endpoints, ...description }: ConstantDescription,
  defaults: readonly unknown[],
  baseUrl: string,
): RouteDescription => {
  const left = [...defaults];
  const withDefaults = (args: ConstantDescription['endpoints'][number]['args']) =>
    Object.fromEntries(
      Object.entries(args).map(([name, arg]) => [name, typeof arg['default'] === 'function' ? { ...arg, default: left.shift() } : arg]),
    );
  return {
    ...description,
    endpoints: defaults.length === 0 ? endpoints : endpoints.map((one) => ({ ...one, args: withDefaults(one.args) })),
    ...(hasAddress && { _links: { self: [{ href: `${baseUrl}${key}` }] } }),
  };
};

/** Returns the response schema of the endpoint that reads, else the first. The default title is the last word of the path. */
const schemaOf = <U extends Asker>({ path, endpoints }: Route<U>, language: Language): Pick<RouteDescription, 'schema'> => {
  const declaring = endpoints.filter(({ misfit }) => misfit !== undefined);
  const answers = (declaring.find(({ methods }) => methods.includes('GET')) ?? declaring[0])?.answers;
  if (answers === undefined) return {};
  const title = path.split('/').findLast((word) => word !== '' && !word.startsWith('{')) ?? 'index';
  return { schema: { $schema: 'http://json-schema.org/draft-04/schema#', title, ...toJsonSchema(answers, language, 'draft-04') } };
};

export const describeRoute = <U extends Asker>(route: Route<U>, { language, baseUrl }: Reader): RouteDescription => {
  const constant = describeConstant(route, language);
  const { _links, endpoints, ...described } = completeDescription(constant, computedDefaults(constant, language), baseUrl);
  // As in WordPress, only the index shows headers.
  return {
    ...described,
    endpoints: endpoints.map(({ headers, ...endpoint }) => endpoint),
    ...schemaOf(route, language),
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

type NamespaceDescription = AnswerValue<typeof namespaceAnswer>;

type RoutesByKey = Readonly<Record<string, RouteDescription>>;

/** Returns the index `name` of some routes, from the memory cache if nothing has changed. */
const indexOf = <U extends Asker, T extends object>(
  { indexes }: Registry<U>,
  name: string,
  routes: readonly Route<U>[],
  reader: Reader,
  make: (routes: RoutesByKey) => T,
): T => {
  const { language, baseUrl } = reader;
  return cachedIndex(indexes, `${name} ${language}`, {
    constant: () => routes.map((route) => describeConstant(route, language)),
    reader,
    moment: (constants) => constants.map((one) => computedDefaults(one, language)),
    make: (constants, defaults) =>
      make(Object.fromEntries(constants.map((one, index) => [one.key, completeDescription(one, defaults[index] ?? [], baseUrl)]))),
  });
};

/** Returns the index of a namespace. Throws `rest_invalid_namespace` for an unknown namespace. */
export const describeNamespace = <U extends Asker>(registry: Registry<U>, namespace: unknown, reader: Reader): NamespaceDescription => {
  const name = registry.namespaces.find((one) => one === namespace);
  if (name === undefined) throw errors.invalidNamespace();
  const own = registry.routes.filter((route) => route.namespace === name);
  return indexOf(registry, name, own, reader, (routes) => ({
    namespace: name,
    routes,
    _links: { up: [{ href: `${reader.baseUrl}/` }] },
  }));
};

const CONTEXT: Text = { en: 'The scope of the request.', fr: 'La portée de la requête.' };

/** Returns the index of the language root, such as `/en`. `home` is the URL of the site's HTML pages. */
export const describeRoot = <U extends Asker>(
  registry: Registry<U>,
  options: Reader & {
    readonly name: string;
    readonly description: string;
    readonly home?: string;
    readonly gmtOffset?: number;
    readonly timezone?: string;
    /** The methods of authentication, by the names of WordPress. */
    readonly authentication?: Readonly<Record<string, unknown>>;
  },
) => {
  const { language, baseUrl, name, description, home = baseUrl, gmtOffset = 0, timezone = 'UTC', authentication = {} } = options;
  const own: RoutesByKey = {
    '/': {
      namespace: '',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: { context: { default: 'view', description: CONTEXT[language], required: false } } }],
      _links: { self: [{ href: `${baseUrl}/` }] },
    },
  };
  const doc = registry.routes.find(({ path }) => path === '/doc');
  return indexOf(registry, '', registry.routes, options, (routes) => ({
    name,
    description,
    url: baseUrl,
    home,
    gmt_offset: gmtOffset,
    timezone_string: timezone,
    namespaces: registry.namespaces,
    authentication,
    routes: { ...own, ...routes },
    // IDs of images. The service has no images, but WordPress clients expect the members.
    site_logo: 0,
    site_icon: 0,
    site_icon_url: '',
    _links: { help: [{ href: `${baseUrl}${doc?.key ?? '/'}` }] },
  }));
};

export type RootDescription = ReturnType<typeof describeRoot>;
