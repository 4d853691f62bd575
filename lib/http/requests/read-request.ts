import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import { emptyForm } from '../bodies/form';
import { clientAddress } from './address';
import type { RequestContext, TimedRequest } from './request-context';

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The ID of a request: that of a trusted proxy, else a new one. */
export const requestId = ({ headers }: IncomingMessage, trustProxy: number): string => {
  const given = String(headers['x-request-id'] ?? '');
  return trustProxy > 0 && REQUEST_ID.test(given) ? given : randomUUID();
};

/** Makes the context of a request. */
export const createRequestContext = (ctx: Context, trustProxy: number, served: Served): RequestContext => {
  const { waited = 0 }: TimedRequest = ctx.req;
  ctx.url = localTarget(ctx.url);
  return {
    id: requestId(ctx.req, trustProxy),
    method: ctx.method,
    started: performance.now() - waited,
    address: clientAddress(ctx.req, trustProxy),
    path: ctx.path,
    mount: mountOf(ctx),
    search: ctx.querystring,
    isForPeople: false,
    cms: undefined,
    language: firstLanguage(ctx, served),
    query: emptyForm(),
    fields: undefined,
    baseUrl: undefined,
    userId: undefined,
    route: '',
    code: undefined,
    waits: undefined,
    plugin: undefined,
    isOfOthers: false,
    ignored: undefined,
    allow: undefined,
  };
};

/** The path that another application in front removed from the address. */
const mountOf = ({ originalUrl, url, path }: Context): string => {
  if (originalUrl === url) return '';
  const [original = ''] = localTarget(originalUrl).split('?', 1);
  return original.endsWith(path) ? original.slice(0, -path.length) : '';
};

/** The language of the address, else the client's preferred language among those served. */
const firstLanguage = (ctx: Context, served: Served): Language => {
  const [, segment = ''] = ctx.path.toLowerCase().split('/', 2);
  if (isServed(segment, served)) return segment;
  // Among equally preferred languages the first one of the service counts.
  const liked = ctx.acceptsLanguages(served.first, ...served.languages);
  return isServed(liked, served) ? liked : served.first;
};

/** The path and query of a request's first line. Some clients send whole addresses, or `*`. */
export const localTarget = (target: string): string => {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return local.startsWith('/') ? local : `/${local}`;
};
