import { ALL_LANGUAGES, capitalized, type Language, type Served, type Text } from '../language';
import {
  type Asker,
  announcedArgs,
  endpointFor,
  isUpdate,
  type Method,
  nameOf,
  type Registry,
  type Route,
  type RouteEndpoint,
  type Schema,
} from '../registry';
import { allComponents, answerSchema, type Components, createComponents, unusedName } from './components';
import { type Examples, NO_EXAMPLES } from './examples';
import { parameter, requestBody, responses } from './operation';

interface OperationOptions {
  readonly language: Language;
  /** The languages in which the service responds. All by default. */
  readonly served?: Served;
  /** Recorded responses. Without them the OpenAPI document has no examples. */
  readonly examples?: Examples;
  /** The descriptions of the OpenAPI tags by name. The document lists the tags in this order. */
  readonly tags?: Readonly<Record<string, Text>>;
}

interface OpenApiOptions {
  /** The URL of the language root. */
  readonly baseUrl: string;
  /** The description of the URL. */
  readonly server?: string;
  /** The member `info` of the document. Its texts are in Markdown. */
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
    readonly contact?: { readonly name: string; readonly url: string };
    /** The name and the SPDX identifier of the licence. */
    readonly license?: { readonly name: string; readonly identifier: string };
  };
  readonly externalDocs?: { readonly url: string; readonly description: string };
}

export type OpenApiDocument = Readonly<Record<string, unknown>>;

const BASIC: Text = {
  en: 'The login of a user, and one of the user’s application passwords.',
  fr: 'Le nom de connexion d’un utilisateur et l’un de ses mots de passe d’application.',
};

/** The parts of an OpenAPI document that do not depend on the URL of the service. */
export interface Operations {
  readonly tags: readonly object[];
  readonly paths: object;
  readonly components: object;
}

/** Makes the parts of an OpenAPI document that describe a namespace's operations. */
export const describeOperations = <U extends Asker>(
  registry: Registry<U>,
  namespace: string,
  { language, served = ALL_LANGUAGES, tags = {}, examples = NO_EXAMPLES }: OperationOptions,
): Operations => {
  const everyRoute = Object.keys(registry.everyRoute);
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const components = createComponents(language, examples, served);
  // Schemas of responses get their component names before schemas of requests.
  for (const { answers } of routes.flatMap(({ endpoints }) => endpoints)) if (answers !== undefined) answerSchema(components, answers);
  const context = { everyRoute, routes, idOf: nameOperations(routes), components };
  const paths = routes.map((route) => {
    const operations = route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => [method.toLowerCase(), describeOperation(route, endpoint, method, context)] as const),
    );
    return [route.path === '' ? '/' : route.path, Object.fromEntries(operations)] as const;
  });
  return {
    tags: describeTags(routes, tags, language),
    paths: Object.fromEntries(paths),
    components: {
      ...allComponents(components),
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: BASIC[language] } },
    },
  };
};

/** Makes an OpenAPI 3.1 document of a namespace's operations. Paths are relative to the URL in `servers`. */
export const toOpenApi = (
  namespace: string,
  operations: Operations,
  { baseUrl, server, info, externalDocs }: OpenApiOptions,
): OpenApiDocument => ({
  openapi: '3.1.0',
  info,
  servers: [{ url: `${baseUrl}/${namespace}`, ...(server !== undefined && { description: server }) }],
  ...operations,
  ...(externalDocs && { externalDocs }),
});

const UPDATE: Text = { en: 'Update', fr: 'Modifier' };
const VERBS: Readonly<Record<Method, Text>> = {
  GET: { en: 'Read', fr: 'Lire' },
  POST: { en: 'Add to', fr: 'Ajouter à' },
  PUT: UPDATE,
  PATCH: UPDATE,
  DELETE: { en: 'Delete', fr: 'Supprimer' },
};

/** Returns the OpenAPI summary of an operation: the declared one, else verb and path, such as “Read /hours/{day}”. */
const summaryOf = <U extends Asker>(route: Route<U>, endpoint: RouteEndpoint<U>, method: Method): Text => {
  if (endpoint.summary !== undefined) return endpoint.summary;
  const verb = isUpdate(endpoint) ? UPDATE : VERBS[method];
  const path = route.path === '' ? '/' : route.path;
  return { en: `${verb.en} ${path}`, fr: `${verb.fr} ${path}` };
};

const UPDATES: Text = {
  en: 'POST, PUT and PATCH do the same, and fields that are not sent get no default.',
  fr: 'POST, PUT et PATCH font la même chose, et les champs non envoyés ne prennent pas de valeur par défaut.',
};

