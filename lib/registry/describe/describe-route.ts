import type { Language } from '../../language';
import type { Arg, ArgRequest, Args, Method, Schema } from '../args/arg';
import { toJsonSchema } from '../args/json-schema';
import { valueSchema } from '../args/schema-parts';
import type { Asker, Route } from '../route';

/** For whom a description is made: `baseUrl` is the address of the language root, without a slash at its end. */
export interface Reader {
  readonly language: Language;
  readonly baseUrl: string;
}

/** An endpoint as the index prints it. */
export interface EndpointDescription {
  readonly methods: readonly Method[];
  readonly args: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The headers that it looks at, as args are printed; only the index tells them. */
  readonly headers?: EndpointDescription['args'];
  /** What it answers, where that is no JSON. */
  readonly content_type?: string;
}

/** A list of addresses, as clients of the CMS read them. */
export type Links = Readonly<Record<string, readonly { readonly href: string }[]>>;

/** The body of `OPTIONS`, and a route in the index; `_links` only where the path has no variable. */
export interface RouteDescription {
  readonly namespace: string;
  readonly methods: readonly Method[];
  readonly endpoints: readonly EndpointDescription[];
  /** JSON Schema (draft 4) of what the route answers: only `OPTIONS` tells it, where an endpoint declares it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly _links?: Links;
}

/** A schema with its sentences in one language; members that hold no schema stay as they are. */
const inLanguage = (schema: Schema, language: Language): Record<string, unknown> => {
  const members = (map: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(map).map(([key, one]) => [key, inLanguage(one, language)]));
  const { description, patternText: _, properties, patternProperties, additionalProperties, items, oneOf, anyOf, ...rest } = schema;
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
  const fixed = typeof arg.default === 'function' ? undefined : arg.default;
  return { ...(fixed !== undefined && { default: fixed }), ...inLanguage(valueSchema(arg), language), required: arg.required === true };
};

/** The arguments that an endpoint names to its clients. */
export const announcedArgs = (args: Args): (readonly [string, Arg])[] => Object.entries(args).filter(([, arg]) => arg.announced !== false);

const describeArgs = (args: Args, language: Language): EndpointDescription['args'] =>
  Object.fromEntries(announcedArgs(args).map(([name, arg]) => [name, describeArg(arg, language)]));

/** A default that is computed, and of which argument of which endpoint it is. */
interface Computed {
  readonly endpoint: number;
  readonly name: string;
  readonly given: (request: ArgRequest) => unknown;
}

/** What of a route's description is the same for everybody and at all times. */
export interface Constant {
  readonly description: RouteDescription;
  readonly computed: readonly Computed[];
}

const constants = new WeakMap<Route<never>, Partial<Record<Language, Constant>>>();

/** Describes what of a route is constant, once for each language. */
export const describeConstant = <U extends Asker>(route: Route<U>, language: Language): Constant => {
  const byLanguage = constants.get(route as Route<never>) ?? {};
  constants.set(route as Route<never>, byLanguage);
  byLanguage[language] ??= {
    description: {
      namespace: route.namespace,
      methods: [...new Set(route.endpoints.flatMap(({ methods }) => methods))],
      endpoints: route.endpoints.map(({ methods, args, requestHeaders, type }) => ({
        methods,
        args: describeArgs(args, language),
        ...(requestHeaders && { headers: describeArgs(requestHeaders, language) }),
        ...(type !== undefined && { content_type: type }),
      })),
    },
    computed: route.endpoints.flatMap(({ args }, endpoint) =>
      announcedArgs(args).flatMap(([name, { default: given }]) =>
        typeof given === 'function' ? [{ endpoint, name, given: (request: ArgRequest): unknown => given(request) }] : [],
      ),
    ),
  };
  return byLanguage[language];
};

/** The computed defaults of a route at the moment of asking, in the order of `computed`. */
export const momentOf = ({ computed }: Constant, language: Language): readonly unknown[] => {
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  return computed.map(({ given }) => given(request));
};

/** Puts computed defaults, each before the rest of its argument, and addresses into what is constant. */
export const complete = <U extends Asker>(
  route: Route<U>,
  { description, computed }: Constant,
  moment: readonly unknown[],
  baseUrl: string,
): RouteDescription => {
  const filled = (endpoint: number, args: EndpointDescription['args']): EndpointDescription['args'] => ({
    ...args,
    ...Object.fromEntries(
      computed.flatMap((one, index) =>
        one.endpoint === endpoint ? [[one.name, { default: moment[index], ...args[one.name] }] as const] : [],
      ),
    ),
  });
  const endpoints =
    computed.length === 0
      ? description.endpoints
      : description.endpoints.map((one, endpoint) => ({ ...one, args: filled(endpoint, one.args) }));
  const links = route.names.length === 0 ? { _links: { self: [{ href: `${baseUrl}${route.key}` }] } } : {};
  return { ...description, endpoints, ...links };
};

/** The schema that answers of the endpoint that reads are held to, else those of the first that has one; it is called by the last word of the path unless it has a title. */
const schemaOf = <U extends Asker>({ path, endpoints }: Route<U>, language: Language): Pick<RouteDescription, 'schema'> => {
  const declaring = endpoints.filter(({ misfit }) => misfit !== undefined);
  const answers = (declaring.find(({ methods }) => methods.includes('GET')) ?? declaring[0])?.answers;
  if (answers === undefined) return {};
  const title = path.split('/').findLast((word) => word !== '' && !word.startsWith('{')) ?? 'index';
  return { schema: { $schema: 'http://json-schema.org/draft-04/schema#', title, ...toJsonSchema(answers, language, 'draft-04') } };
};

/** Describes one route: what it answers to `OPTIONS`. All but addresses, computed defaults and the schema is made once per language. */
export const describeRoute = <U extends Asker>(route: Route<U>, { language, baseUrl }: Reader): RouteDescription => {
  const constant = describeConstant(route, language);
  const { _links, endpoints, ...described } = complete(route, constant, momentOf(constant, language), baseUrl);
  // Headers are told by the index alone: this is the layout of the CMS.
  return {
    ...described,
    endpoints: endpoints.map(({ headers, ...endpoint }) => endpoint),
    ...schemaOf(route, language),
    ...(_links && { _links }),
  };
};
