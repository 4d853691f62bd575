import type { ApiError } from '../errors';
import type { Language, Text } from '../language';
import type { AnswerCheck } from './answers/answer-check';
import type { Answers, AnswerValue, HandlerAnswer } from './answers/answers';
import type { SelectedFields } from './answers/selected-fields';
import type { Arg, ArgRequest, Args, EditParams, Flat, Method, Params, RequestHeaderArgs, Value } from './args/arg';
import type { DeclaredHeaders, DeclaredRefusal } from './declarations/declared-refusals';
import type { PathNames } from './path';

/**
 * Whoever asks: `can` is asked for the capability that an endpoint names.
 *
 * @example
 * interface Reader extends Asker { readonly name: string; can(capability: 'edit_books'): boolean }
 */
export interface Asker {
  can(capability: never): boolean;
}

/** The capabilities that an endpoint may name: what the user's `can` accepts. */
export type CapabilityOf<U extends Asker> = Parameters<U['can']>[0];

/** The `methods` of an endpoint; `'POST, PUT, PATCH'` is what “updates” means. */
export type Methods = 'GET' | 'POST' | 'POST, PUT, PATCH' | 'DELETE';

/** The values of the path's variables, from the address alone. */
export type PathValues<P extends string, A> = Flat<{ readonly [K in PathNames<P> & keyof A]: Value<A[K]> }>;

/** The headers of a request, by names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parameters that shape any answer, by name, as far as they were sent. */
export type MetaParams = Readonly<Record<string, unknown>>;

/**
 * What a handler gets of a user, the path's variables, the parameters and the record that `load` found; `baseUrl` is the address of the
 * language root as the client knows it, e.g. `http://127.0.0.1:3000/en`.
 *
 * @example
 * const greet = ({ user, language }: HandlerRequest<User, object, object, undefined>) => ({ language, login: user?.login });
 */
export interface HandlerRequest<U, Path, P, R> {
  readonly path: Path;
  readonly params: P;
  readonly record: R;
  readonly language: Language;
  readonly user: U | undefined;
  readonly baseUrl: string;
  /** The address of the client, as limits count it; undefined where nobody has said it. */
  readonly address?: string | undefined;
  readonly method: Method;
  readonly headers: RequestHeaders;
  /** `_fields`, `_envelope`, `_jsonp` and `_pretty` as they were sent, for the links of lists. */
  readonly meta?: MetaParams;
  /** The members that `_fields` names; undefined for all. A handler may leave the others out: they are removed from the answer. */
  readonly wanted?: SelectedFields | undefined;
  /** Tells whether `If-Match` asks for this revision of a record (see `reply`), in a tag of whatever view of it; true where it is not sent. */
  matches(revision: string): boolean;
  /** A digest of what was sent for the args of the endpoint, before anything was read into it: requests that say the same have the same one. */
  digest(): string;
}

/**
 * What `replay` gets: the same, but for `params`, which nobody has judged yet.
 *
 * @example
 * const kept = new Map<string, unknown>();
 * const replay = ({ digest }: ReplayRequest<User, object, undefined>) => kept.get(digest());
 */
export type ReplayRequest<U, Path, R> = Omit<HandlerRequest<U, Path, object, R>, 'params'>;

/**
 * What `permission` decides on; `record` is undefined where the path addresses none.
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

/** Who may use an endpoint: everybody, those with a capability, or what a function decides. */
export type Permission<U extends Asker, Path, R> = 'public' | CapabilityOf<U> | ((request: PermissionRequest<U, Path, R>) => boolean);

/** A content type of texts, or one of JSON with its schema. */
export type Alternative = string | { readonly type: string; readonly answers: Answers };

/** The content type of an alternative. */
export const alternativeType = (one: Alternative): string => (typeof one === 'string' ? one : one.type);

interface Declared<U extends Asker, P extends string, A extends Args, R, S> {
  readonly args: A & Checked<A> & PathArgs<P>;
  // Written out, since messages of the compiler name what is allowed. Without the undefined of a path that has no `load`: while the compiler does
  // not know yet what that finds, a function fits that is made for some record.
  readonly permission: 'public' | CapabilityOf<U> | ((request: PermissionRequest<U, PathValues<P, A>, NonNullable<R>>) => boolean);
  /** What it does, in a few words: `List events`. */
  readonly summary?: Text;
  /** What else there is to know of it, in sentences; the OpenAPI document adds who may do it. */
  readonly description?: Text;
  /** The content type of what it answers, where that is text or a Buffer and no JSON: `text/calendar; charset=utf-8`. */
  readonly type?: string;
  /** The status of its successes, from 200 to 299: a plain answer gets it, another one is a fault. Without it 200, and on creations 201 too. */
  readonly status?: number;
  /** The schema of what it answers: handlers are held against it by the compiler, and answers before they are sent. */
  readonly answers?: S & Answers & Unknown<S, keyof Answers>;
  /** Content types that it answers too where the client asks for them, beside `type` or JSON, of text or with a schema: the OpenAPI document names them. */
  readonly alternatives?: readonly Alternative[];
  /** The headers that its answers bring; `required: true` where every success has it. */
  readonly headers?: DeclaredHeaders;
  /** The headers of requests that it looks at, by name: a request whose header is not of its schema is refused. */
  readonly requestHeaders?: RequestHeaderArgs;
  /**
   * Answers a request that was answered before, undefined where it was not. It is asked once the request is permitted and its headers are judged, before
   * what was sent is: that may be refused by now, as its first time has changed what there is.
   */
  readonly replay?: (request: ReplayRequest<U, PathValues<P, A>, R>) => unknown;
  /** The codes of the refusals that `load`, `permission` and `handle` throw; what args, paths and permissions lead to goes without saying. */
  readonly errors?: readonly DeclaredRefusal[];
}

