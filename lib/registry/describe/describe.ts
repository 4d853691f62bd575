import { errors } from '../../errors';
import type { AnswerValue } from '../answers/answers';
import type { Asker, Registry, Route } from '../route';
import { cachedIndex } from './cached-index';
import type { namespaceAnswer } from './describe-answer';
import { complete, describeConstant, type Links, momentOf, type Reader, type RouteDescription } from './describe-route';

/** The index of one namespace. */
export type NamespaceDescription = AnswerValue<typeof namespaceAnswer>;

/** The index of a language root: the site and its routes. */
export interface RootDescription {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly home: string;
  readonly gmt_offset: number;
  readonly timezone_string: string;
  readonly namespaces: readonly string[];
  readonly authentication: Readonly<Record<string, unknown>>;
  readonly routes: Readonly<Record<string, RouteDescription>>;
  /** Images that the CMS stores by ID. There are none, but clients of its index expect the members. */
  readonly site_logo: 0;
  readonly site_icon: 0;
  readonly site_icon_url: '';
  readonly _links: Links;
}

/** The index `name` of some routes. It is cached until the routes, the reader or the computed defaults change. */
const indexOf = <U extends Asker, T extends object>(
  registry: Registry<U>,
  name: string,
  routes: readonly Route<U>[],
  reader: Reader,
  make: (described: Readonly<Record<string, RouteDescription>>) => T,
): T => {
  const parts = routes.map((route) => [route, describeConstant(route, reader.language)] as const);
  const moments = parts.map(([, constant]) => momentOf(constant, reader.language));
  return cachedIndex(registry.routes, `${name} ${reader.language}`, {
    constant: () => parts.map(([{ key }, { description }]) => [key, description]),
    reader,
    moment: moments.flat(),
    make: () =>
      make(
        Object.fromEntries(
          parts.map(([route, constant], index) => [route.key, complete(route, constant, moments[index] ?? [], reader.baseUrl)]),
        ),
      ),
  });
};

/** Describes a namespace. Throws `rest_invalid_namespace` for an unknown one. */
export const describeNamespace = <U extends Asker>(registry: Registry<U>, namespace: unknown, reader: Reader): NamespaceDescription => {
  const known = registry.namespaces.find((one) => one === namespace);
  if (known === undefined) throw errors.invalidNamespace();
  const routes = registry.routes.filter((route) => route.namespace === known);
  return indexOf(registry, known, routes, reader, (described) => ({
    namespace: known,
    routes: described,
    _links: { up: [{ href: `${reader.baseUrl}/` }] },
  }));
};

const CONTEXT = { description: { en: 'The scope of the request.', fr: 'La portée de la requête.' } } as const;

/** Describes the language root. `home` is the address of the site for people. */
export const describeRoot = <U extends Asker>(
  registry: Registry<U>,
  options: Reader & {
    readonly name: string;
    readonly description: string;
    readonly home?: string;
    readonly gmtOffset?: number;
    readonly timezone?: string;
    /** The ways to sign in, by the CMS’ names. */
    readonly authentication?: RootDescription['authentication'];
  },
): RootDescription => {
  const { language, baseUrl, name, description, home = baseUrl, gmtOffset = 0, timezone = 'UTC', authentication = {} } = options;
  const itself: RouteDescription = {
    namespace: '',
    methods: ['GET'],
    endpoints: [{ methods: ['GET'], args: { context: { default: 'view', description: CONTEXT.description[language], required: false } } }],
    _links: { self: [{ href: `${baseUrl}/` }] },
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
    routes: { '/': itself, ...routes },
    site_logo: 0,
    site_icon: 0,
    site_icon_url: '',
    _links: { help: [{ href: `${baseUrl}${doc?.key ?? '/'}` }] },
  }));
};
