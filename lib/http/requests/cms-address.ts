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

export const CMS_ROOT = '/wp-json';

const BELOW_ROOT = /^(?:\/([a-z]{2}))?\/wp-json(\/.*)?$/is;
const PLAIN_ROOT = /^(?:\/([a-z]{2}))?\/(index\.php)?$/i;

/** True if a path is a namespace or lies below it, in any case. */
const isBelow = (path: string, namespace: string): boolean => `${path.toLowerCase()}/`.startsWith(`/${namespace}/`);

/**
 * Finds the route below `/wp-json`, or in `rest_route` at `/` and `/index.php`. Undefined for other addresses.
 * `segment` is the language in the path, and `params` are the query parameters that named the route.
 */
const routeOf = (path: string, search: string, { alias }: CmsNames) => {
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
  const segment = found.segment?.toLowerCase();
  if (segment !== undefined && !isServed(segment, served)) return undefined;
  const rootLanguage = segment ?? served.first;
  const query = new URLSearchParams(search);
  const lang = query.get('lang')?.toLowerCase();
  const isNamed = isServed(lang, served);
  const isAlias = isBelow(route, names.alias);
  const understood = [...params, ...(isNamed ? ['lang'] : [])].filter((name) => query.has(name));
  for (const name of understood) query.delete(name);
  return {
    prefix: isNamed ? lang : rootLanguage,
    path: isAlias ? `/${names.namespace}${route.slice(names.alias.length + 1)}` : route,
    search: understood.length > 0 ? query.toString() : search,
    root: segment === undefined ? CMS_ROOT : `/${segment}${CMS_ROOT}`,
    rootLanguage,
    usesAlias: isAlias || !isBelow(route, names.namespace),
  };
};
