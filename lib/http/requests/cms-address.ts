import { isServed, type Language, type Served } from '../../language';

/** The namespace of the calendar, and its name below `/wp-json/`, where clients of The Events Calendar look for it. */
export interface CmsNames {
  readonly namespace: string;
  readonly alias: string;
}

/** A request below `/wp-json/`, as the same request below a language root. */
export interface CmsRequest {
  readonly prefix: Language;
  /** The path below the language root, percent-encoded. */
  readonly path: string;
  /** The query string without the parameters that are understood here: `rest_route` and `lang`. */
  readonly search: string;
  /** The path that links begin with: `/wp-json`, or `/fr/wp-json` if the client asked there. */
  readonly root: string;
  /** The language that links below `root` are in unless they name another one. */
  readonly rootLanguage: Language;
  /** True if links use the alias. False for a request that names the namespace itself. */
  readonly usesAlias: boolean;
}

/** The path of the CMS' root. */
export const CMS_ROOT = '/wp-json';

const BELOW_ROOT = /^(?:\/([a-z]{2}))?\/wp-json(\/.*)?$/is;
const PLAIN_ROOT = /^(?:\/([a-z]{2}))?\/(index\.php)?$/i;

const withoutNames = (query: URLSearchParams, names: readonly string[]): string => {
  for (const name of names) query.delete(name);
  return query.toString();
};

/** True if a path is a namespace or lies below it, in any case. */
const isBelow = (path: string, namespace: string): boolean => {
  const found = path.toLowerCase();
  return found === `/${namespace}` || found.startsWith(`/${namespace}/`);
};

/** The route of a request below the CMS' root, and how the request named it. */
interface NamedRoute {
  /** The language in the path. */
  readonly segment: string | undefined;
  readonly route: string;
  /** The query parameters that named the route. */
  readonly params: readonly string[];
}

/** Finds the route below `/wp-json`, or in `rest_route` at `/` and `/index.php`. Undefined for other addresses. */
const routeOf = (path: string, search: string, { alias }: CmsNames): NamedRoute | undefined => {
  const [isPretty, pretty, route = '/'] = BELOW_ROOT.exec(path) ?? [];
  if (isPretty !== undefined) return { segment: pretty, route, params: [] };
  const [isPlain, segment, file] = PLAIN_ROOT.exec(path) ?? [];
  if (isPlain === undefined) return undefined;
  const named = new URLSearchParams(search).get('rest_route');
  // At `/` other routes are those of the language root.
  if (!named?.startsWith('/') || (file === undefined && !isBelow(named, alias))) return undefined;
  return { segment, route: encodeURI(named), params: ['rest_route'] };
};

/**
 * Reads a request of a client of The Events Calendar. `lang` names the language, else the path, else the default language. A `lang` that is not
 * served stays in the query, where it is ignored. Undefined for any other request.
 */
export const readCmsRequest = (path: string, search: string, served: Served, names: CmsNames): CmsRequest | undefined => {
  const found = routeOf(path, search, names);
  if (found === undefined) return undefined;
  const { route, params } = found;
  const query = new URLSearchParams(search);
  const segment = found.segment?.toLowerCase();
  if (segment !== undefined && !isServed(segment, served)) return undefined;
  const rootLanguage = segment ?? served.first;
  const lang = query.get('lang')?.toLowerCase();
  const isNamed = isServed(lang, served);
  const isAlias = isBelow(route, names.alias);
  const understood = [...params, ...(isNamed ? ['lang'] : [])];
  return {
    prefix: isNamed ? lang : rootLanguage,
    path: isAlias ? `/${names.namespace}${route.slice(names.alias.length + 1)}` : route,
    search: understood.some((name) => query.has(name)) ? withoutNames(query, understood) : search,
    root: segment === undefined ? CMS_ROOT : `/${segment}${CMS_ROOT}`,
    rootLanguage,
    usesAlias: isAlias || !isBelow(route, names.namespace),
  };
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Adds `lang` to a link in another language than that of its root. */
const inLanguage = (link: string, language: string, { rootLanguage }: CmsRequest): string => {
  if (language === rootLanguage) return link;
  const [address = '', hash] = link.split('#', 2);
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}${hash === undefined ? '' : `#${hash}`}`;
};

/** Rewrites the links of answers. */
export interface CmsLinks {
  /** Moves links to routes from below the language roots to below `/wp-json/`. Links to pages stay. */
  moved(text: string): string;
  /** Also moves links to the language root itself, for an index. */
  rooted(text: string): string;
  /** Also renames the namespace in the names of routes, for the index or the OpenAPI document of a namespace. */
  renamed(text: string): string;
}

/** Makes the functions that rewrite the links of one request. `address` is that of the service, without a slash at its end. */
export const cmsLinks = (
  request: CmsRequest,
  address: string,
  served: Served,
  namespaces: readonly string[],
  names: CmsNames,
): CmsLinks => {
  const root = `${address}${request.root}`;
  const roots = `${escaped(address)}/(${served.languages.join('|')})`;
  /** Links to routes; in prose they end before a bracket or a backtick. */
  const links = (end: string) => new RegExp(`${roots}/(${namespaces.map(escaped).join('|')})(?![\\w-])([^\\s"'<>\\\\${end}]*)`, 'g');
  const end = new RegExp(`(["'(<\\s])${roots}(/?)(?=["')>\\s])`, 'g');
  const nameOf = (namespace: string): string => (request.usesAlias && namespace === names.namespace ? names.alias : namespace);
  const move = (text: string, link: RegExp): string =>
    text.replace(link, (_, language: string, namespace: string, rest: string) =>
      inLanguage(`${root}/${nameOf(namespace)}${rest}`, language, request),
    );
  const [link, linkInProse] = [links(''), links(')`')];
  const rooted = (text: string): string =>
    move(text, linkInProse).replace(end, (_, before: string, __, slash: string) => `${before}${root}${slash}`);
  return {
    moved: (text) => move(text, link),
    rooted,
    renamed: (text) => (request.usesAlias ? rooted(text).replaceAll(names.namespace, names.alias) : rooted(text)),
  };
};

/** Names routes of an index by the alias too. `routes` are those of an index, by their names. */
export const withAlias = <R extends { readonly namespace: string }>(
  routes: Readonly<Record<string, R>>,
  { namespace, alias }: CmsNames,
): Readonly<Record<string, R>> =>
  Object.fromEntries(
    Object.entries(routes).flatMap(([name, route]) => {
      if (route.namespace !== namespace) return [[name, route]];
      return [
        [`/${alias}${name.slice(namespace.length + 1)}`, { ...route, namespace: alias }],
        [name, route],
      ];
    }),
  );
