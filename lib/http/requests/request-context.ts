import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import type { Method } from '../../registry';
import { emptyForm, type Form } from '../bodies/form';
import { clientAddress } from './address';
import type { CmsRequest } from './cms-address';
import type { Waits } from './waits';

/** A request, with the ms that it waited before it began. */
export interface TimedRequest extends IncomingMessage {
  waited?: number;
}

/** The state of one request: its address and query, and the facts that are found while it is answered. */
export interface RequestContext {
  /** The request ID, in the answer's `X-Request-Id` and in the log. */
  readonly id: string;
  /** The HTTP method as sent. */
  readonly method: string;
  /** The moment of arrival, in ms of `performance.now()`. */
  readonly started: number;
  /** The client's address: that of the connection, or the one from trusted proxies. */
  readonly address: string;
  /** The path as sent, percent-encoded. */
  readonly path: string;
  /** The path at which another application mounts the service, e.g. `/api`. Usually empty. */
  readonly mount: string;
  /** The query string as sent, without `?` and without the parameters that only name a legacy address. */
  search: string;
  /** True if a page is answered even to clients that accept anything. */
  isForPeople: boolean;
  /** The request below `/wp-json/`; undefined for other requests. */
  cms: CmsRequest | undefined;
  /** The language of texts: first that of the address, later the effective one. */
  language: Language;
  query: Form;
  /** The value of `_fields`, from the body or else from the query. */
  fields: unknown;
  /** The address of the language root without a final slash. Undefined outside the languages. */
  baseUrl: string | undefined;
  userId: unknown;
  /** The index key of the route, for metrics. */
  route: string;
  /** The code of the refusal, for log and metrics. */
  code: string | undefined;
  /** The times that the request waited, if they are measured. */
  waits: Waits | undefined;
  /** The plugin whose endpoint answers, for the log. */
  plugin: string | undefined;
  /** True if the handler belongs to a plugin or a program, not to the service. */
  isOfOthers: boolean;
  /** The header `Ignored-Params`: sent parameters that the endpoint does not declare. Undefined if there are none. */
  ignored: string | undefined;
  /** The methods that the user may use here. Undefined without a route. */
  allow: readonly Method[] | undefined;
}

/** An answer before it is written as JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly language?: Language | undefined;
  /** The members of the body that `_fields` never removes. */
  readonly kept?: readonly string[] | undefined;
  /** The revision of a single shown record. The entity tag begins with it. */
  readonly revision?: string | undefined;
  /** Set for an error, which `_fields` does not change. */
  readonly refusal?: true;
  /** The answer as it is sent, if it is written already. */
  readonly written?: WrittenAnswer;
}

/** An answer as it is sent. */
export interface WrittenAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: Buffer;
  readonly tag: string;
}

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
