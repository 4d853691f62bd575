import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import type { Method } from '../../registry';
import type { Waits } from '../../waits';
import { emptyForm, type Form } from '../bodies/form';
import { clientAddress } from './address';
import type { CmsRequest } from './cms-address';

/** A request, with the ms that it has waited before it was begun. */
export interface TimedRequest extends IncomingMessage {
  waited?: number;
}

/** What is learnt of one request while it is answered, for the answer's headers and the log. */
export interface RequestContext {
  /** The request ID, in the answer's `X-Request-Id` and in the log. */
  readonly id: string;
  /** The HTTP method as it was sent. */
  readonly method: string;
  /** When it came, in ms of `performance.now()`. */
  readonly started: number;
  /** The client's address: that of the connection, or what the trusted proxies say. */
  readonly address: string;
  /** The path as it was sent, percent-encoded. */
  readonly path: string;
  /** The path below which another application serves all this, e.g. `/api`; empty where the address begins with the language. */
  readonly mount: string;
  /** The query string without `?`: as it was sent, but for what `cms` understands of it. */
  search: string;
  /** True if a page is answered even to clients that take anything. */
  isForPeople: boolean;
  /** The request below `/wp-json/` that this is; undefined for others. */
  cms: CmsRequest | undefined;
  /** The language of texts: that of the address at first, the effective one as soon as it is known. */
  language: Language;
  query: Form;
  /** What `_fields` says: the body's, else the query's. */
  fields: unknown;
  /** The address of the language root, without a slash at its end; undefined outside of the languages. */
  baseUrl: string | undefined;
  userId: unknown;
  /** The index key of the route, for metrics. */
  route: string;
  /** The code of the error that is answered, for the log and metrics. */
  code: string | undefined;
  /** What it waits for, where that is noted. */
  waits: Waits | undefined;
  /** The plugin whose endpoint answers, for the log. */
  plugin: string | undefined;
  /** True if the handler that answers is that of a plugin or a program, and not the service's own. */
  isOfOthers: boolean;
  /** The header `Ignored-Params`: parameters that were sent and that the endpoint does not declare; undefined where there are none. */
  ignored: string | undefined;
  /** What the asker may do here; undefined where no route was found. */
  allow: readonly Method[] | undefined;
}

/** What a request is answered, before it is represented in JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly language?: Language | undefined;
  /** The members of the body that `_fields` never takes away. */
  readonly kept?: readonly string[] | undefined;
  /** The state of the one record that is shown: its entity tag begins with it. */
  readonly revision?: string | undefined;
  /** An error: `_fields` does not apply. */
  readonly refusal?: true;
  /** The answer as it is sent, where it is written already. */
  readonly written?: WrittenAnswer;
}

/** An answer as it is sent. */
export interface WrittenAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: Buffer;
  /** The entity tag; without one it is worked out from the text. */
  readonly tag?: string;
}

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The ID of a request: that of a trusted proxy, else a new one. */
export const requestId = ({ headers }: IncomingMessage, trustProxy: number): string => {
  const given = String(headers['x-request-id'] ?? '');
  return trustProxy > 0 && REQUEST_ID.test(given) ? given : randomUUID();
};

/** Opens the books on a request. */
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

/** What another application took off the path in front of this one. */
const mountOf = ({ originalUrl, url, path }: Context): string => {
  if (originalUrl === url) return '';
  const [original = ''] = localTarget(originalUrl).split('?', 1);
  return original.endsWith(path) ? original.slice(0, -path.length) : '';
};

/** The language of the address, else of those that are served the one that the client likes best. */
const firstLanguage = (ctx: Context, served: Served): Language => {
  const [, segment = ''] = ctx.path.toLowerCase().split('/', 2);
  if (isServed(segment, served)) return segment;
  // Of those that it likes alike, or where it says nothing, the first that is named here.
  const liked = ctx.acceptsLanguages(served.first, ...served.languages);
  return isServed(liked, served) ? liked : served.first;
};

/** What stands in the first line of a request, from its path on: some clients send whole addresses, or `*`. */
export const localTarget = (target: string): string => {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return local.startsWith('/') ? local : `/${local}`;
};
