import { errors } from '../../errors';
import type { Text } from '../../language';
import type { Answers, AnswerValue } from '../answers/reply';
import { cachedIndex } from '../answers/written-json';
import type { Asker, Registry, Route } from '../route';
import {
  completeDescription,
  computedDefaults,
  describeConstant,
  linksAnswer,
  type Reader,
  type RouteDescription,
  routeAnswer,
} from './describe-route';

export const namespaceAnswer = {
  type: 'object',
  title: 'NamespaceIndex',
  properties: {
    namespace: { type: 'string', required: true },
    routes: {
      type: 'object',
      additionalProperties: routeAnswer,
      required: true,
      description: { en: 'The routes by their patterns', fr: 'Les routes par leurs motifs' },
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
