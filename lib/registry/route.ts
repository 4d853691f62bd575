import type { ApiError } from '../errors';
import type { Language, Text } from '../language';
import type { AnswerCheck } from './answers/answer-check';
import type { Answers, AnswerValue, DeclaredHeaders, DeclaredRefusal, HandlerAnswer } from './answers/answers';
import type { SelectedFields } from './answers/selected-fields';
import type { Arg, ArgRequest, Args, EditParams, Flat, Method, Params, RequestHeaderArgs, Value } from './args/arg';
import type { CachedIndexes } from './describe/cached-index';
import type { PathNames } from './path';

/**
 * The user of a request. `can` is called with the capability of an endpoint.
 *
 * @example
 * interface Reader extends Asker { readonly name: string; can(capability: 'edit_books'): boolean }
 */
export interface Asker {
  can(capability: string): boolean;
}

/** The capabilities that an endpoint may name: those that the user's `can` accepts. */
type CapabilityOf<U extends Asker> = Parameters<U['can']>[0];

/** The `methods` of an endpoint. `'POST, PUT, PATCH'` is an update. */
export type Methods = 'GET' | 'POST' | 'POST, PUT, PATCH' | 'DELETE';

/** The HTTP methods for each value of an endpoint's `methods`. */
export const METHODS: Readonly<Record<Methods, readonly Method[]>> = {
  GET: ['GET'],
  POST: ['POST'],
  'POST, PUT, PATCH': ['POST', 'PUT', 'PATCH'],
  DELETE: ['DELETE'],
};

/** True if an endpoint updates. Its POST, PUT and PATCH are one operation. */
export const isUpdate = ({ methods }: { readonly methods: readonly Method[] }): boolean => methods.includes('PATCH');

/** The values of the path's variables, from the address alone. */
type PathValues<P extends string, A> = Flat<{ readonly [K in PathNames<P> & keyof A]: Value<A[K]> }>;

/** The headers of a request, by name in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The sent meta parameters, by name. */
export type MetaParams = Readonly<Record<string, unknown>>;

/** The members of a request that every function about it may read. */
export interface RequestDetails<U> {
  readonly language: Language;
  readonly user: U | undefined;
  /** The address of the language root as the client knows it, e.g. `http://127.0.0.1:3000/en`. */
  readonly baseUrl: string;
  /** The client's address, as limits count it. Undefined if unknown. */
  readonly address?: string | undefined;
  readonly method: Method;
  readonly headers: RequestHeaders;
  /** `_fields`, `_envelope`, `_jsonp` and `_pretty` as sent, for the links of lists. */
  readonly meta?: MetaParams;
  /** The members that `_fields` selects. Undefined selects all. A handler may omit others, which are removed from the answer anyway. */
  readonly wanted?: SelectedFields | undefined;
}

/**
 * The request of a handler: user, path variables, parameters, and the record of `load`.
 *
 * @example
 * const greet = ({ user, language }: HandlerRequest<User, object, object, undefined>) => ({ language, login: user?.login });
 */
export interface HandlerRequest<U, Path, P, R> extends RequestDetails<U> {
  readonly path: Path;
  readonly params: P;
  readonly record: R;
  /** True if `If-Match` was not sent, or names this revision of a record (see `reply`). */
  matches(revision: string): boolean;
  /** A digest of the values sent for the endpoint's args, before they are read. Equal requests have equal digests. */
  digest(): string;
}

/**
 * The request of `replay`: that of the handler without `params`, which are not validated yet.
 *
 * @example
 * const answers = new Map<string, unknown>();
 * const replay = ({ digest }: ReplayRequest<User, object, undefined>) => answers.get(digest());
 */
export type ReplayRequest<U, Path, R> = Omit<HandlerRequest<U, Path, object, R>, 'params'>;

/**
 * The request of a permission. `record` is undefined if there is none at the address.
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

/** The permission of an endpoint: everybody, users with a capability, or a function that decides. */
export type Permission<U extends Asker, Path, R> = 'public' | CapabilityOf<U> | Deciding<U, Path, R>['decide'];

// A method, so that functions of narrower paths and records fit.
interface Deciding<U, Path, R> {
  decide(request: PermissionRequest<U, Path, R>): boolean;
}

/** A content type of text, or a JSON content type with its schema. */
export type Alternative = string | { readonly type: string; readonly answers: Answers };

/** The content type of an alternative. */
export const alternativeType = (one: Alternative): string => (typeof one === 'string' ? one : one.type);

