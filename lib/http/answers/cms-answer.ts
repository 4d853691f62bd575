import type { Served } from '../../language';
import { CMS_ROOT, type CmsNames, type CmsRequest, cmsLinks } from '../requests/cms-address';
import type { Answer, RequestContext, WrittenAnswer } from '../requests/request-context';
import { isCompressible } from './compression';

/** The parts of the service that its addresses below `/wp-json/` depend on. */
export interface CmsSite {
  readonly served: Served;
  readonly registry: { readonly namespaces: readonly string[] };
  readonly cms?: CmsNames | undefined;
}

/** True for answers that name routes without their address: the index and the OpenAPI document of a namespace. */
const namesRoutes = (route: string, namespaces: readonly string[]): boolean =>
  namespaces.some((namespace) => route === `/${namespace}` || route === `/${namespace}/doc`);

/** True for an HTML page. */
export const isPage = ({ headers, written }: Answer): boolean => /^text\/html/i.test(written?.type ?? headers['Content-Type'] ?? '');

/** Headers by which clients of The Events Calendar find the API from a page. `origin` is the address of the site, without a slash at its end. */
export const discoveryHeaders = (origin: string, { alias }: CmsNames): Readonly<Record<string, string>> => ({
  'X-TEC-API-VERSION': 'v1',
  'X-TEC-API-ROOT': `${origin}${CMS_ROOT}/${alias}/`,
  'X-TEC-API-ORIGIN': origin,
});

/** Moves the links of an answer to below `/wp-json/`, for a request that came there. `address` is that of the service, without a slash at its end. */
export const answerBelowCms = (
  answer: Answer & { readonly written: WrittenAnswer },
  { method, route, cms: request }: Pick<RequestContext, 'method' | 'route'> & { readonly cms: CmsRequest },
  address: string,
  { served, registry: { namespaces }, cms }: CmsSite & { readonly cms: CmsNames },
): Answer => {
  const links = cmsLinks(request, address, served, namespaces, cms);
  const { written } = answer;
  const indexed = route === '/' ? links.rooted : links.moved;
  const move = method === 'OPTIONS' || namesRoutes(route, namespaces) ? links.renamed : indexed;
  return {
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, links.moved(value)])),
    written: isCompressible(written.type) ? { ...written, text: Buffer.from(move(written.text.toString())) } : written,
  };
};
