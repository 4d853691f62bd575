import type { IncomingMessage } from 'node:http';
import type { RootDescription } from '../../registry';
import type { Caller, RequestOptions } from '../options';
import { mountAddress } from '../requests/address';
import { CMS_ROOT, type CmsNames, type CmsRequest } from '../requests/cms-request';
import type { Answer, RequestContext } from '../requests/request-context';
import { isCompressible } from './compression';
import { tagOf, writeAnswer, writtenText } from './sending';

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
