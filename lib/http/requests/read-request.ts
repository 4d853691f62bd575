import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import { emptyForm } from '../bodies/form';
import { clientAddress } from './address';
import type { RequestContext, TimedRequest } from './request-context';
import { belowRoot } from './target';

/** Returns the ID of a request: that of a trusted proxy, else a new one. */
export const requestId = ({ headers }: IncomingMessage, trustProxy: number): string => {
  const given = String(headers['x-request-id'] ?? '');
  return trustProxy > 0 && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
};

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
    language: belowRoot(ctx.path, served)?.prefix ?? preferredLanguage(ctx, served),
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

/** Returns the path prefix at which Koa mounts the service. Empty if there is none. */
const mountOf = ({ originalUrl, url, path }: Context): string => {
  if (originalUrl === url) return '';
  const original = pathOf(originalUrl);
  return original.endsWith(path) ? original.slice(0, -path.length) : '';
};

/** Returns the served language that `Accept-Language` prefers. The default language wins among equally preferred ones. */
const preferredLanguage = (ctx: Context, served: Served): Language => {
  const preferred = ctx.acceptsLanguages(served.first, ...served.languages);
  return isServed(preferred, served) ? preferred : served.first;
};

/** Returns the path and query in a request's first line. Some clients send whole addresses, or `*`. */
const localTarget = (target: string): string => {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return local.startsWith('/') ? local : `/${local}`;
};

/** Returns the path in a request's first line, percent-encoded. */
export const pathOf = (target: string): string => localTarget(target).split('?', 1)[0] ?? '';