/** What must be among the args: every variable of the path. */
type PathArgs<P extends string> = { readonly [K in PathNames<P>]: unknown };

/** An endpoint that reads, creates or deletes: declared defaults are applied. */
export interface PlainEndpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never>
  extends Declared<U, P, A, R, S> {
  readonly methods: Exclude<Methods, 'POST, PUT, PATCH'>;
  /**
   * True: answers to requests without credentials are cached until something changes that the handler has read through `services`, or until the moment
   * that it asked the clock for is over. For `GET` alone, and for handlers that look at nothing else.
   */
  readonly cache?: boolean;
  handle(request: HandlerRequest<U, PathValues<P, A>, Params<Omitted<A, PathNames<P>>>, R>): HandlerAnswer<AnswerValue<S> | Literal>;
}

/** An endpoint that updates: `params` holds what was sent and nothing else. */
export interface EditableEndpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never>
  extends Declared<U, P, A, R, S> {
  readonly methods: 'POST, PUT, PATCH';
  handle(request: HandlerRequest<U, PathValues<P, A>, EditParams<A, PathNames<P>>, R>): HandlerAnswer<AnswerValue<S> | Literal>;
}

/** An endpoint as it is declared. */
export type Endpoint<U extends Asker, P extends string, A extends Args, R, S = unknown, Literal = never> =
  | PlainEndpoint<U, P, A, R, S, Literal>
  | EditableEndpoint<U, P, A, R, S, Literal>;

type Omitted<A, Names extends string> = { [K in keyof A as K extends Names ? never : K]: A[K] };

/** What the compiler names where a keyword is none. */
interface NoKeyword<K, Nearest> {
  readonly noKeyword: K;
  readonly nearest: Nearest;
}
interface DidYouMean<K> {
  readonly keyword: K;
}
/** The keywords that begin with the same four letters, else with the same one. */
type Alike<K, Keywords> = K extends `${infer A}${infer B}${infer C}${infer D}${string}`
  ? Some<Extract<Keywords, `${A}${B}${C}${D}${string}`>, Extract<Keywords, `${A}${string}`>>
  : K extends `${infer A}${string}`
    ? Extract<Keywords, `${A}${string}`>
    : never;
type Some<One, Other> = [One] extends [never] ? Other : One;
export type Unknown<S, Keywords> = { readonly [K in Exclude<keyof S, Keywords>]: NoKeyword<K, DidYouMean<Alike<K, Keywords>>> };
/** What the compiler asks for where a default is not in its `enum`. */
interface OneOf<E> {
  readonly mustBeOneOf: E;
}
export type Enumerated<A> = A extends { enum: readonly (infer E)[]; default: infer D }
  ? D extends E | null | ((...given: never[]) => unknown)
    ? unknown
    : { readonly default: OneOf<E> }
  : unknown;

/** Refuses unknown keywords and defaults that are not in their `enum`, at compile time. */
type Checked<A> = { readonly [K in keyof A]: Unknown<A[K], keyof Arg> & Enumerated<A[K]> };

