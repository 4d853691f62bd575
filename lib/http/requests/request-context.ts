import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isServed, type Language, type Served } from '../../language';
import type { Method, Reply } from '../../registry';
import type { Form } from '../bodies/form';
import type { CmsRequest } from './cms-request';

/** A Node.js request, with the time that it waited in a queue, in ms. */
export interface TimedRequest extends IncomingMessage {
  waited?: number;
}

/** The state of one request: address, query, and facts that its handling finds. */
export interface RequestContext {
  /** The request ID, for the response header `X-Request-Id` and the log. */
  readonly id: string;
  readonly method: string;
  /** The time of arrival, in ms of `performance.now()`. */
  readonly started: number;
  /** The client's IP address: that of the connection, or the one from trusted proxies. */
  readonly address: string;
  /** The path as sent, percent-encoded. */
  readonly path: string;
  /** The language in the path, and the path below. Undefined if the path begins with no language that is served. */
  readonly below: RequestBelow | undefined;
  /** The path prefix at which another application mounts the service, e.g. `/api`. Usually empty. */
  readonly mount: string;
  /** The query string as sent, without `?` and without the parameters that only name a legacy address. */
  search: string;
  /** True if an HTML page is sent even to clients that accept any media type. */
  isForPeople: boolean;
  /** The request below `/wp-json/`. Undefined for other requests. */
  cms?: CmsRequest | undefined;
  /** The language of texts: first that of the path, later the effective one. */
  language: Language;
  query: Form;
  /** The value of `_fields`, from the body or else from the query. */
  fields?: unknown;
  /** The address of the language root without a final slash. Undefined outside the languages. */
  baseUrl?: string | undefined;
  userId?: unknown;
  /** The index key of the route, for metrics. Empty if there is none. */
  route: string;
  /** The error code of the response, for log and metrics. Undefined if there is none. */
  code?: string | undefined;
  /** The times that the request waited. Undefined if they are not measured. */
  waits?: Waits | undefined;
  /** The name of the plugin whose endpoint answers, for the log. */
  plugin?: string | undefined;
  /** True if the handler belongs to a plugin or a program, not to the service. */
  isForeignHandler: boolean;
  /** The value of the header `Ignored-Params`: sent parameters that the endpoint does not declare. Undefined if there are none. */
  ignored?: string | undefined;
  /** The methods that the user may use on the route, for `Allow`. Undefined without a route. */
  allow?: readonly Method[] | undefined;
}

/** A response of a handler, a page or an error. */
export interface Answer extends Reply {
  /** True for an error, whose members `_fields` does not select. */
  readonly refusal?: true;
  /** The written bytes of the response, if there are any yet. `body` is null then. */
  readonly written?: WrittenAnswer;
}

/** A response written as bytes. It may be sent many times, so it stores its entity tag and its compressed bytes. */
export interface WrittenAnswer {
  readonly status: number;
  readonly type: string;
  /** The bytes to send. Reading them decompresses a large cached response. */
  readonly text: Buffer;
  readonly length: number;
  tag?: string | undefined;
  readonly compressed: Map<string, Buffer>;
}

/** The times that a request waited, in ms. Parallel waits are added up. */
interface Waits {
  body: number;
  queue: number;
  /** The waits for a database connection and for replies of the database, and the number of commands. */
  connection: number;
  database: number;
  commands: number;
  /** The wait for transactions that change the same records. */
  others: number;
}

const storage = new AsyncLocalStorage<Waits>();

/** Runs work on a request and measures the waits of the request. */
export const measuringWaits = <T>(request: RequestContext, work: () => T): T => {
  request.waits = { body: 0, queue: 0, connection: 0, database: 0, commands: 0, others: 0 };
  return storage.run(request.waits, work);
};

/** Returns the waits of the current request. Undefined outside a request, and if waits are not measured. */
export const currentWaits = (): Waits | undefined => storage.getStore();

/** Returns the ID of a request: that of a trusted proxy, else a new one. */
export const requestId = ({ headers }: IncomingMessage, trustProxy: number): string => {
  const given = String(headers['x-request-id'] ?? '');
  return trustProxy > 0 && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
};

/** True for GET and HEAD, as sent. */
export const isReading = ({ method }: { readonly method: string }): boolean => method === 'GET' || method === 'HEAD';

/** Returns the path and query in a request's first line. Some clients send whole addresses, or `*`. */
export const localTarget = (target: string): string => {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return local.startsWith('/') ? local : `/${local}`;
};

/** Returns the path in a request's first line, percent-encoded. */
export const pathOf = (target: string): string => localTarget(target).split('?', 1)[0] ?? '';

/** The language and path of an address below a language root, e.g. `fr` and `/cal/events/v1/events`. */
export interface RequestBelow {
  readonly prefix: Language;
  readonly path: string;
}

/** Splits a percent-encoded path at its language root. Undefined if the path begins with no language that is served. */
export const belowRoot = (path: string, served: Served): RequestBelow | undefined => {
  const [, segment = '', rest = ''] = /^\/([^/]+)(.*)$/s.exec(path) ?? [];
  const prefix = segment.toLowerCase();
  return isServed(prefix, served) ? { prefix, path: rest } : undefined;
};
