import type { Language } from '../../language';
import { type Arg, type Asker, isUpdate, type Method, type Route, type RouteEndpoint, type Schema } from '../../registry';

/** An arg as the command `routes` prints it. `from` lists where a request can send it; the body comes before the query. */
export interface ArgLine {
  readonly name: string;
  readonly from: readonly string[];
  readonly type: string;
  readonly required: boolean;
  /** The value for an arg that is not sent. It is absent if there is none, as on updates. */
  readonly default?: unknown;
  /** True if the default is computed for each request. */
  readonly computed?: true;
  readonly description: string;
}

/** Lists the args of an endpoint in one language. The request headers that it reads come last. */
export const describeArgs = <U extends Asker>(route: Route<U>, endpoint: RouteEndpoint<U>, language: Language): ArgLine[] => [
  ...Object.entries(endpoint.args).map(([name, arg]) => ({
    name,
    from: placesOf(name, route.names, endpoint),
    type: typeOf(arg),
    required: arg.required === true || route.names.includes(name),
    // On updates declared defaults are never applied.
    ...(!isUpdate(endpoint) && defaultOf(arg)),
    description: arg.description[language],
  })),
  ...Object.entries(endpoint.requestHeaders ?? {}).map(([name, header]) => ({
    name,
    from: ['header'],
    type: typeOf(header),
    required: header.required === true,
    description: header.description[language],
  })),
];

const defaultOf = ({ default: given }: Arg): Pick<ArgLine, 'default' | 'computed'> => {
  if (typeof given === 'function') return { computed: true };
  return given === undefined || given === null ? {} : { default: given };
};

const placesOf = (name: string, names: readonly string[], endpoint: { readonly methods: readonly Method[] }): readonly string[] => {
  // On an update, the same name in the body is the new value.
  if (names.includes(name)) return isUpdate(endpoint) && name !== 'id' ? ['path', 'body'] : ['path'];
  return endpoint.methods.includes('GET') ? ['query'] : ['body', 'query'];
};

const typeOf = ({ type, enum: values, items, oneOf, anyOf }: Schema): string => {
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])].map(typeOf);
  const types = [type ?? []].flat().map((one) => (one === 'array' && items ? `array of ${typeOf(items)}` : one));
  const words = [...new Set(types.length > 0 ? types : branches)].join(' or ') || 'any';
  return values ? `${words}: ${values.map(String).join(', ')}` : words;
};
