import type { Language } from '../../language';
import type { Arg, ArgRequest, Args, Method, Schema } from '../args/arg';
import { mapParts, toJsonSchema, valueSchema } from '../args/json-schema';
import type { Asker, Route } from '../route';

/** The reader of a description: the language, and the address of the language root without a final slash. */
export interface Reader {
  readonly language: Language;
  readonly baseUrl: string;
}

/** An endpoint as the index prints it. */
interface EndpointDescription {
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

/** A schema with its texts in one language. */
const inLanguage = (schema: Schema, language: Language): Record<string, unknown> => {
  const { description, patternText: _, properties, patternProperties, additionalProperties, items, oneOf, anyOf, ...rest } = schema;
  return {
    ...(description && { description: description[language] }),
    ...rest,
    ...mapParts(schema, (part) => inLanguage(part, language)),
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

/** The parts of a route's description that do not change between requests. */
export interface ConstantDescription {
  readonly key: string;
  /** True if the path has no variable, so that the route has one address. */
  readonly hasAddress: boolean;
  readonly description: RouteDescription;
  /** The computed defaults, with their arguments and the positions of their endpoints. */
  readonly computed: readonly { readonly endpoint: number; readonly name: string; compute(request: ArgRequest): unknown }[];
}

/** Describes the constant parts of a route in a language. */
export const describeConstant = <U extends Asker>(
  { key, names, namespace, endpoints }: Route<U>,
  language: Language,
): ConstantDescription => ({
  key,
  hasAddress: names.length === 0,
  description: {
    namespace,
    methods: [...new Set(endpoints.flatMap(({ methods }) => methods))],
    endpoints: endpoints.map(({ methods, args, requestHeaders, type }) => ({
      methods,
      args: describeArgs(args, language),
      ...(requestHeaders && { headers: describeArgs(requestHeaders, language) }),
      ...(type !== undefined && { content_type: type }),
    })),
  },
  computed: endpoints.flatMap(({ args }, endpoint) =>
    announcedArgs(args).flatMap(([name, { default: compute }]) =>
      typeof compute === 'function' ? [{ endpoint, name, compute: (request: ArgRequest): unknown => compute(request) }] : [],
    ),
  ),
});

/** The present computed defaults of a route, in the order of `computed`. */
export const computedDefaults = ({ computed }: ConstantDescription, language: Language): readonly unknown[] => {
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  return computed.map(({ compute }) => compute(request));
};

/** Adds computed defaults and addresses to a constant description. A default comes before the rest of its argument. */
export const completeDescription = (
  { key, hasAddress, description, computed }: ConstantDescription,
  defaults: readonly unknown[],
  baseUrl: string,
): RouteDescription => {
  const withDefaults = (args: EndpointDescription['args'], position: number): EndpointDescription['args'] => {
    const own = computed.flatMap(({ name, endpoint }, index) =>
      endpoint === position ? [[name, { default: defaults[index], ...args[name] }] as const] : [],
    );
    return { ...args, ...Object.fromEntries(own) };
  };
  const endpoints =
    computed.length === 0
      ? description.endpoints
      : description.endpoints.map((one, position) => ({ ...one, args: withDefaults(one.args, position) }));
  return { ...description, endpoints, ...(hasAddress && { _links: { self: [{ href: `${baseUrl}${key}` }] } }) };
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

/** Describes a route for `OPTIONS`. */
export const describeRoute = <U extends Asker>(route: Route<U>, { language, baseUrl }: Reader): RouteDescription => {
  const constant = describeConstant(route, language);
  const { _links, endpoints, ...described } = completeDescription(constant, computedDefaults(constant, language), baseUrl);
  // Only the index prints headers: this is the layout of the CMS.
  return {
    ...described,
    endpoints: endpoints.map(({ headers, ...endpoint }) => endpoint),
    ...schemaOf(route, language),
    ...(_links && { _links }),
  };
};
