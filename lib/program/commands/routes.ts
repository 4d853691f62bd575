import type { Language } from '../../language';
import { type Arg, type Asker, isUpdate, type Method, type Registry, type Route, type RouteEndpoint, type Schema } from '../../registry';
import { createFoundation, type Foundation } from '../foundation';
import { unopenedDatabase } from '../service/database';
import { StartError } from '../service/start-error';
import { readSettings, type Settings } from '../settings/settings';

export interface RoutesOptions {
  readonly json?: true;
  readonly openapi?: true | string;
  readonly args?: string;
  readonly language?: Language;
}

/** Prints all registered routes, the args of one route, or the OpenAPI document of a namespace. Needs no database. */
export async function printRoutes(options: RoutesOptions): Promise<void> {
  const settings = readSettings(process.env);
  const service = await createFoundation({ settings, database: unopenedDatabase() });
  try {
    process.stdout.write(await report(service, settings, options));
  } finally {
    await service.close();
  }
}

async function report(
  { registry, services }: Foundation,
  settings: Settings,
  { json, openapi, args: path, language = settings.DEFAULT_LANGUAGE }: RoutesOptions,
): Promise<string> {
  if (!settings.LANGUAGES.includes(language))
    throw new StartError(`--language must be one of LANGUAGES (${settings.LANGUAGES.join(', ')}); it is ${JSON.stringify(language)}.`);
  if (openapi) {
    const { toDocumentation } = await import('../../site/index.js');
    const namespace = openapi === true ? services.namespace : openapi;
    if (!registry.namespaces.includes(namespace))
      throw new StartError(`No namespace ${namespace} is registered: name one of ${registry.namespaces.join(', ')}.`);
    const documented = { services, namespace, language, baseUrl: `${addressOf(settings)}/${language}` };
    return `${JSON.stringify(toDocumentation(registry, documented), undefined, 2)}\n`;
  }
  if (path === undefined) {
    const lines = registry.routes.flatMap((route) => route.endpoints.map((endpoint) => lineOf(route, endpoint)));
    if (json) return toJson(lines);
    return toTextTable([
      ['METHODS', 'PATH', 'PERMISSION', 'PLUGIN'],
      ...lines.map((line) => [line.methods.join(', '), fullPath(line), line.permission, line.plugin]),
    ]);
  }
  const found = findRoutes(registry, path).flatMap((route) =>
    route.endpoints.map((endpoint) => ({ ...lineOf(route, endpoint), args: describeArgs(route, endpoint, language) })),
  );
  if (json) return toJson(found);
  return found.map(({ args, ...line }) => `${line.methods.join(', ')} ${fullPath(line)}\n${argTable(args)}`).join('\n');
}

const addressOf = ({ PUBLIC_URL, HOST, PORT }: Settings): string =>
  PUBLIC_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;

const toJson = (rows: readonly unknown[]): string => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

const argTable = (args: readonly ArgLine[]): string =>
  toTextTable([
    ['NAME', 'FROM', 'TYPE', 'REQUIRED', 'DEFAULT', 'DESCRIPTION'],
    ...args.map((arg) => [
      arg.name,
      arg.from.join(', '),
      arg.type,
      arg.required ? 'yes' : 'no',
      arg.computed ? '(computed)' : 'default' in arg ? JSON.stringify(arg.default) : '',
      arg.description,
    ]),
  ]);

function toTextTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const fullPath = ({ namespace, path }: { readonly namespace: string; readonly path: string }): string => `/${namespace}${path}`;

/** Returns the row of an endpoint in the list of routes. `permission` is `public`, a capability, or `function`. */
const lineOf = <U extends Asker>({ namespace, path }: Route<U>, { methods, permission, plugin = '', args }: RouteEndpoint<U>) => ({
  namespace,
  path,
  methods,
  permission: typeof permission === 'function' ? 'function' : String(permission),
  plugin,
  args: Object.keys(args),
});

/** Finds routes by their declared path, with or without the namespace. Throws a `StartError` if no route matches. */
export const findRoutes = <U extends Asker>({ routes }: Pick<Registry<U>, 'routes'>, query: string): readonly Route<U>[] => {
  const path = `/${query.replace(/^\/+|\/+$/g, '')}`;
  const found = routes.filter((route) => route.path === path || fullPath(route) === path);
  if (found.length > 0) return found;
  throw new StartError(`No route ${query} is registered: "calendar-events routes" prints all.`);
};

/** An arg of an endpoint as the command `routes` prints it. `from` lists the parts of a request that may contain the arg. */
interface ArgLine {
  readonly name: string;
  readonly from: readonly string[];
  readonly type: string;
  readonly required: boolean;
  /** The default value of the arg. Absent if the arg has no default, as on updates. */
  readonly default?: unknown;
  /** True if the default is computed for each request. */
  readonly computed?: true;
  readonly description: string;
}

/** Lists the args of an endpoint with descriptions in one language. The request headers of the endpoint come last. */
export const describeArgs = <U extends Asker>(route: Route<U>, endpoint: RouteEndpoint<U>, language: Language): ArgLine[] => [
  ...Object.entries(endpoint.args).map(([name, arg]) => ({
    name,
    from: placesOf(name, route.variables, endpoint),
    type: typeOf(arg),
    required: arg.required === true || route.variables.includes(name),
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

const placesOf = (name: string, variables: readonly string[], endpoint: { readonly methods: readonly Method[] }): readonly string[] => {
  // On an update, the same name in the body is the new value.
  if (variables.includes(name)) return isUpdate(endpoint) && name !== 'id' ? ['path', 'body'] : ['path'];
  return endpoint.methods.includes('GET') ? ['query'] : ['body', 'query'];
};

const typeOf = ({ type, enum: values, items, oneOf, anyOf }: Schema): string => {
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])].map(typeOf);
  const types = [type ?? []].flat().map((one) => (one === 'array' && items ? `array of ${typeOf(items)}` : one));
  const words = [...new Set(types.length > 0 ? types : branches)].join(' or ') || 'any';
  return values ? `${words}: ${values.map(String).join(', ')}` : words;
};
