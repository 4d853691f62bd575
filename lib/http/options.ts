import type { Cache } from '../cache';
import type { ApiError, Catalogue } from '../errors';
import type { Language, Served, Text } from '../language';
import type { Asker, Registry, Reply } from '../registry';
import type { Connections } from './limits/connections';
import type { Metrics } from './metrics';
import type { AddressDetail } from './requests/address';
import type { CmsNames } from './requests/cms-address';

/** What this room asks of a user beside what permissions ask: an ID for the log, if there is one. */
export interface Caller extends Asker {
  readonly id?: unknown;
}

/**
 * A structured logger; pino's is one.
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

/** A log that says nothing. */
export const SILENT: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Bounds on what one request, and all of them together, may ask of the process.
 *
 * @example
 * const limits: Partial<Limits> = { bodyBytes: 65_536, handlerMilliseconds: 5000 };
 */
export interface Limits {
  /** Bytes of a body, counted after decompression. */
  readonly bodyBytes: number;
  /** How deep JSON may be nested. */
  readonly jsonDepth: number;
  /** The most parameters of a query string or a body. All parts of a form that have one name are one parameter. */
  readonly parameters: number;
  /** Bytes of all bodies that are held at once, as they arrive and until they are answered. */
  readonly heldBytes: number;
  /** The number of requests that are worked on at once, fewer while the event loop is slow; the others wait. Cached answers are not counted. */
  readonly concurrent: number;
  /** How long a request may wait before it is refused, in ms. */
  readonly queueMilliseconds: number;
  /** How long a route may take to find its record, to judge what was sent and to answer, all together, in ms. */
  readonly handlerMilliseconds: number;
}

/** The bounds that hold where the options name no others. */
export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 1_048_576,
  jsonDepth: 512,
  parameters: 1000,
  heldBytes: 67_108_864,
  concurrent: 64,
  queueMilliseconds: 800,
  handlerMilliseconds: 30_000,
};

/**
 * A request for an address below a language root that no route answers, or for the root itself by a client that would rather have HTML: a page
 * for people may.
 */
export interface PageRequest<U extends Caller = Caller> {
  /** The path below the language root, undecoded, beginning with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly user: U | undefined;
  readonly baseUrl: string;
  /** Whether the client would rather have an error as HTML than as JSON. */
  readonly html: boolean;
}

/** A request for `/` by a client that would rather have HTML. */
export interface FrontRequest {
  /** The address of the service, without a slash at its end. */
  readonly address: string;
  /** The language that the client likes best. */
  readonly language: Language;
}

/** A file, by its name at the address of the service; what its address is asked for with changes with its content. */
export interface ServedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** A request of a robot: the path as it was sent, and the address of the service, without a slash at its end. */
export interface RobotRequest {
  readonly path: string;
  readonly address: string;
}

/** A request for an address of a site of The Events Calendar. */
export interface OldRequest {
  /** The path, decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The address of the service, without a slash at its end. */
  readonly address: string;
}

/** The meaning of an old address: another address, or a request below a language root that is answered in its place. */
export type OldAnswer =
  | { readonly location: string }
  | { readonly prefix: Language; readonly path: string; readonly search: string; readonly isForPeople: boolean };

/** A request of a site that wants to show what is at an address of ours (oEmbed), before its query is judged. */
export interface EmbedRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** Reads the query of another address, without `?`, as that of a request is read. */
  queryOf(search: string): Readonly<Record<string, unknown>>;
  /** The address of the service, without a slash at its end. */
  readonly address: string;
}

