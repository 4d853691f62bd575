import type { Language } from '../../language';
import type { Arg, ArgRequest, Args, Method, Schema } from '../args/arg';
import { toJsonSchema } from '../args/json-schema';
import { valueSchema } from '../args/schema-parts';
import type { Asker, Route } from '../route';

/** The reader of a description: the language, and the address of the language root without a final slash. */
export interface Reader {
  readonly language: Language;
  readonly baseUrl: string;
}

/** An endpoint as the index prints it. */
export interface EndpointDescription {
  readonly methods: readonly Method[];
  readonly args: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The request headers of the endpoint, printed like args. Only the index has them. */
  readonly headers?: EndpointDescription['args'];
  /** The content type of its answers, if it is not JSON. */
  readonly content_type?: string;
}

/** Addresses by relation, as clients of the CMS read them. */
export type Links = Readonly<Record<string, readonly { readonly href: string }[]>>;

/** The body of `OPTIONS`, and a route in the index. `_links` only exist if the path has no variable. */
export interface RouteDescription {
  readonly namespace: string;
  readonly methods: readonly Method[];
  readonly endpoints: readonly EndpointDescription[];
  /** JSON Schema (draft 4) of declared answers. Only `OPTIONS` has it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly _links?: Links;
}

/** A schema with its texts in one language. Members that hold no schema stay as they are. */
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

/** The arguments that an endpoint announces to its clients. */
export const announcedArgs = (args: Args): (readonly [string, Arg])[] => Object.entries(args).filter(([, arg]) => arg.announced !== false);

const describeArgs = (args: Args, language: Language): EndpointDescription['args'] =>
  Object.fromEntries(announcedArgs(args).map(([name, arg]) => [name, describeArg(arg, language)]));

/** A computed default, with its argument and endpoint. */
interface Computed {
  readonly endpoint: number;
  readonly name: string;
  readonly given: (request: ArgRequest) => unknown;
}

/** The parts of a route's description that never change. */
export interface Constant {
  readonly description: RouteDescription;
  readonly computed: readonly Computed[];
}

const constants = new WeakMap<Route<never>, Partial<Record<Language, Constant>>>();

/** Describes the constant parts of a route, once per language. */
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

/** The present computed defaults of a route, in the order of `computed`. */
export const momentOf = ({ computed }: Constant, language: Language): readonly unknown[] => {
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  return computed.map(({ given }) => given(request));
};

/** Adds computed defaults and addresses to a constant description. A default comes before the rest of its argument. */
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

/**
 * The schema of a route's answers: that of the reading endpoint, else the first declared one. The default title is the last word of the
 * path.
 */
const schemaOf = <U extends Asker>({ path, endpoints }: Route<U>, language: Language): Pick<RouteDescription, 'schema'> => {
  const declaring = endpoints.filter(({ misfit }) => misfit !== undefined);
  const answers = (declaring.find(({ methods }) => methods.includes('GET')) ?? declaring[0])?.answers;
  if (answers === undefined) return {};
  const title = path.split('/').findLast((word) => word !== '' && !word.startsWith('{')) ?? 'index';
  return { schema: { $schema: 'http://json-schema.org/draft-04/schema#', title, ...toJsonSchema(answers, language, 'draft-04') } };
};

/** Describes a route for `OPTIONS`. Everything except addresses, computed defaults and the schema is made once per language. */
export const describeRoute = <U extends Asker>(route: Route<U>, { language, baseUrl }: Reader): RouteDescription => {
  const constant = describeConstant(route, language);
  const { _links, endpoints, ...described } = complete(route, constant, momentOf(constant, language), baseUrl);
  // Only the index prints headers: this is the layout of the CMS.
  return {
    ...described,
    endpoints: endpoints.map(({ headers, ...endpoint }) => endpoint),
    ...schemaOf(route, language),
    ...(_links && { _links }),
  };
};
