import { isServed, type Language, type Served } from '../../language';

/** The namespace of the calendar, and its alias below `/wp-json/`, which clients of The Events Calendar use. */
export interface CmsNames {
  readonly namespace: string;
  readonly alias: string;
}

/** A request below `/wp-json/`, rewritten as one below a language root. */
export interface CmsRequest {
  readonly prefix: Language;
  /** The path below the language root, percent-encoded. */
  readonly path: string;
  /** The query string without `rest_route` and `lang`, which are read already. */
  readonly search: string;
  /** The path that links begin with: `/wp-json`, or `/fr/wp-json` if the client asked there. */
  readonly root: string;
  /** The language of links below `root` without a `lang` parameter. */
  readonly rootLanguage: Language;
  /** True if links contain the alias. False if the request contains the namespace itself. */
  readonly usesAlias: boolean;
}

export const CMS_ROOT = '/wp-json';

const BELOW_ROOT = /^(?:\/([a-z]{2}))?\/wp-json(\/.*)?$/is;
const PLAIN_ROOT = /^(?:\/([a-z]{2}))?\/(index\.php)?$/i;

/** True if a path is a namespace or lies below a namespace. Upper and lower case are equal. */
const isBelow = (path: string, namespace: string): boolean => `${path.toLowerCase()}/`.startsWith(`/${namespace}/`);

/** Finds the language, the route and its parameters in a path below `/wp-json`, or in `rest_route` at `/` and `/index.php`. */
const routeOf = (path: string, search: string, { alias }: CmsNames) => {
  const [isPretty, pretty, route = '/'] = BELOW_ROOT.exec(path) ?? [];
  if (isPretty !== undefined) return { segment: pretty, route, params: [] };
  const [isPlain, segment, file] = PLAIN_ROOT.exec(path) ?? [];
  if (isPlain === undefined) return undefined;
  const named = new URLSearchParams(search).get('rest_route');
  // At `/` other routes belong to the language root.
  if (!named?.startsWith('/') || (file === undefined && !isBelow(named, alias))) return undefined;
  return { segment, route: encodeURI(named), params: ['rest_route'] };
};

/**
 * Reads a request of a client of The Events Calendar. The language is that of `lang`, else of the path, else the default. An unserved
 * `lang` stays in the query, where it is ignored. Undefined for any other request.
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
  // The index below the alias names the alias.
  const namesAlias = query.get('namespace') === names.alias;
  if (namesAlias) query.set('namespace', names.namespace);
  return {
    prefix: isNamed ? lang : rootLanguage,
    path: isAlias ? `/${names.namespace}${route.slice(names.alias.length + 1)}` : route,
    search: understood.length > 0 || namesAlias ? query.toString() : search,
    root: segment === undefined ? CMS_ROOT : `/${segment}${CMS_ROOT}`,
    rootLanguage,
    usesAlias: isAlias || !isBelow(route, names.namespace),
  };
};