/** What a request sent beside its path; body wins over query. */
export interface SentParams {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Turns what was sent into `params`; throws `rest_missing_callback_param` or `rest_invalid_param`. */
export type CompiledArgs = (sent: SentParams, request: Omit<ArgRequest, 'params'>) => Promise<Record<string, unknown>>;

/** An endpoint as the registry keeps it: types forgotten, validators compiled. */
export interface RouteEndpoint<U extends Asker> {
  readonly methods: readonly Method[];
  readonly args: Args;
  readonly permission: Permission<U, Record<string, unknown>, unknown>;
  readonly summary?: Text;
  readonly description?: Text;
  handle(request: HandlerRequest<U, Record<string, unknown>, Record<string, unknown>, unknown>): unknown;
  readonly validate: CompiledArgs;
  /** The content type of what it answers, where that is no JSON. */
  readonly type?: string;
  /** The status of its successes, where it is declared. */
  readonly status?: number;
  /** The schema of what it answers, where it is declared. */
  readonly answers?: Answers;
  /** Says why an answer is not of that schema, undefined where it is; absent where answers are trusted. */
  readonly misfit?: AnswerCheck;
  readonly alternatives?: readonly Alternative[];
  readonly headers?: DeclaredHeaders;
  readonly requestHeaders?: RequestHeaderArgs;
  readonly replay?: (request: ReplayRequest<U, Record<string, unknown>, unknown>) => unknown;
  /** A digest of what was sent for its own args. */
  readonly digest: (sent: SentParams) => string;
  readonly cache?: boolean;
  /** Refuses headers that are not as declared; absent where none are. */
  readonly checkHeaders?: (headers: RequestHeaders, request: Omit<ArgRequest, 'params'>) => Promise<void>;
  readonly errors?: readonly DeclaredRefusal[];
  /** Whether it is the service's own, which specs hold to what it declares. */
  readonly trusted: boolean;
  /** The name of the plugin that registered it, where the registry was told. */
  readonly plugin?: string;
}

/** A registered route: frozen plain data with many readers. */
export interface Route<U extends Asker> {
  readonly namespace: string;
  readonly path: string;
  readonly key: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Coerces the captured variables; undefined where one does not have the declared form and so addresses nothing. */
  readonly address: (captured: Readonly<Record<string, string>>) => Record<string, unknown> | undefined;
  load?(request: { path: Record<string, unknown>; language: Language; user: U | undefined }): unknown;
  otherwise?(request: OtherwiseRequest<U, Record<string, unknown>>): unknown;
  notFound?(path: Record<string, unknown>, language: Language): ApiError;
  /** The name of the plugin that gave `load`, `otherwise` or `notFound`, where the registry was told. */
  readonly loadedBy?: string | undefined;
  readonly endpoints: readonly RouteEndpoint<U>[];
}

/** The value of one path variable, from the endpoints' args: every endpoint declares it alike. */
export type SharedPath<P extends string, A extends Args> = Flat<{
  readonly [K in PathNames<P>]: K extends keyof A ? Value<A[K]> : unknown;
}>;

/** The record that `load` finds; where there is no `load` there is no record. */
export type Loaded<R> = [R] extends [undefined] ? undefined : NonNullable<Awaited<R>>;

/**
 * The list of all routes, with the one function that adds to it.
 *
 * @example
 * const paths = (registry: Registry<User>) => registry.routes.map(({ namespace, path }) => `/${namespace}${path}`);
 */
export interface Registry<U extends Asker> {
  readonly routes: readonly Route<U>[];
  readonly namespaces: readonly string[];
  readonly everyRoute: Args;
  /**
   * Declares a route, or adds endpoints to one; no more than three can share the methods. Throws a `DeclarationError`, which names the route
   * and the remedy, for a method registered twice, a path that another one hides, a default that its own schema refuses, a variable without
   * arg, a pattern that cannot be compiled, an unknown keyword or an impossible value of one. To the compiler `A`, `B`, `C` are the
   * endpoints' args, `X`, `Y`, `Z` what they declare to answer, and `R` what `load` finds; `Literal` is never anything, and being constant
   * it keeps what handlers answer as narrow as it is written.
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

/** The registry in the hands of the program, which lends each plugin a view of it. */
export interface RegistryOwner<U extends Asker> extends Registry<U> {
  /** The same registry, which notes this name on what is registered through it and uses it in refusals. */
  forPlugin(name: string): Registry<U>;
  /**
   * The same for routes that the program makes itself, and trusts: neither is their declaration checked, nor are answers held against it, nor does
   * `OPTIONS` print what they answer; the OpenAPI document tells it.
   */
  trusting(name: string): Registry<U>;
}

/** What `otherwise` gets; nobody has judged yet what was `sent`. */
export interface OtherwiseRequest<U, Path> {
  readonly path: Path;
  readonly language: Language;
  readonly user: U | undefined;
  readonly baseUrl: string;
  readonly method: Method;
  readonly sent: SentParams;
}

/**
 * A path with what finds the record that it addresses. Where there is none although `permission` allows, `otherwise` may answer another one, of which
 * `permission` is asked too, or throw a refusal that says more than `notFound`, which is thrown at last.
 */
export interface RoutePath<U extends Asker, P extends string, A extends Args, R> {
  readonly path: P;
  readonly load?: (request: { readonly path: SharedPath<P, A>; readonly language: Language; readonly user: U | undefined }) => R;
  readonly otherwise?: (request: OtherwiseRequest<U, SharedPath<P, A>>) => NoInfer<R | Promise<Awaited<R> | undefined>> | undefined;
  readonly notFound?: (path: SharedPath<P, A>, language: Language) => ApiError;
}