/** The keywords of an endpoint whose types do not depend on its path and args. */
interface EndpointKeywords {
  /** A short summary: `List events`. */
  readonly summary?: Text;
  /** Further description, in sentences. The OpenAPI document adds the permission. */
  readonly description?: Text;
  /** The content type of answers that are text or a Buffer, not JSON: `text/calendar; charset=utf-8`. */
  readonly type?: string;
  /**
   * The status of successes (200 to 299), which plain answers get. Another success status is a bug. By default 200, for creations also
   * 201.
   */
  readonly status?: number;
  /** Other content types that clients may ask for, beside `type` or JSON: text, or JSON with a schema. The OpenAPI document names them. */
  readonly alternatives?: readonly Alternative[];
  /** The headers of its answers. `required: true` means that each success has it. */
  readonly headers?: DeclaredHeaders;
  /** The request headers that it reads, by name. A request with a header that does not fit its schema is refused. */
  readonly requestHeaders?: RequestHeaderArgs;
  /** The codes of refusals by `load`, `permission` and `handle`. Those of args, paths and permissions are known anyway. */
  readonly errors?: readonly DeclaredRefusal[];
}

interface Declared<U extends Asker, P extends string, A extends Args, R, S> extends EndpointKeywords {
  readonly args: A & Checked<A> & PathArgs<P>;
  // Written out, since compiler messages name the allowed values. NonNullable: while the compiler does not know yet what `load` finds,
  // it accepts a function for some record.
  readonly permission: 'public' | CapabilityOf<U> | ((request: PermissionRequest<U, PathValues<P, A>, NonNullable<R>>) => boolean);
  /** The schema of its answers. The compiler checks handlers by it, and answers are checked before they are sent. */
  readonly answers?: S & Answers & Unknown<S, keyof Answers>;
  /**
   * Answers a repeated request with the earlier answer. Undefined if the request is new.
   * It is called after permission and headers are checked, but before validation, which may fail now because the first request changed
   * the records.
   */
  readonly replay?: (request: ReplayRequest<U, PathValues<P, A>, R>) => unknown;
}

/** The required args: every variable of the path. */
type PathArgs<P extends string> = { readonly [K in PathNames<P>]: unknown };

/** An endpoint that reads, creates or deletes. Declared defaults apply. */
interface PlainEndpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never>
  extends Declared<U, P, A, R, S> {
  readonly methods: Exclude<Methods, 'POST, PUT, PATCH'>;
  /**
   * True: public answers are cached until a record changes that the handler has read through `services`, or until its use of the clock
   * ends their time.
   * Only for `GET`, and for handlers that depend on nothing else.
   */
  readonly cache?: boolean;
  handle(request: HandlerRequest<U, PathValues<P, A>, Params<Omitted<A, PathNames<P>>>, R>): HandlerAnswer<AnswerValue<S> | Literal>;
}

/** An endpoint that updates. `params` holds only sent values. */
interface EditableEndpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never>
  extends Declared<U, P, A, R, S> {
  readonly methods: 'POST, PUT, PATCH';
  handle(request: HandlerRequest<U, PathValues<P, A>, EditParams<A, PathNames<P>>, R>): HandlerAnswer<AnswerValue<S> | Literal>;
}

/** An endpoint as it is declared. */
export type Endpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never> =
  | PlainEndpoint<U, P, A, R, S, Literal>
  | EditableEndpoint<U, P, A, R, S, Literal>;

type Omitted<A, Names extends string> = { [K in keyof A as K extends Names ? never : K]: A[K] };

/** The compiler's message for an unknown keyword. */
interface NoKeyword<K, Nearest> {
  readonly noKeyword: K;
  readonly nearest: Nearest;
}
interface DidYouMean<K> {
  readonly keyword: K;
}
/** The keywords with the same first four letters, else with the same first letter. */
type Alike<K, Keywords> = K extends `${infer A}${infer B}${infer C}${infer D}${string}`
  ? Some<Extract<Keywords, `${A}${B}${C}${D}${string}`>, Extract<Keywords, `${A}${string}`>>
  : K extends `${infer A}${string}`
    ? Extract<Keywords, `${A}${string}`>
    : never;
type Some<One, Other> = [One] extends [never] ? Other : One;
export type Unknown<S, Keywords> = { readonly [K in Exclude<keyof S, Keywords>]: NoKeyword<K, DidYouMean<Alike<K, Keywords>>> };
/** The compiler's message for a default that is not in its `enum`. */
interface OneOf<E> {
  readonly mustBeOneOf: E;
}
export type Enumerated<A> = A extends { enum: readonly (infer E)[]; default: infer D }
  ? D extends E | null | ((...given: never[]) => unknown)
    ? unknown
    : { readonly default: OneOf<E> }
  : unknown;

/** Refuses unknown keywords, and defaults outside their `enum`, at compile time. */
type Checked<A> = { readonly [K in keyof A]: Unknown<A[K], keyof Arg> & Enumerated<A[K]> };

