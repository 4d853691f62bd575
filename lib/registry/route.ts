import type { ApiError } from '../errors';
import type { Language, Text } from '../language';
import type { AnswerCheck } from './answers/answer-check';
import type { CachedIndexes } from './answers/cached-index';
import type { Answers, AnswerValue, DeclaredHeaders, DeclaredRefusal, HandlerAnswer, SelectedFields } from './answers/reply';
import type { ArgRequest, Args, EditParams, Flat, Method, Params, RequestHeaderArgs, Value } from './args/arg';
import type { CheckedArgs, OnlyKeywords } from './declarations/messages';

/**
 * The authenticated user of a request. `can` is called with the capability that an endpoint requires.
 *
 * @example
 * interface Reader extends Asker { readonly name: string; can(capability: 'edit_books'): boolean }
 */
export interface Asker {
  can(capability: string): boolean;
}

type CapabilityOf<U extends Asker> = Parameters<U['can']>[0];

/** The values of `methods` in the declaration of an endpoint. `'POST, PUT, PATCH'` is an update. */
type Methods = 'GET' | 'POST' | 'POST, PUT, PATCH' | 'DELETE';

export const METHODS: Readonly<Record<Methods, readonly Method[]>> = {
  GET: ['GET'],
  POST: ['POST'],
  'POST, PUT, PATCH': ['POST', 'PUT', 'PATCH'],
  DELETE: ['DELETE'],
};

/** True if an endpoint updates a record. POST, PUT and PATCH of an update are one operation. */
export const isUpdate = ({ methods }: { readonly methods: readonly Method[] }): boolean => methods.includes('PATCH');

/** The names of the variables of a path: `'/events/{id}'` → `'id'`. */
export type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** The values of a path's variables as the URL gives them, never the body. All endpoints of a route declare them with equal types. */
type PathValues<P extends string, A> = Flat<{ readonly [K in PathNames<P>]: K extends keyof A ? Value<A[K]> : unknown }>;

export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The meta parameters, which change the response of any route. Links to other pages of a list repeat them. */
export const META_PARAMS = ['_fields', '_envelope', '_jsonp', '_pretty'] as const;

/** The parameters that every route has in addition to the args. No arg can have such a name. */
export const RESERVED_ARGS: readonly string[] = ['ml_language', ...META_PARAMS, '_method', 'rest_route', '_wpnonce'];

/** The meta parameters of a request as sent, by name. */
export type MetaParams = Readonly<Record<string, unknown>>;

/** The members of a request that every function of a route may read. */
export interface RequestDetails<U> {
  readonly language: Language;
  readonly user: U | undefined;
  /** The URL of the language root as the client sees it, e.g. `http://127.0.0.1:3000/en`. */
  readonly baseUrl: string;
  /** The client's IP address, as rate limits count it. Undefined if unknown. */
  readonly address?: string | undefined;
  readonly method: Method;
  readonly headers: RequestHeaders;
  /** The meta parameters as sent, for links to other pages of a list. */
  readonly meta?: MetaParams;
  /** The members that `_fields` selects. Undefined selects all. A handler may omit others, which the response never contains. */
  readonly selected?: SelectedFields | undefined;
}

/**
 * The request that a handler gets: user, path variables, parameters, and the record that `load` found.
 *
 * @example
 * const greet = ({ user, language }: HandlerRequest<User, object, object, undefined>) => ({ language, login: user?.login });
 */
export interface HandlerRequest<U, Path, P, R> extends RequestDetails<U> {
  readonly path: Path;
  readonly params: P;
  readonly record: R;
  /** True if the request has no `If-Match`, or an `If-Match` with this revision of a record (see `reply`). */
  matches(revision: string): boolean;
  /** Returns a digest of the values sent for the endpoint's arguments, before validation. Equal requests have equal digests. */
  digest(): string;
}

/**
 * The request that `replay` gets: the request of the handler without `params`, which are not validated yet.
 *
 * @example
 * const answers = new Map<string, unknown>();
 * const replay = ({ digest }: ReplayRequest<User, object, undefined>) => answers.get(digest());
 */
type ReplayRequest<U, Path, R> = Omit<HandlerRequest<U, Path, object, R>, 'params'>;

/**
 * The request that a permission function gets. `record` is undefined if the URL has no record.
 *
 * @example
 * const isOwn = ({ user, record }: PermissionRequest<User, object, { readonly author: number }>) => record?.author === user?.id;
 */
export interface PermissionRequest<U, Path, R> {
  readonly user: U | undefined;
  readonly record: R | undefined;
  readonly path: Path;
  readonly method: Method;
}

