import type { IncomingMessage } from 'node:http';
import type { Language } from '../../language';
import type { Method } from '../../registry';
import type { Form } from '../bodies/form';
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
