/**
 * The API below `/wp-json/` for clients of The Events Calendar. A request there is rewritten as one below a language root, and the links
 * of its response are moved back.
 */

import type { IncomingMessage } from 'node:http';
import { isServed, type Language, type Served } from '../language';
import type { RootDescription } from '../registry';
import { isCompressible } from './answers/compression';
import { tagOf, writeAnswer, writtenText } from './answers/sending';
import type { Caller, RequestOptions } from './options';
import { mountAddress } from './requests/address';
import type { Answer, RequestContext } from './requests/request-context';

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

/** Adapts the index for `/wp-json/`. `url` is the address of the site, and the calendar's routes have the alias of its namespace too. */
export const asCmsRoot = <U extends Caller>(
  req: IncomingMessage,
  { mount }: RequestContext,
  root: RootDescription,
  options: RequestOptions<U>,
): RootDescription => {
  if (options.cms === undefined) return root;
  const { namespace, alias } = options.cms;
  const url = mountAddress(req, mount, options);
  const routes = Object.entries(root.routes).flatMap(([name, route]) => {
    const renamed = [`/${alias}${name.slice(namespace.length + 1)}`, { ...route, namespace: alias }] as const;
    return route.namespace === namespace ? [renamed, [name, route] as const] : [[name, route] as const];
  });
  return {
    ...root,
    namespaces: [alias, ...root.namespaces],
    routes: Object.fromEntries(routes),
    url,
    home: options.siteUrl ?? url,
  };
};

/** Moves the links of a response below `/wp-json/` if the request came there. Adds to pages the headers that announce the API. */
export const withCmsLinks = <U extends Caller>(
  req: IncomingMessage,
  request: RequestContext,
  answer: Answer,
  options: RequestOptions<U>,
): Answer => {
  const { method, route, mount, cms: cmsRequest } = request;
  const { cms, registry } = options;
  const isPage = /^text\/html/i.test(answer.written?.type ?? answer.headers['Content-Type'] ?? '');
  if (cms === undefined || (cmsRequest === undefined && (request.baseUrl === undefined || !isPage))) return answer;
  const origin = mountAddress(req, mount, options);
  request.baseUrl = `${origin}${cmsRequest?.root ?? CMS_ROOT}`;
  if (cmsRequest === undefined) {
    const api = { 'X-TEC-API-VERSION': 'v1', 'X-TEC-API-ROOT': `${origin}${CMS_ROOT}/${cms.alias}/`, 'X-TEC-API-ORIGIN': origin };
    return { ...answer, headers: { ...answer.headers, ...api } };
  }
  const sendable = writeAnswer(answer, request);
  const { status, type, text } = sendable.written;
  const links = cmsLinks(cmsRequest, origin, cms, options);
  // The index and the OpenAPI document of a namespace list routes as paths, without the host.
  const namesRoutes = registry.namespaces.some((namespace) => [`/${namespace}`, `/${namespace}/doc`].includes(route));
  const move = method === 'OPTIONS' || namesRoutes ? links.renamed : route === '/' ? links.rooted : links.moved;
  return {
    ...sendable,
    headers: Object.fromEntries(Object.entries(sendable.headers).map(([name, value]) => [name, links.moved(value)])),
    ...(isCompressible(type) && { written: { ...writtenText(status, type, move(text.toString())), tag: tagOf(sendable) } }),
  };
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Makes the functions that move links in a text from below the language roots to below `/wp-json/`. `address` is that of the service. */
const cmsLinks = <U extends Caller>(
  request: CmsRequest,
  address: string,
  cms: CmsNames,
  { served, registry: { namespaces } }: RequestOptions<U>,
) => {
  const root = `${address}${request.root}`;
  const roots = `${escaped(address)}/(${served.languages.join('|')})`;
  /** Makes the pattern of links to routes. In prose a link ends before a bracket or a backtick. */
  const links = (end: string) => new RegExp(`${roots}/(${namespaces.map(escaped).join('|')})(?![\\w-])([^\\s"'<>\\\\${end}]*)`, 'g');
  const link = links('');
  const end = new RegExp(`(["'(<\\s])${roots}(/?)(?=["')>\\s])`, 'g');
  const nameOf = (namespace: string): string => (request.usesAlias && namespace === cms.namespace ? cms.alias : namespace);
  const move = (text: string, link: RegExp): string =>
    text.replace(link, (_, language: string, namespace: string, rest: string) =>
      inLanguage(`${root}/${nameOf(namespace)}${rest}`, language, request),
    );
  /** Moves links to routes. Links to pages stay. */
  const moved = (text: string): string => move(text, link);
  /** Moves the links of an index, also those to the language root. */
  const rooted = (text: string): string =>
    move(text, links(')`')).replace(end, (_, before: string, __, slash: string) => `${before}${root}${slash}`);
  /** Moves the links of an index or an OpenAPI document, and renames the namespace in the names of routes. */
  const renamed = (text: string): string => (request.usesAlias ? rooted(text).replaceAll(cms.namespace, cms.alias) : rooted(text));
  return { moved, rooted, renamed };
};

/** Adds the query parameter `lang` to a link whose language differs from that of `/wp-json/`. */
const inLanguage = (link: string, language: string, { rootLanguage }: CmsRequest): string => {
  if (language === rootLanguage) return link;
  const [address = '', hash] = link.split('#', 2);
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}${hash === undefined ? '' : `#${hash}`}`;
};
