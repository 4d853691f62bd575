import type { Served } from '../../language';
import { CMS_ROOT, type CmsNames, type CmsRequest } from '../requests/cms-address';
import type { Answer, RequestContext } from '../requests/request-context';
import { isCompressible } from './compression';
import { writtenText } from './representation';
import { type Sendable, tagOf } from './sending';

/** The parts of the service that addresses below `/wp-json/` depend on. */
export interface CmsSite {
  readonly served: Served;
  readonly registry: { readonly namespaces: readonly string[] };
  readonly cms?: CmsNames | undefined;
}

export const isPage = ({ headers, written }: Answer): boolean => /^text\/html/i.test(written?.type ?? headers['Content-Type'] ?? '');

/** Returns the headers that announce the API to clients of The Events Calendar. `origin` is the site's address without a final slash. */
export const discoveryHeaders = (origin: string, { alias }: CmsNames): Readonly<Record<string, string>> => ({
  'X-TEC-API-VERSION': 'v1',
  'X-TEC-API-ROOT': `${origin}${CMS_ROOT}/${alias}/`,
  'X-TEC-API-ORIGIN': origin,
});

/** Moves the links of a response below `/wp-json/`. `address` is that of the service, without a final slash. */
export const answerBelowCms = (
  answer: Sendable,
  { method, route, cms: request }: Pick<RequestContext, 'method' | 'route'> & { readonly cms: CmsRequest },
  address: string,
  site: CmsSite & { readonly cms: CmsNames },
): Answer => {
  const links = cmsLinks(request, address, site);
  const { written } = answer;
  // The index and the OpenAPI document of a namespace list routes as paths, without the host.
  const namesRoutes = site.registry.namespaces.some((namespace) => [`/${namespace}`, `/${namespace}/doc`].includes(route));
  const move = method === 'OPTIONS' || namesRoutes ? links.renamed : route === '/' ? links.rooted : links.moved;
  return {
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, links.moved(value)])),
    written: isCompressible(written.type)
      ? { ...writtenText(written.status, written.type, move(written.text.toString())), tag: tagOf(answer) }
      : written,
  };
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const cmsLinks = (
  request: CmsRequest,
  address: string,
  { served, registry: { namespaces }, cms }: CmsSite & { readonly cms: CmsNames },
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
  /** Moves links to routes in a text from below the language roots to below `/wp-json/`. Links to pages stay. */
  const moved = (text: string): string => move(text, link);
  /** Moves links in an index, also those to the language root, to below `/wp-json/`. */
  const rooted = (text: string): string =>
    move(text, links(')`')).replace(end, (_, before: string, __, slash: string) => `${before}${root}${slash}`);
  /** Moves links, and renames the namespace in the names of routes, in an index or OpenAPI document of a namespace. */
  const renamed = (text: string): string => (request.usesAlias ? rooted(text).replaceAll(cms.namespace, cms.alias) : rooted(text));
  return { moved, rooted, renamed };
};

/** Adds the query parameter `lang` to a link whose language differs from that of `/wp-json/`. */
const inLanguage = (link: string, language: string, { rootLanguage }: CmsRequest): string => {
  if (language === rootLanguage) return link;
  const [address = '', hash] = link.split('#', 2);
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}${hash === undefined ? '' : `#${hash}`}`;
};

/** Lists the routes of an index a second time, by the alias of their namespace. `routes` are indexed by their names. */
export const withAlias = <R extends { readonly namespace: string }>(
  routes: Readonly<Record<string, R>>,
  { namespace, alias }: CmsNames,
): Readonly<Record<string, R>> =>
  Object.fromEntries(
    Object.entries(routes).flatMap(([name, route]) => {
      if (route.namespace !== namespace) return [[name, route]];
      const renamed = `/${alias}${name.slice(namespace.length + 1)}`;
      return [
        [renamed, { ...route, namespace: alias }],
        [name, route],
      ];
    }),
  );
