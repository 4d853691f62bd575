import type { Cache } from '../cache';
import type { ApiError, Catalogue } from '../errors';
import type { Language, Served, Text } from '../language';
import type { Asker, Registry, Reply } from '../registry';
import type { Connections } from './limits/connections';
import type { Metrics } from './metrics';
import type { AddressDetail } from './requests/address';
import type { CmsNames } from './requests/cms-request';

/** A user of the service; the ID, if there is one, is logged. */
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
export const SILENT: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** The default limits of requests. */
export const DEFAULT_LIMITS = {
  /** The maximum size of a request body after decompression, in bytes. */
  bodyBytes: 1_048_576,
  /** The maximum nesting of JSON in a request body. */
  jsonDepth: 512,
  /** The maximum number of parameters in a query string or a body. Parts of a form with one name are one parameter. */
  parameters: 1000,
  /** The maximum memory of all request bodies, from arrival to response, in bytes. */
  heldBytes: 67_108_864,
  /** The maximum number of running requests, smaller while the event loop is slow. The others wait. Cached responses do not count. */
  concurrent: 64,
  /** The maximum time that a request waits in queues before it is refused, in ms. */
  queueMilliseconds: 800,
  /** The maximum time of a route to find its record, validate and respond, in ms. */
  handlerMilliseconds: 30_000,
};

/**
 * The limits on the resources of one request, and of all requests together.
 *
 * @example
 * const limits: Partial<Limits> = { bodyBytes: 65_536, handlerMilliseconds: 5000 };
 */
export type Limits = Readonly<typeof DEFAULT_LIMITS>;

/** A request for an HTML page, on a path without a route or on the language root. */
interface PageRequest<U extends Caller = Caller> {
  /** The path below the language root, percent-encoded, beginning with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly user: U | undefined;
  readonly baseUrl: string;
  /** True if the client prefers HTML errors to JSON errors. */
  readonly html: boolean;
}

/** A request outside the language roots. */
interface SiteRequest {
  /** The address of the service, without a final slash. */
  readonly address: string;
}

interface FrontRequest extends SiteRequest {
  /** The language that `Accept-Language` prefers. */
  readonly language: Language;
}

/** A request for a legacy address of The Events Calendar. `language` is that of the path, if there is one. */
export interface LegacyRequest extends SiteRequest, Partial<Pick<FrontRequest, 'language'>> {
  /** The decoded path of the request. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** The new location of a legacy address: a redirect, or an equivalent request below a language root. */
export type LegacyTarget =
  | { readonly location: string }
  | { readonly prefix: Language; readonly path: string; readonly search: string; readonly isForPeople: boolean };

/** An oEmbed request: another site wants to embed a page of this one. The query is not validated yet. */
export interface EmbedRequest extends SiteRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** Parses the query string (without `?`) of another address like that of a request. */
  queryOf(search: string): Readonly<Record<string, unknown>>;
}

/** The functions that make the HTML pages of a service, and its answers for search engines and other sites. */
export interface SitePages<U extends Caller = Caller> {
  /** Makes the page for a path without a route, or for a language root. Undefined for a path without a page. */
  page(request: PageRequest<U>): Promise<Reply | undefined>;
  /** The names of the query parameters that `page` gets. Undefined: it gets all of them. */
  readonly pageParams?: ReadonlySet<string>;
  /** Makes the page of `/` for browsers. Undefined: every client gets JSON. */
  startPage?(request: FrontRequest): Reply;
  /** Makes the page for missing addresses outside the language roots. Undefined: every client gets JSON. */
  notFoundPage?(request: FrontRequest): Reply;
  /** Answers requests of search engines outside the language roots, such as `/robots.txt`. Undefined: there are none. */
  robots?(request: SiteRequest & { readonly path: string }): Promise<Reply | undefined>;
  /** Answers oEmbed requests to `/oembed`. Undefined: `/oembed` is not served. */
  readonly oembed?: ((request: EmbedRequest) => Promise<Reply | undefined>) | undefined;
  /** Finds the new location of a legacy address of The Events Calendar. Undefined: legacy addresses are not served. */
  readonly legacyAddress?: ((request: LegacyRequest) => Promise<LegacyTarget | undefined>) | undefined;
}

/** The options for handling requests, of the service and of `createRoutes`. */
export interface RequestOptions<U extends Caller> {
  readonly registry: Registry<U>;
  readonly log: Log;
  /**
   * Identifies the user by the header `Authorization`, the client's address and Koa's `ctx.state`, which earlier middleware may fill.
   * Returns undefined for an anonymous request. Throws an ApiError for wrong credentials.
   */
  authenticate(
    authorization: string | undefined,
    address: string,
    state: Readonly<Record<string, unknown>>,
  ): U | undefined | Promise<U | undefined>;
  readonly served: Served;
  readonly siteName: Text;
  readonly siteDescription?: Text;
  /** The address of the site's home page, without a final slash. By default the language root. */
  readonly siteUrl?: string;
  /** The path of the page about application passwords, below the language roots. Undefined if there is no such page. */
  readonly passwordPage?: string;
  /** The site's time zone, an IANA name. */
  readonly siteTimezone: string;
  /** The public address of the service, with or without a path. By default the address of the request. */
  readonly publicUrl?: string | undefined;
  /** The number of trusted proxies in front, whose headers give the client's address and the requested host. */
  readonly trustProxy: number;
  readonly limits?: Partial<Limits> | undefined;
  /** The memory cache for public responses, if `authenticate` reads only `Authorization`. Undefined: nothing is cached. */
  readonly cache?: Cache | undefined;
  /** The connections of the server, for the metrics and to begin fewer requests while clients connect. */
  readonly connections?: Connections | undefined;
  /** Checks the database during long requests, which are refused within 10 s if it is unavailable. Undefined if it is always available. */
  readonly databaseAnswers?: (() => Promise<boolean>) | undefined;
  /** The minimum duration of requests whose waits are logged, in ms. 0 or undefined: none. */
  readonly slowMilliseconds?: number | undefined;
  /** The calendar's namespace, and its alias below `/wp-json/`. Undefined: `/wp-json/` is not served. */
  readonly cms?: CmsNames | undefined;
  /** Returns the HTML pages. Called with the first request for a page, so that their modules may be loaded late. */
  pages?(): SitePages<U>;
  /** The error codes with a page at `/errors/{code}` below the language roots. Undefined: no code has a page. */
  readonly catalogue?: Catalogue | undefined;
  /** The origins (CORS) that browsers may call from. Undefined: any. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** The part of a client's address that is logged. `short` by default. */
  readonly logAddress?: AddressDetail | undefined;
  /** Turns an error of another library (database unavailable, disk full) into an ApiError. Undefined for an unknown error. */
  readonly translate?: ((error: unknown) => ApiError | undefined) | undefined;
}

/** The options of the service. */
export interface HttpOptions<U extends Caller> extends RequestOptions<U> {
  /** The files that HTML pages need, at the address of the service. Links to a file have a query that changes with the content. */
  readonly files?: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[] | undefined;
  /** The icon of the HTML pages, as SVG. */
  readonly icon?: string | undefined;
  /** The allowed values of `Host`, with or without a port. Undefined: any. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The metrics that requests are counted in. Undefined: new ones. */
  readonly metrics?: Metrics | undefined;
  /** The maximum number of requests per minute and client address. 0: no limit. */
  readonly rateLimit: number;
  /** Resolves with true if the database is available. */
  ready(): Promise<boolean>;
  /** The clients that may read `/metrics`: those on this machine, or all. */
  readonly metricsReaders: 'loopback' | 'public';
}
