import type { Language, Text } from '../../language';

/** The HTTP methods of routes. `HEAD` and `OPTIONS` follow from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The types of the CMS' schemas, as the index prints them. */
export type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A schema of values, in the CMS' dialect of JSON Schema: for example, `exclusive…` keywords are booleans. */
export interface Schema {
  readonly type?: Type | readonly Type[];
  readonly enum?: readonly unknown[];
  /**
   * The formats of the CMS, JSON Schema and OpenAPI refuse other texts (`date`, `time`, `email`, `ipv4` …). `uri`, `text-field` and
   * `textarea-field` clean texts; `int64`, `float`, `double`, `binary` and `password` only inform.
   */
  readonly format?: string;
  readonly title?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  /** In characters (code points), as `maxLength`. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * A JavaScript regular expression with the `u` flag, matched in linear time. It reads at most 65,536 characters of a parameter.
   * The start fails for syntax of the CMS' dialect only, look-arounds, back references, and counts that stand for more than 1,000
   * pieces.
   */
  readonly pattern?: string;
  /** A description of the pattern, for the OpenAPI document (`x-pattern-text`) and for people, who read it instead of the pattern. */
  readonly patternText?: Text;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  /** For a property: true if the object must have it. For an object: the list of properties that it must have. */
  readonly required?: boolean | readonly string[];
  readonly description?: Text;
}

/** The request that `validate`, `sanitize` and computed defaults get. `params` are the sent values; the body wins over the query. */
export interface ArgRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly record: unknown;
  readonly user: unknown;
  readonly language: Language;
}

/** The result of a `validate` that has read the value. The handler gets `value`; `sanitize` is only called for null. */
export interface ReadValue<V = unknown> {
  readonly value: V;
}

/**
 * A declared argument of an endpoint, as plain data. The index prints it, the validator compiles it, `Params` types it.
 *
 * @example
 * const seats = { type: 'integer', minimum: 1, default: 1, description: { en: 'How many seats', fr: 'Le nombre de places' } } as const satisfies Arg;
 */
export interface Arg extends Schema {
  /** A value, or a function of the request. `null` means “not given”. Endpoints that update do not apply it. */
  readonly default?: unknown;
  /**
   * Validates a value in place of the schema: answers true, or refuses with false or by throwing an ApiError. `name` is that of the
   * arg.
   * In programs without types any other answer accepts the value, as in the CMS. Annotate its parameters as those of `sanitize`.
   */
  validate?(value: unknown, request: ArgRequest, name?: string): boolean | ReadValue | Promise<boolean | ReadValue>;
  /**
   * Makes the value that the handler gets, and gives it its type. In a route's own args, annotate its parameter: `(value: unknown) =>
   * …`.
   */
  sanitize?(value: unknown, request: ArgRequest, name?: string): unknown;
  /**
   * The schema of JSON that is really accepted, if `validate` and `sanitize` accept other values than the declared schema.
   * It is plain JSON Schema without the CMS' coercion, only for the OpenAPI document. A title that is a name makes it a schema of its
   * own there.
   */
  readonly accepts?: Schema;
  /** False: neither index nor OpenAPI document names the arg, though it works. Some parameters of the CMS are unannounced too. */
  readonly announced?: false;
  /**
   * Another arg that replaces this one. If it is sent, and neither empty nor 0, this arg is neither required nor given its default.
   * `accepts` is its schema in the OpenAPI document then.
   */
  readonly suppliedBy?: { readonly arg: string; readonly accepts: Schema };
  readonly description: Text;
}

/**
 * The declared arguments of an endpoint, by their names in requests.
 *
 * @example
 * const args = { seats, row: { type: 'string', required: true, description: { en: 'The row', fr: 'Le rang' } } } as const satisfies Args;
 */
export type Args = Readonly<Record<string, Arg>>;

/** The declared headers of requests, by name. They are checked as args are, and passed on as sent. There are no defaults. */
export type RequestHeaderArgs = Readonly<Record<string, Omit<Arg, 'default' | 'sanitize' | 'announced' | 'suppliedBy'>>>;

/** The TypeScript types of scalar schema types. */
export interface Scalars {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  null: null;
}

/** Writes out an intersection, so that editors show its members. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};

type ObjectOf<P, Required> = Flat<
  { -readonly [K in keyof P as K extends Required ? K : never]: SchemaValue<P[K]> } & {
    -readonly [K in keyof P as K extends Required ? never : K]?: SchemaValue<P[K]>;
  }
>;

/** The names of an object's required properties: its own list, else the properties that say so. */
export type RequiredOf<S, P> = S extends { required: readonly (infer N)[] }
  ? N
  : { [K in keyof P]: P[K] extends { required: true } ? K : never }[keyof P];

type OfType<S, T> = T extends 'array'
  ? S extends { items: infer I }
    ? SchemaValue<I>[]
    : unknown[]
  : T extends 'object'
    ? S extends { properties: infer P }
      ? ObjectOf<P, RequiredOf<S, P>>
      : S extends { additionalProperties: infer I extends Schema }
        ? Record<string, SchemaValue<I>>
        : Record<string, unknown>
    : T extends keyof Scalars
      ? Scalars[T]
      : unknown;

type SchemaValue<S> = S extends { enum: readonly (infer E)[] }
  ? E
  : S extends { oneOf: readonly (infer O)[] }
    ? Within<S, Each<O>>
    : S extends { anyOf: readonly (infer O)[] }
      ? Within<S, Each<O>>
      : S extends { type: infer T }
        ? T extends readonly (infer One)[]
          ? OfType<S, One>
          : OfType<S, T>
        : unknown;

/** The type of a branch's value, or the schema's own type if the branch does not fit it. */
type Within<S, V> = S extends { type: infer T extends keyof Scalars } ? ([V] extends [Scalars[T]] ? V : Scalars[T]) : V;

type Each<S> = S extends unknown ? SchemaValue<S> : never;

/** The value that a handler gets for an arg: the result of `sanitize`, else a value of the schema. */
export type Value<A> = A extends { sanitize: (...given: never[]) => infer R } ? Awaited<R> : SchemaValue<A>;

type Given<A> = A extends { suppliedBy: object } ? false : A extends { required: true } | { default: unknown } ? true : false;
type OrNull<A> = A extends { required: true } ? never : A extends { default: null } ? null : never;

/**
 * The `params` of a handler. Required and defaulted arguments are there; others may be missing (or `null`, if that is their default).
 *
 * @example
 * const place = ({ seats, row }: Params<typeof args>): string => `${seats} in row ${row}`;
 */
export type Params<A> = Flat<
  { -readonly [K in keyof A as Given<A[K]> extends true ? K : never]: Value<A[K]> | OrNull<A[K]> } & {
    -readonly [K in keyof A as Given<A[K]> extends true ? never : K]?: Value<A[K]>;
  }
>;

type Nullable<A> = A extends { required: true } ? Value<A> : Value<A> | null;

/**
 * The `params` of a handler that updates: only sent arguments. Optional ones may be null.
 * `Path` are the variables of the path. All but `id` are optional members that the body may send.
 *
 * @example
 * const changes = ({ seats }: EditParams<typeof args>): object => (seats === undefined ? {} : { seats });
 */
export type EditParams<A, Path extends string = never> = Flat<
  { -readonly [K in keyof A as K extends Path ? never : A[K] extends { required: true } ? K : never]: Value<A[K]> } & {
    -readonly [K in keyof A as K extends 'id' & Path
      ? never
      : A[K] extends { required: true }
        ? K extends Path
          ? K
          : never
        : K]?: Nullable<A[K]>;
  }
>;