const usersOf = <U extends Asker>({ permission }: RouteEndpoint<U>): Text => {
  if (permission === 'public') return { en: 'Open to everybody.', fr: 'Ouvert à tous.' };
  if (typeof permission !== 'function')
    return { en: `Requires the capability \`${String(permission)}\`.`, fr: `Demande le droit \`${String(permission)}\`.` };
  return {
    en: 'The right to do this depends on the user and on the record.',
    fr: 'Le droit de le faire dépend de l’utilisateur et de l’enregistrement.',
  };
};

/** Makes the Markdown description of an operation: the declared text, and who may use the operation. */
const descriptionOf = <U extends Asker>(endpoint: RouteEndpoint<U>, language: Language): string =>
  [endpoint.description, isUpdate(endpoint) ? UPDATES : undefined, usersOf(endpoint)]
    .flatMap((text) => text?.[language] ?? [])
    .join('\n\n');

/** Makes an OpenAPI operation ID, equal in every language: GET and `/events/by-slug/{slug}` give `getEventsBySlug`. */
const operationIdOf = (method: Method, path: string): string => {
  const words = path.split('/').flatMap((segment, index, segments) => {
    const [, variable, ending = ''] = /^\{(.+)\}(.*)$/.exec(segment) ?? [];
    const parts = (variable === undefined ? segment : ending).split(/[^A-Za-z0-9]+/);
    if (variable === undefined || segments[index - 1] === `by-${variable}`) return parts;
    return ['by', ...variable.split('_'), ...parts];
  });
  return method.toLowerCase() + (words.map(capitalized).join('') || 'Index');
};

/** Makes the operation IDs of a namespace unique: the second of two equal IDs gets a number. */
const nameOperations = <U extends Asker>(routes: readonly Route<U>[]): OperationIds => {
  const ids = new Map<string, string>();
  const names = new Set<string>();
  for (const { path, endpoints } of routes) {
    for (const method of endpoints.flatMap(({ methods }) => methods)) {
      const name = unusedName(operationIdOf(method, path), (one) => names.has(one));
      names.add(name);
      ids.set(`${method} ${path}`, name);
    }
  }
  return ({ path }, method) => ids.get(`${method} ${path}`) ?? operationIdOf(method, path);
};

/** The OpenAPI tag of a namespace's index. */
const INDEX = 'index';

/** Returns the OpenAPI tag of a path, which is the first segment without file extension: `/events.ics` gives `events`. */
const tagOf = (path: string): string => path.split('/')[1]?.replace(/\..*/, '') ?? INDEX;

const textBelow = (tag: string): Text =>
  tag === INDEX
    ? { en: 'The routes of the namespace.', fr: 'Les routes de l’espace de noms.' }
    : { en: `The routes below \`/${tag}\`.`, fr: `Les routes sous \`/${tag}\`.` };

/** Lists the OpenAPI tags of routes, first those with descriptions. */
const describeTags = <U extends Asker>(routes: readonly Route<U>[], descriptions: Readonly<Record<string, Text>>, language: Language) => {
  const used = new Set(routes.map(({ path }) => tagOf(path)));
  const names = new Set([...Object.keys(descriptions).filter((name) => used.has(name)), ...used]);
  return [...names].map((name) => ({ name, description: (descriptions[name] ?? textBelow(name))[language] }));
};

interface OperationContext<U extends Asker> {
  readonly everyRoute: readonly string[];
  readonly routes: readonly Route<U>[];
  readonly idOf: OperationIds;
  readonly components: Components;
}

/** Makes the OpenAPI operation object for one method of a route. */
const describeOperation = <U extends Asker>(route: Route<U>, endpoint: RouteEndpoint<U>, method: Method, context: OperationContext<U>) => {
  const { everyRoute, idOf, components } = context;
  const { language } = components;
  const entries = announcedArgs(endpoint.args);
  const isBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const updates = isUpdate(endpoint);
  const inPath = entries.filter(([name]) => route.variables.includes(name));
  const others = entries.filter(([name]) => !route.variables.includes(name));
  const inQuery = isBody ? others.filter(([name]) => everyRoute.includes(name)) : others;
  const inBody = [...(updates ? inPath.filter(([name]) => name !== 'id') : []), ...others.filter(([name]) => !everyRoute.includes(name))];
  const operationId = idOf(route, method);
  return {
    operationId,
    summary: summaryOf(route, endpoint, method)[language],
    description: descriptionOf(endpoint, language),
    tags: [tagOf(route.path)],
    parameters: [
      ...inPath.map(([name, arg]) => parameter(components, name, arg, 'path')),
      ...inQuery.map(([name, arg]) => parameter(components, name, arg, 'query')),
      ...Object.entries(endpoint.requestHeaders ?? {}).map(([name, arg]) => parameter(components, name, arg, 'header')),
    ],
    ...(isBody && { requestBody: requestBody(components, { entries: inBody, names: route.variables, isUpdate: updates }) }),
    responses: responses(route, endpoint, method, { operationId, components, links: linksOf(route, endpoint, method, context) }),
    // An empty security requirement means that credentials are optional.
    security: endpoint.permission === 'public' ? [{}, { basic: [] }] : [{ basic: [] }],
  };
};

