import type { Language } from '../../language';
import { type Arg, type Asker, isUpdate, type Method, type Route, type RouteEndpoint, type Schema } from '../../registry';

/** An arg as a developer reads it; `from` are the places where a request can send it, body over query. */
export interface ArgLine {
  readonly name: string;
  readonly from: readonly string[];
  readonly type: string;
  readonly required: boolean;
  /** What stands in for an arg that was not sent; absent where nothing does, as on updates. */
  readonly default?: unknown;
  /** Whether the default is worked out anew for every request. */
  readonly computed?: true;
  readonly description: string;
}

/** Reads the args of an endpoint off its declaration, described in one language, and behind them the headers of requests that it looks at. */
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
  // A path's variable that the body of an update names is the new value.
  if (names.includes(name)) return isUpdate(endpoint) && name !== 'id' ? ['path', 'body'] : ['path'];
  return endpoint.methods.includes('GET') ? ['query'] : ['body', 'query'];
};

const typeOf = ({ type, enum: values, items, oneOf, anyOf }: Schema): string => {
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])].map(typeOf);
  const types = [type ?? []].flat().map((one) => (one === 'array' && items ? `array of ${typeOf(items)}` : one));
  const words = [...new Set(types.length > 0 ? types : branches)].join(' or ') || 'any';
  return values ? `${words}: ${values.map(String).join(', ')}` : words;
};