/** The values of a request beside its path. The body wins over the query. */
export interface SentParams {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Turns sent values into `params`. Throws `rest_missing_callback_param` or `rest_invalid_param`. */
export type CompiledArgs = (sent: SentParams, request: Omit<ArgRequest, 'params'>) => Promise<Record<string, unknown>>;

/** An endpoint as it is declared, without the types of its declaration. */
export interface DeclaredEndpoint<U extends Asker> extends EndpointKeywords {
  readonly methods: Methods;
  readonly args: Args;
  readonly permission: Permission<U, Record<string, unknown>, unknown>;
  readonly answers?: Answers;
  readonly cache?: boolean;
  replay?(request: ReplayRequest<U, Record<string, unknown>, unknown>): unknown;
  handle(request: HandlerRequest<U, Record<string, unknown>, Record<string, unknown>, unknown>): unknown;
}

/** A compiled endpoint, with validators. */
export interface RouteEndpoint<U extends Asker> extends Omit<DeclaredEndpoint<U>, 'methods'> {
  readonly methods: readonly Method[];
  readonly validate: CompiledArgs;
  /** Explains how an answer differs from the declared schema. Undefined if it fits. Absent if answers are trusted. */
  readonly misfit?: AnswerCheck;
  /** A digest of the values sent for its own args. */
  readonly digest: (sent: SentParams) => string;
  /** Refuses headers that do not fit their declarations. Absent if there are none. */
  readonly checkHeaders?: (headers: RequestHeaders, request: Omit<ArgRequest, 'params'>) => Promise<void>;
  /** True for endpoints of the service, whose declarations and answers specs check. */
  readonly trusted: boolean;
  /** The plugin that registered it, if known. */
  readonly plugin?: string;
}

/** A registered route, as frozen plain data. The router, dispatch, the index and the OpenAPI document read it. */
export interface Route<U extends Asker> {
  readonly namespace: string;
  readonly path: string;
  readonly key: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Coerces the decoded variables. Undefined if one does not have its declared form, so that it addresses nothing. */
  readonly address: (captured: Readonly<Record<string, string>>) => Record<string, unknown> | undefined;
  load?(request: { path: Record<string, unknown>; language: Language; user: U | undefined }): unknown;
  /** The function of the declaration that `load` wraps. */
  readonly declaredLoad?: unknown;
  otherwise?(request: OtherwiseRequest<U, Record<string, unknown>>): unknown;
  notFound?(path: Record<string, unknown>, language: Language): ApiError;
  /** The plugin that gave `load`, `otherwise` or `notFound`, if known. */
  readonly loadedBy?: string | undefined;
  readonly endpoints: readonly RouteEndpoint<U>[];
}

/** The values of the path's variables, by the args of the endpoints, which all declare them alike. */
type SharedPath<P extends string, A extends Args> = Flat<{
  readonly [K in PathNames<P>]: K extends keyof A ? Value<A[K]> : unknown;
}>;

/** The record that `load` finds. Undefined if there is no `load`. */
export type Loaded<R> = [R] extends [undefined] ? undefined : NonNullable<Awaited<R>>;

/**
 * The list of all routes, and the function that adds to it.
 *
 * @example
 * const paths = (registry: Registry<User>) => registry.routes.map(({ namespace, path }) => `/${namespace}${path}`);
 */
export interface Registry<U extends Asker> {
  readonly routes: readonly Route<U>[];
  readonly namespaces: readonly string[];
  readonly everyRoute: Args;
  /** The cached indexes. Adding a route empties them. */
  readonly indexes: CachedIndexes;
  /**
   * Declares a route, or adds endpoints to one. A path has at most three endpoints, since methods must differ.
   * Throws a `DeclarationError` with the route and a remedy: for a method registered twice, a hidden path, a default that its schema
   * refuses, a variable without arg, an invalid pattern, or an unknown keyword or invalid value.
   * To the compiler `A`, `B`, `C` are the args of the endpoints, `X`, `Y`, `Z` their declared answers, and `R` the result of `load`.
   * `Literal` is always never; as a const parameter it keeps literal types in the answers of handlers.
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

/** The registry of the program, which gives each plugin a view of it. */
export interface RegistryOwner<U extends Asker> extends Registry<U> {
  /** A view of the registry that notes the plugin's name on its routes and uses it in errors. */
  forPlugin(name: string): Registry<U>;
  /**
   * A view of the registry for the program's own routes, which it trusts.
   * Their declarations and answers are not checked, and `OPTIONS` does not print the schemas of their answers. The OpenAPI document
   * does.
   */
  trusting(name: string): Registry<U>;
}

/** The request of `otherwise`. The sent values are not validated yet. */
export interface OtherwiseRequest<U, Path> extends Pick<RequestDetails<U>, 'language' | 'user' | 'baseUrl' | 'method'> {
  readonly path: Path;
  readonly sent: SentParams;
}

/**
 * A path with the functions that find its record. If `load` finds none although `permission` allows, `otherwise` may answer another
 * record.
 * `permission` also decides on that record. `otherwise` may throw a more precise refusal than `notFound`, which is thrown last.
 */
interface RoutePath<U extends Asker, P extends string, A extends Args, R> {
  readonly path: P;
  readonly load?: (request: { readonly path: SharedPath<P, A>; readonly language: Language; readonly user: U | undefined }) => R;
  readonly otherwise?: (request: OtherwiseRequest<U, SharedPath<P, A>>) => NoInfer<R | Promise<Awaited<R> | undefined>> | undefined;
  readonly notFound?: (path: SharedPath<P, A>, language: Language) => ApiError;
}
