import type { CachedIndexes } from './answers/cached-index';
import { reply } from './answers/reply';
import type { Args, Schema } from './args/arg';
import { DOCUMENT_SCHEMAS, nameOf, partsOf, toJsonSchema } from './args/json-schema';
import { type DeclaredRoute, declareRoute, firstBy, type Registrar } from './compile-route';
import { DeclarationError } from './declarations/declaration';
import { describeNamespace, namespaceAnswer } from './describe';
import { hides } from './paths';
import type { Asker, DeclaredEndpoint, Registry, RegistryOwner, Route } from './route';

/**
 * The value of `methods` for an endpoint that reads.
 *
 * @example
 * registry.registerRoute('library/v1', '/hours', { methods: READABLE, permission: 'public', args: {}, handle: () => ({ from: 9, to: 18 }) });
 */
export const READABLE = 'GET';
/**
 * The value of `methods` for an endpoint that creates.
 *
 * @example
 * const create = { methods: CREATABLE, permission: 'edit_books', args: { title }, handle: ({ params }) => reply(params, { status: 201 }) };
 */
export const CREATABLE = 'POST';
/**
 * The value of `methods` for an endpoint that updates. The three methods are the same operation, and defaults do not apply.
 *
 * @example
 * const update = { methods: EDITABLE, permission: 'edit_books', args: { id, title }, handle: ({ record, params }) => ({ ...record, ...params }) };
 */
export const EDITABLE = 'POST, PUT, PATCH';
/**
 * The value of `methods` for an endpoint that deletes.
 *
 * @example
 * const remove = { methods: DELETABLE, permission: 'edit_books', args: { id }, handle: ({ record }) => ({ deleted: record.id }) };
 */
export const DELETABLE = 'DELETE';

const createTable = <U extends Asker>(everyRoute: Args) => ({
  everyRoute,
  byKey: new Map<string, Route<U>>(),
  namespaces: [] as string[],
  /** The schemas of responses by namespace and title. */
  titles: new Map<string, Schema>(),
  indexes: new Map() as CachedIndexes,
  /** The cached list of all routes. Undefined after a route was added. */
  routes: undefined as readonly Route<U>[] | undefined,
});

type RouteTable<U extends Asker> = ReturnType<typeof createTable<U>>;

/**
 * Makes an empty registry of routes. The first route of a namespace also adds the namespace's index at the path ''.
 * `everyRoute` are args of every endpoint, which are shown and validated, but not passed to handlers.
 *
 * @example
 * interface Reader { can(capability: 'edit_books'): boolean }
 * const registry = createRegistry<Reader>();
 */
export const createRegistry = <U extends Asker>({ everyRoute = {} }: { everyRoute?: Args } = {}): RegistryOwner<U> => {
  const table = createTable<U>(everyRoute);
  return Object.assign(viewOf(table, { plugin: undefined, trusted: false }), {
    forPlugin: (plugin: string) => viewOf(table, { plugin, trusted: false }),
    trusting: (plugin: string) => viewOf(table, { plugin, trusted: true }),
  });
};

const viewOf = <U extends Asker>(table: RouteTable<U>, by: Registrar): Registry<U> => {
  const view: Registry<U> = {
    get routes() {
      table.routes ??= Object.freeze([...table.byKey.values()]);
      return table.routes;
    },
    get namespaces() {
      return Object.freeze([...table.namespaces]);
    },
    everyRoute: table.everyRoute,
    indexes: table.indexes,
    registerRoute(namespace: string, route: string | DeclaredRoute<U>, ...endpoints: (DeclaredEndpoint<U> | undefined)[]) {
      openNamespace(table, namespace, view, by.plugin);
      // `addRoute` throws for an undefined endpoint.
      addRoute(table, namespace, typeof route === 'object' ? route : { path: route }, endpoints as DeclaredEndpoint<U>[], by);
    },
  };
  return view;
};