/** What the life of a request below a language root depends on. */
export interface CallOptions<U extends Caller> {
  readonly registry: Registry<U>;
  readonly log: Log;
  /**
   * Finds who asks, from the header `Authorization`, the address of the client and Koa's `ctx.state`, in which middleware in front may have left
   * what it knows; undefined is nobody. Throws an ApiError for wrong credentials.
   */
  authenticate(
    authorization: string | undefined,
    address: string,
    state: Readonly<Record<string, unknown>>,
  ): U | undefined | Promise<U | undefined>;
  readonly served: Served;
  readonly siteName: Text;
  readonly siteDescription?: () => Text;
  /** Where people visit the site, without a slash at its end; without one, the language root. */
  readonly siteUrl?: string;
  /** The path below the language roots of the page that tells how to get an application password; undefined: there are none. */
  readonly passwordPage?: string;
  /** The site's zone, an IANA name. */
  readonly siteTimezone: string;
  /** The address under which clients know the service, with or without a path; without one, that of the request. */
  readonly publicUrl?: string | undefined;
  /** How many proxies in front are trusted to say who the client is and which host it called. */
  readonly trustProxy: number;
  readonly limits?: Partial<Limits> | undefined;
  /** Caches public answers, where `authenticate` looks at `Authorization` alone; undefined: nothing is cached. */
  readonly cache?: Cache | undefined;
  /** The connections of the server, for the metrics and to begin less work while new ones come. */
  readonly connections?: Connections | undefined;
  /** From how many ms on the log says what a request waited for; 0 or undefined: of none, and nothing is noted. */
  readonly slowMilliseconds?: number | undefined;
  /** The calendar's namespace and its name below `/wp-json/`; undefined: there is nothing below that address. */
  readonly cms?: CmsNames | undefined;
  /** Answers addresses that no route knows, and the language roots, for people; undefined: there is no such page. */
  page?(request: PageRequest<U>): Promise<Reply | undefined>;
}

/** Everything the HTTP side of the service is given. */
export interface HttpOptions<U extends Caller> extends CallOptions<U> {
  /** Answers `/` for people; undefined: it is answered as JSON to everybody. */
  front?(request: FrontRequest): Reply;
  /** Answers addresses outside of the languages at which there is nothing, for people; undefined: they are answered as JSON to everybody. */
  lost?(request: FrontRequest): Reply;
  /** Answers an address that a site of The Events Calendar had: leads on to the new one, or shows what is there. Undefined: there is nothing there. */
  old?(request: OldRequest): Promise<OldAnswer | undefined>;
  /** Answers addresses outside of the languages that robots ask for, `/robots.txt` and `/sitemap.xml` among them; undefined: there are none. */
  robots?(request: RobotRequest): Promise<Reply | undefined>;
  /** Answers `/oembed`; undefined: there is nothing there. */
  oembed?(request: EmbedRequest): Promise<Reply | undefined>;
  /** Files that pages need, at the address of the service; undefined: none. */
  readonly files?: readonly ServedFile[] | undefined;
  /** The icon of the pages, SVG; undefined: there is none. */
  readonly icon?: string | undefined;
  /** The codes whose pages `page` answers, at `/errors/{code}` below the language roots; undefined: none has a page. */
  readonly catalogue?: Catalogue | undefined;
  /** The origins that browsers may call from; undefined: any. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** How much of a client's address the log tells, `short` unless given. */
  readonly logAddress?: AddressDetail | undefined;
  /** The hosts that may be called, as `Host` names them, with or without a port; undefined: any. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** What else is measured; undefined: nothing. */
  readonly measures?: Metrics | undefined;
  /** Requests a minute and address; 0: any number. */
  readonly rateLimit: number;
  /** Tells whether the database answers. */
  ready(): Promise<boolean>;
  /** Tells long requests whether the database answers: if not, they are refused within 10 s. Undefined if it cannot be away. */
  readonly databaseAnswers?: (() => Promise<boolean>) | undefined;
  /** Who may read `/metrics`. */
  readonly metrics: 'loopback' | 'public';
  /** Turns errors of other rooms' libraries (database away, disk full) into refusals. */
  readonly translate?: ((error: unknown) => ApiError | undefined) | undefined;
}