/** The parameters of a request in query and body. The body precedes the query. */
export interface SentParams {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The request that `otherwise` gets. Sent parameters are not validated yet. */
export interface OtherwiseRequest<U, Path> extends Pick<RequestDetails<U>, 'language' | 'user' | 'baseUrl' | 'method'> {
  readonly path: Path;
  readonly sent: SentParams;
}

/** A further content type of an endpoint's responses: a type of text, or a JSON type with a schema. */
type Alternative = string | { readonly type: string; readonly answers: Answers };

export const alternativeType = (one: Alternative): string => (typeof one === 'string' ? one : one.type);

/** The keywords of an endpoint's declaration whose types do not depend on path and arguments. */
interface EndpointKeywords {
  /** A short summary for the OpenAPI document: `List events`. */
  readonly summary?: Text;
  /** A description in sentences, to which the OpenAPI document adds the permission. */
  readonly description?: Text;
  /** The content type of responses that are text or a Buffer, not JSON: `text/calendar; charset=utf-8`. */
  readonly type?: string;
  /**
   * The HTTP status of successful responses (200 to 299). A handler with another success status fails. By default 200, or 201 for
   * creations.
   */
  readonly status?: number;
  /** Further content types of responses that clients may request. */
  readonly alternatives?: readonly Alternative[];
  /** The headers of responses. Each successful response has the headers with `required: true`. */
  readonly headers?: DeclaredHeaders;
  /** The request headers that the endpoint reads, by name. A header that its schema refuses gives `rest_invalid_param`. */
  readonly requestHeaders?: RequestHeaderArgs;
  /** The errors that `load`, `permission` and `handle` throw. Errors of arguments, paths and capabilities need no declaration. */
  readonly errors?: readonly DeclaredRefusal[];
}

/** The keywords of all endpoints' declarations. `P` is the path, `A` the args, `R` the record, `S` the schema of responses. */
interface TypedKeywords<U extends Asker, P extends string, A extends Args, R, S> extends EndpointKeywords {
  readonly args: A & CheckedArgs<A> & PathArgs<P>;
  // No type alias, so that compiler messages show the allowed values. NonNullable: until the compiler has inferred the record,
  // a function of any record compiles.
  readonly permission: 'public' | CapabilityOf<U> | ((request: PermissionRequest<U, PathValues<P, A>, NonNullable<R>>) => boolean);
  /** The schema of responses. The compiler checks the result of the handler, and the service each response before sending. */
  readonly answers?: S & Answers & OnlyKeywords<S, keyof Answers>;
  /**
   * Returns the earlier response to a repeated request. Undefined if the request is new.
   * Runs after the checks of permission and headers, but before validation, which may fail now because the first request changed
   * the records.
   */
  readonly replay?: (request: ReplayRequest<U, PathValues<P, A>, R>) => unknown;
}

/** The arguments that an endpoint has to declare: one for every path variable. */
type PathArgs<P extends string> = { readonly [K in PathNames<P>]: unknown };

/** The declaration of an endpoint that reads, creates or deletes. Defaults of arguments apply. */
interface PlainEndpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never>
  extends TypedKeywords<U, P, A, R, S> {
  readonly methods: Exclude<Methods, 'POST, PUT, PATCH'>;
  /**
   * True to cache public responses of a `GET`. A response is dropped when something changes that the handler has read through `services`:
   * a record, a collection, or the clock (each second). The handler must not depend on anything else.
   */
  readonly cache?: boolean;
  handle(request: HandlerRequest<U, PathValues<P, A>, Params<Omit<A, PathNames<P>>>, R>): HandlerAnswer<AnswerValue<S> | Literal>;
}

/** The declaration of an endpoint that updates. `params` contains only sent values. */
interface EditableEndpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never>
  extends TypedKeywords<U, P, A, R, S> {
  readonly methods: 'POST, PUT, PATCH';
  handle(request: HandlerRequest<U, PathValues<P, A>, EditParams<A, PathNames<P>>, R>): HandlerAnswer<AnswerValue<S> | Literal>;
}

type Endpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never> =
  | PlainEndpoint<U, P, A, R, S, Literal>
  | EditableEndpoint<U, P, A, R, S, Literal>;

/**
 * A path with the functions that find its record.
 * If `load` finds no record and `permission` allows the request, `otherwise` may return another record, which `permission` checks too.
 * `otherwise` may also throw a more precise error than the default, the result of `notFound`.
 */
interface RoutePath<U extends Asker, P extends string, A extends Args, R> {
  readonly path: P;
  readonly load?: (request: { readonly path: PathValues<P, A>; readonly language: Language; readonly user: U | undefined }) => R;
  readonly otherwise?: (request: OtherwiseRequest<U, PathValues<P, A>>) => NoInfer<R | Promise<Awaited<R> | undefined>> | undefined;
  readonly notFound?: (path: PathValues<P, A>, language: Language) => ApiError;
}

/** The type of the record that `load` finds. Undefined for a route without `load`. */
type Loaded<R> = [R] extends [undefined] ? undefined : NonNullable<Awaited<R>>;

/** The declaration of an endpoint, without the static types of path, arguments and record. */
export interface DeclaredEndpoint<U extends Asker> extends EndpointKeywords {
  readonly methods: Methods;
  readonly args: Args;
  // A method signature, which also accepts functions of narrower paths and records.
  readonly permission:
    | 'public'
    | CapabilityOf<U>
    | { decide(request: PermissionRequest<U, Record<string, unknown>, unknown>): boolean }['decide'];
  readonly answers?: Answers;
  readonly cache?: boolean;
  replay?(request: ReplayRequest<U, Record<string, unknown>, unknown>): unknown;
  handle(request: HandlerRequest<U, Record<string, unknown>, Record<string, unknown>, unknown>): unknown;
}

/** Validates and coerces the parameters of a request. Throws `rest_missing_callback_param` or `rest_invalid_param`. */
export type CompiledArgs = (sent: SentParams, request: Omit<ArgRequest, 'params'>) => Promise<Record<string, unknown>>;

/** An endpoint of a registered route. */
export interface RouteEndpoint<U extends Asker> extends Omit<DeclaredEndpoint<U>, 'methods'> {
  readonly methods: readonly Method[];
  readonly validate: CompiledArgs;
  /** Returns how a response differs from the declared schema. Absent if responses are trusted. */
  readonly checkAnswer?: AnswerCheck;
  readonly digest: (sent: SentParams) => string;
  /** Throws an ApiError for request headers that their schemas refuse. Absent if no headers are declared. */
  readonly checkHeaders?: (headers: RequestHeaders, request: Omit<ArgRequest, 'params'>) => Promise<void>;
  /** True for endpoints whose declarations and responses are not checked. */
  readonly trusted: boolean;
  readonly plugin?: string;
}

/** A registered route, as frozen plain data for router, dispatch, index and OpenAPI document. */
export interface Route<U extends Asker> {
  readonly namespace: string;
  readonly path: string;
  /** The key of the route in the index, in WordPress syntax: `/cal/events/v1/events/(?P<id>\d+)`. */
  readonly key: string;
  /** The expression that matches paths below the language root. Variables are named groups, still percent-encoded. */
  readonly pattern: RegExp;
  /** The names of the path variables. */
  readonly variables: readonly string[];
  /** Coerces the decoded path variables. Undefined if the schema of a variable refuses the value. */
  readonly coercePath: (decoded: Readonly<Record<string, string>>) => Record<string, unknown> | undefined;
  load?(request: { path: Record<string, unknown>; language: Language; user: U | undefined }): unknown;
  /** The declared `load`, which `hooked` has not wrapped. */
  readonly declaredLoad?: unknown;
  otherwise?(request: OtherwiseRequest<U, Record<string, unknown>>): unknown;
  notFound?(path: Record<string, unknown>, language: Language): ApiError;
  readonly endpoints: readonly RouteEndpoint<U>[];
}

/**
 * The registry of routes: the list of all routes, and the function that adds routes.
 *
 * @example
 * const paths = (registry: Registry<User>) => registry.routes.map(({ namespace, path }) => `/${namespace}${path}`);
 */
export interface Registry<U extends Asker> {
  readonly routes: readonly Route<U>[];
  readonly namespaces: readonly string[];
  readonly everyRoute: Args;
  readonly indexes: CachedIndexes;
  /**
   * Adds a route, or endpoints to an existing route. A path has at most three endpoints, since methods must differ.
   * Throws a `DeclarationError` with the route and a remedy: for a method registered twice, a hidden path, a default that the schema
   * refuses, a variable without arg, an invalid pattern, or an unknown keyword or invalid value.
   * Type parameters: `A`, `B`, `C` are the args of the endpoints, `X`, `Y`, `Z` their `answers`, and `R` is the result of `load`.
   * `Literal` is always never; as a const parameter, `Literal` preserves literal types in the results of handlers.
   */
  registerRoute<
    const P extends string,
    const A extends Args,
    const B extends Args = A,
    const C extends Args = A,
    const X = unknown,
    const Y = unknown,
    const Z = unknown,
    R = undefined,
    const Literal extends never = never,
  >(
    namespace: string,
    route: P | RoutePath<U, P, A | B | C, R>,
    first?: Endpoint<U, P, A, Loaded<R>, X, Literal>,
    second?: Endpoint<U, P, B, Loaded<R>, Y, Literal>,
    third?: Endpoint<U, P, C, Loaded<R>, Z, Literal>,
  ): void;
}

/** The registry as the program has it, with a view for each plugin. */
export interface RegistryOwner<U extends Asker> extends Registry<U> {
  /** Makes a view of the registry that adds the plugin's name to the plugin's routes and errors. */
  forPlugin(name: string): Registry<U>;
  /**
   * Makes a view of the registry for trusted routes, which belong to the program.
   * Trusted declarations and responses are not checked. `OPTIONS` omits the schemas of trusted responses, but the OpenAPI document
   * contains them.
   */
  trusting(name: string): Registry<U>;
}
