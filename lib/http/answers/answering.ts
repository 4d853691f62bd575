import type { Context } from 'koa';
import { ApiError, errors } from '../../errors';
import { removeInherited, reportRemoved, thrownBy } from '../../registry';
import type { Caller, HttpOptions } from '../options';
import { CMS_ROOT, type CmsNames, type CmsRequest, loggedAddress, mountAddress } from '../requests/address';
import type { Answer, RequestContext } from '../requests/request-context';
import { isCompressible } from './compression';
import { createRefuser, prefersProblem } from './errors';
import { type Cors, createCorsHeaders } from './headers';
import { send, tagOf, writeAnswer, writtenText } from './sending';

type AnsweringOptions = { readonly registry: Cors['registry'] & { readonly namespaces: readonly string[] } } & Pick<
  HttpOptions<Caller>,
  'served' | 'cms' | 'log' | 'corsOrigins' | 'translate' | 'catalogue' | 'trustProxy' | 'publicUrl' | 'logAddress' | 'slowMilliseconds'
>;

/** Makes the outermost handler. It sends the response of `work`, or of the error that `work` throws, and logs the request. */
export const createAnswering = (options: AnsweringOptions) => {
  const { log, registry } = options;
  const cors = createCorsHeaders({ origins: options.corsOrigins, registry });
  const refuse = createRefuser(options);

  /** Removes members that plugins have added to `Object.prototype`. */
  const clean = (plugin?: string): void => {
    removeInherited(plugin === undefined ? {} : { plugin });
    reportRemoved(log);
  };

  return async (ctx: Context, request: RequestContext, work: () => Promise<Answer>): Promise<void> => {
    clean();
    const before = ctx.res.getHeaders();
    let answer: Answer;
    try {
      if (ctx.method === 'TRACE') throw errors.methodNotAllowed();
      answer = await work();
    } catch (error) {
      answer = refuse(error, request, problemRoot(ctx, request, error, options));
    }
    clean(request.plugin);
    try {
      await send(ctx, request, withCmsLinks(ctx, request, answer, options), cors);
    } catch (error) {
      // The response of the handler cannot be written as JSON, or its headers cannot be sent: nothing of the response is sent.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      for (const [name, value] of Object.entries(before)) if (value !== undefined) ctx.res.setHeader(name, value);
      const { plugin } = request;
      const cause = plugin === undefined ? error : thrownBy({ hook: 'handle', plugin }, error);
      await send(ctx, request, refuse(cause, request, problemRoot(ctx, request, error, options)), cors);
    }
    logRequest(ctx, request, options);
  };
};

/** Returns the address above the error pages, for a problem document. Undefined if the client does not prefer problem documents. */
const problemRoot = (ctx: Context, { mount }: RequestContext, error: unknown, options: AnsweringOptions): string | undefined => {
  if (!prefersProblem(ctx)) return undefined;
  try {
    if (error instanceof ApiError && error.code === 'rest_invalid_host') throw error;
    return mountAddress(ctx.req, mount, options);
  } catch {
    // A request without a usable host gets links that begin with the path.
    return options.publicUrl?.replace(/\/+$/, '') ?? mount;
  }
};

/** Moves the links of a response below `/wp-json/` if the request came there. Adds to pages the headers that announce the API. */
const withCmsLinks = (ctx: Context, request: RequestContext, answer: Answer, options: AnsweringOptions): Answer => {
  const { method, route, mount, cms: cmsRequest } = request;
  const { cms, registry } = options;
  const isPage = /^text\/html/i.test(answer.written?.type ?? answer.headers['Content-Type'] ?? '');
  if (cms === undefined || (cmsRequest === undefined && (request.baseUrl === undefined || !isPage))) return answer;
  const origin = mountAddress(ctx.req, mount, options);
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

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const logRequest = (ctx: Context, request: RequestContext, { log, logAddress = 'short', slowMilliseconds = 0 }: AnsweringOptions): void => {
  const { method, status } = ctx;
  const { id, path, userId: user, language, code, waits } = request;
  const milliseconds = rounded(performance.now() - request.started);
  const address = loggedAddress(request.address, logAddress);
  log.info({ id, method, path, status, milliseconds, user, address, language, code }, 'request');
  if (waits === undefined || milliseconds < slowMilliseconds) return;
  const waited = Object.fromEntries(Object.entries(waits).map(([name, much]) => [name, rounded(much)]));
  log.warn({ id, method, path, status, milliseconds, waited }, 'slow request');
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Makes the functions that move links in a text from below the language roots to below `/wp-json/`. `address` is that of the service. */
const cmsLinks = (request: CmsRequest, address: string, cms: CmsNames, { served, registry: { namespaces } }: AnsweringOptions) => {
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