const openNamespace = <U extends Asker>(
  table: RouteTable<U>,
  namespace: string,
  registry: Registry<U>,
  plugin: string | undefined,
): void => {
  if (table.namespaces.includes(namespace)) return;
  if (!/^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*\/v\d+$/i.test(namespace)) {
    throw new DeclarationError(`Namespace "${namespace}" has no version: end it with one, such as "cal/events/v1".`);
  }
  table.namespaces.push(namespace);
  const index: DeclaredEndpoint<U> = {
    methods: READABLE,
    summary: { en: 'Describe the namespace', fr: 'Décrire l’espace de noms' },
    description: {
      en: 'All routes of the namespace with their methods and arguments, in the format of the CMS.',
      fr: 'Toutes les routes de l’espace de noms, avec leurs méthodes et leurs arguments, sous la forme du CMS.',
    },
    args: {
      namespace: { default: namespace, description: { en: 'The namespace to describe.', fr: 'L’espace de noms à décrire.' } },
      context: {
        default: 'view',
        description: { en: 'The scope of the request. It has no effect here.', fr: 'La portée de la requête. Elle est sans effet ici.' },
      },
    },
    permission: 'public',
    answers: namespaceAnswer,
    errors: ['rest_invalid_namespace'],
    // WordPress adds links to the index after `_fields` has selected members.
    handle: ({ params, language, baseUrl }) =>
      reply(describeNamespace(registry, params['namespace'], { language, baseUrl }), { kept: ['_links'] }),
  };
  addRoute(table, namespace, { path: '' }, [index], { plugin, trusted: true });
};

/** Adds a route, or endpoints to an existing route. Throws a `DeclarationError` that names the route. */
const addRoute = <U extends Asker>(
  table: RouteTable<U>,
  namespace: string,
  route: DeclaredRoute<U>,
  endpoints: readonly DeclaredEndpoint<U>[],
  by: Registrar,
): void => {
  const name = `${namespace}${route.path}`;
  try {
    const before = table.byKey.get(name);
    const declared = declareRoute(namespace, route, endpoints, { everyRoute: table.everyRoute, ...by, before });
    if (before === undefined) assertReachable(table, declared);
    for (const { answers } of endpoints) if (answers !== undefined) noteTitles(table.titles, namespace, answers);
    table.byKey.set(name, declared);
    table.routes = undefined;
    table.indexes.clear();
  } catch (error) {
    throw new DeclarationError(`Route ${name}: ${error instanceof Error ? error.message : error}`);
  }
};

/** Throws an Error if an existing route matches all URLs of the new route. */
const assertReachable = <U extends Asker>({ byKey }: RouteTable<U>, { key }: Route<U>): void => {
  const hiding = [...byKey.values()].find((other) => hides(other.key, key));
  if (hiding === undefined) return;
  throw new Error(
    `every address of it is one of /${hiding.namespace}${hiding.path} already${firstBy(hiding.endpoints[0]?.plugin)}: add to that path, or choose another.`,
  );
};

/** Records the titles in a response schema: component names. Throws an Error for a reserved title, and for two schemas with one title. */
const noteTitles = (titles: Map<string, Schema>, namespace: string, schema: Schema): void => {
  const title = nameOf(schema);
  if (title !== undefined) {
    if (DOCUMENT_SCHEMAS.some((one) => one === title)) throw new Error(`answers: the title "${title}" is that of errors: choose another.`);
    const key = `${namespace} ${title}`;
    const before = titles.get(key);
    if (before === schema) return;
    // Descriptions may differ.
    if (before !== undefined && JSON.stringify(toJsonSchema(before)) !== JSON.stringify(toJsonSchema(schema)))
      throw new Error(`answers: the title "${title}" is that of another schema already: give each its own, or the same schema.`);
    titles.set(key, before ?? schema);
  }
  for (const part of partsOf(schema)) noteTitles(titles, namespace, part);
};
