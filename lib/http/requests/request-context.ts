import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Language } from '../../language';
import type { Method, Reply } from '../../registry';
import type { Form } from '../bodies/form';
import type { CmsRequest } from './cms-address';

/** A request, with the ms that it waited before it began. */
export interface TimedRequest extends IncomingMessage {
  waited?: number;
}

/** The state of one request: its address and query, and the facts that are found while it is answered. */
export interface RequestContext {
  /** The request ID, in the answer's `X-Request-Id` and in the log. */
  readonly id: string;
  /** The method as sent. */
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

/** An answer of a handler, a page or a refusal. */
export interface Answer extends Reply {
  /** Set for an error, which `_fields` does not change. */
  readonly refusal?: true;
  /** The answer as it is sent, if it is written already. Its body is null then. */
  readonly written?: WrittenAnswer;
}

/** An answer as it is sent. It may be sent many times, so it keeps its tag and its compressed bytes. */
export interface WrittenAnswer {
  readonly status: number;
  readonly type: string;
  /** The bytes to send. Large answers of the cache are unpacked for it. */
  readonly text: Buffer;
  /** The length of `text`. */
  readonly length: number;
  /** The entity tag. Undefined until it is needed. */
  tag?: string | undefined;
  /** The text by content coding. */
  readonly compressed: Map<string, Buffer>;
}

/** The times that a request waited, in ms. Parallel waits are added up. */
export interface Waits {
  /** For the body of the request. */
  body: number;
  /** For a turn in the queue. */
  queue: number;
  /** For a connection to the database, for answers of the database, and the number of its commands. */
  connection: number;
  database: number;
  commands: number;
  /** For transactions that change the same records. */
  others: number;
}

const storage = new AsyncLocalStorage<Waits>();

/** Runs work on a request and measures its waits. */
export const measuringWaits = <T>(request: RequestContext, work: () => T): T => {
  request.waits = { body: 0, queue: 0, connection: 0, database: 0, commands: 0, others: 0 };
  return storage.run(request.waits, work);
};

/** The waits of the current request. Undefined outside a request, and if waits are not measured. */
export const currentWaits = (): Waits | undefined => storage.getStore();