type OperationIds = (route: { readonly path: string }, method: Method) => string;

const TEXTS = {
  own: { en: 'The record of this answer, by its `{name}`.', fr: 'L’enregistrement de cette réponse, par son `{name}`.' },
  part: { en: 'The record in `{name}` of this answer.', fr: 'L’enregistrement dans `{name}` de cette réponse.' },
  first: { en: 'The first record in `{name}` of this answer.', fr: 'Le premier enregistrement dans `{name}` de cette réponse.' },
  next: {
    en: 'The next page, if there is one. Its address is in `next_rest_url` and, as `next`, in the header Link.',
    fr: 'La page suivante, s’il y en a une. Son adresse est dans `next_rest_url` et, sous le nom `next`, dans l’en-tête Link.',
  },
} as const satisfies Record<string, Text>;

/** Removes the final variable of a path: `/events/{id}.ics` and `/events/by-slug/{slug}` give `/events`. */
const baseOf = (path: string): string => path.replace(/(?:\/by-[^/]+)?\/\{[^/]+$/, '');

/** Returns a schema and its branches of `oneOf` and `anyOf`, at every depth. */
const branches = (schema: Schema): readonly Schema[] => [schema, ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(branches)];

const propertiesOf = (schema: Schema): readonly (readonly [string, Schema])[] =>
  branches(schema).flatMap(({ properties }) => Object.entries(properties ?? {}));

/** Makes the OpenAPI links of a successful response: to its own record, to linked records, to the next page. */
const linksOf = <U extends Asker>(
  route: Route<U>,
  { answers, args }: RouteEndpoint<U>,
  method: Method,
  { routes, idOf, components: { language } }: OperationContext<U>,
): object => {
  if (answers === undefined || method === 'DELETE') return {};
  const members = propertiesOf(answers);
  const say = (text: Text, name: string) => text[language].replace('{name}', name);
  const own = routes.flatMap((other) => {
    const [name, ...more] = other.variables;
    if (name === undefined || more.length > 0 || baseOf(other.path) === other.path || baseOf(other.path) !== baseOf(route.path)) return [];
    if (!members.some(([member]) => member === name)) return [];
    // POST, PUT and PATCH of an update are one operation.
    const methods = other.endpoints.map((one): Method => (isUpdate(one) ? 'PATCH' : (one.methods[0] ?? 'GET')));
    // Names that can change, such as slugs, only serve to read a record.
    return (name === 'id' ? methods : methods.filter((one) => one === 'GET'))
      .filter((one) => !(other === route && (one === method || (one === 'PATCH' && method !== 'GET'))))
      .map((one) => {
        const operationId = idOf(other, one);
        return [
          operationId,
          { operationId, parameters: { [name]: `$response.body#/${name}` }, description: say(TEXTS.own, name) },
        ] as const;
      });
  });
  const named = members.flatMap(([member, schema]) => {
    const inside = branches(schema);
    const listed = inside.flatMap(({ items }) => (items === undefined ? [] : branches(items)));
    const reading = (parts: readonly Schema[]) => {
      const titles = parts.flatMap((part) => nameOf(part) ?? []);
      return routes.find((other) => {
        const title = nameOf(endpointFor(other, 'GET')?.answers ?? {});
        return other.variables.length === 1 && other.path.endsWith('/{id}') && title !== undefined && titles.includes(title);
      });
    };
    const alone = reading(inside);
    const other = alone ?? reading(listed);
    if (other === undefined) return [];
    const isList = alone === undefined;
    const parameters = { id: `$response.body#/${member}${isList ? '/0' : ''}/id` };
    return [[member, { operationId: idOf(other, 'GET'), parameters, description: say(TEXTS[isList ? 'first' : 'part'], member) }] as const];
  });
  const hasPages = method === 'GET' && Object.hasOwn(args, 'page') && members.some(([member]) => member === 'next_rest_url');
  const next = hasPages ? [['next', { operationId: idOf(route, 'GET'), description: TEXTS.next[language] }] as const] : [];
  return Object.fromEntries([...own, ...named, ...next]);
};
