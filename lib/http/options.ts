import type { Cache } from '../cache';
import type { ApiError, Catalogue } from '../errors';
import type { Language, Served, Text } from '../language';
import type { Asker, Registry, Reply } from '../registry';
import type { Connections } from './limits/connections';
import type { Metrics } from './metrics';
import type { AddressDetail } from './requests/address';
import type { CmsNames } from './requests/cms-address';

/** A user, as this room needs it: with an ID for the log, if there is one. */
export interface Caller extends Asker {
  readonly id?: unknown;
}

/**
 * A structured logger, such as pino's.
 *
 * @example
 * const print = (fields: object, message: string) => console.error(message, fields);
 * const log: Log = { debug: () => undefined, info: () => undefined, warn: print, error: print };
 */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const nothing = (): void => undefined;
/** A log that writes nothing. */
export const SILENT: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** The default bounds. */
export const DEFAULT_LIMITS = {
  /** Bytes of a body, counted after decompression. */
  bodyBytes: 1_048_576,
  /** The maximum nesting of JSON. */
  jsonDepth: 512,
  /** The maximum number of parameters in a query string or a body. Parts of a form with one name are one parameter. */
  parameters: 1000,
  /** Bytes of all bodies in memory, from arrival to answer. */
  heldBytes: 67_108_864,
  /** The maximum of running requests, smaller while the event loop is slow. The others wait. Cached answers do not count. */
  concurrent: 64,
  /** The maximum time that a request waits before it is refused, in ms. */
  queueMilliseconds: 800,
  /** The maximum time of a route to find its record, validate and answer, in ms. */
  handlerMilliseconds: 30_000,
};

/**
 * Bounds on the resources of one request, and of all requests together.
 *
 * @example
 * const limits: Partial<Limits> = { bodyBytes: 65_536, handlerMilliseconds: 5000 };
 */
export type Limits = Readonly<typeof DEFAULT_LIMITS>;

/** A request for a page below a language root. No route has its path, or the client prefers the root as HTML. */
interface PageRequest<U extends Caller = Caller> {
  /** The path below the language root, undecoded, beginning with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly user: U | undefined;
  readonly baseUrl: string;
  /** True if the client prefers errors as HTML to errors as JSON. */
  readonly html: boolean;
}

/** A request for a page outside the languages, by a client that prefers HTML. */
interface FrontRequest {
  /** The address of the service, without a final slash. */
  readonly address: string;
  /** The client's preferred language. */
  readonly language: Language;
}

/** A request for an address of a site of The Events Calendar. */
export interface OldRequest {
  /** The path, decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The address of the service without a final slash. */
  readonly address: string;
  /** The language that stands in the address. */
  readonly language?: Language;
}

/** The meaning of an old address: another address, or a request below a language root that is answered instead. */
export type OldAnswer =
  | { readonly location: string }
  | { readonly prefix: Language; readonly path: string; readonly search: string; readonly isForPeople: boolean };

/** An oEmbed request: another site wants to show a page of this one. Its query is not validated yet. */
export interface EmbedRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** Parses the query string of another address, without `?`, as that of a request. */
  queryOf(search: string): Readonly<Record<string, unknown>>;
  /** The address of the service, without a final slash. */
  readonly address: string;
}

/** Options for requests below a language root. */
export interface CallOptions<U extends Caller> {
  readonly registry: Registry<U>;
  readonly log: Log;
  /**
   * Identifies the user by the header `Authorization`, the client's address and Koa's `ctx.state`, which middleware in front may fill.
   * Undefined for an anonymous request. Throws an ApiError for wrong credentials.
   */
  authenticate(
    authorization: string | undefined,
    address: string,
    state: Readonly<Record<string, unknown>>,
  ): U | undefined | Promise<U | undefined>;
  readonly served: Served;
  readonly siteName: Text;
  readonly siteDescription?: () => Text;
  /** The address of the site for people, without a final slash. By default the language root. */
  readonly siteUrl?: string;
  /** The path below the language roots of the page about application passwords. Undefined: there are none. */
  readonly passwordPage?: string;
  /** The site's zone, an IANA name. */
  readonly siteTimezone: string;
  /** The public address of the service, with or without a path. By default that of the request. */
  readonly publicUrl?: string | undefined;
  /** The number of trusted proxies in front, which tell the client's address and the called host. */
  readonly trustProxy: number;
  readonly limits?: Partial<Limits> | undefined;
  /** Caches public answers, if `authenticate` reads only `Authorization`. Undefined: nothing is cached. */
  readonly cache?: Cache | undefined;
  /** The connections of the server, for the metrics and to begin fewer requests while clients connect. */
  readonly connections?: Connections | undefined;
  /** Minimum duration of requests whose waits are logged, in ms. 0 or undefined: none. */
  readonly slowMilliseconds?: number | undefined;
  /** The calendar's namespace, and its name below `/wp-json/`. Undefined: there is nothing below that address. */
  readonly cms?: CmsNames | undefined;
  /** Answers people at paths without a route, and at the language roots. Undefined: there are no such pages. */
  page?(request: PageRequest<U>): Promise<Reply | undefined>;
}

/** Options of the HTTP side of the service. */
export interface HttpOptions<U extends Caller> extends CallOptions<U> {
  /** Answers `/` for people. Undefined: everybody gets JSON. */
  front?(request: FrontRequest): Reply;
  /** Answers people at missing addresses outside the languages. Undefined: everybody gets JSON. */
  lost?(request: FrontRequest): Reply;
  /** Finds the meaning of an address of a site of The Events Calendar. Undefined: such addresses are unknown. */
  old?(request: OldRequest): Promise<OldAnswer | undefined>;
  /** Answers addresses for robots outside the languages, such as `/robots.txt` and `/sitemap.xml`. Undefined: there are none. */
  robots?(request: { readonly path: string; readonly address: string }): Promise<Reply | undefined>;
  /** Answers `/oembed`. Undefined: there is no such address. */
  oembed?(request: EmbedRequest): Promise<Reply | undefined>;
  /** Files that pages need, at the address of the service. The query in its links changes with its content. */
  readonly files?: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[] | undefined;
  /** The icon of the pages as SVG. */
  readonly icon?: string | undefined;
  /** The codes with a page at `/errors/{code}` below the language roots. Undefined: no code has a page. */
  readonly catalogue?: Catalogue | undefined;
  /** The origins that browsers may call from. Undefined: any. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** The part of a client's address in the log. `short` by default. */
  readonly logAddress?: AddressDetail | undefined;
  /** The hosts that may be called, as in `Host`, with or without a port. Undefined: any. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Metrics to add to. Undefined: new ones. */
  readonly measures?: Metrics | undefined;
  /** Maximum requests per minute and address. 0: no bound. */
  readonly rateLimit: number;
  /** Resolves with true if the database answers. */
  ready(): Promise<boolean>;
  /** Checks the database during long requests, which are refused within 10 s if it is away. Undefined if it cannot be away. */
  readonly databaseAnswers?: (() => Promise<boolean>) | undefined;
  /** The clients that may read `/metrics`. */
  readonly metrics: 'loopback' | 'public';
  /** Turns errors of the libraries of other rooms (database away, disk full) into refusals. */
  readonly translate?: ((error: unknown) => ApiError | undefined) | undefined;
}
