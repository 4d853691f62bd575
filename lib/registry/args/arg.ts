import type { Language, Text } from '../../language';

/** The HTTP methods that endpoints declare. The service adds `HEAD` and `OPTIONS`. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The types of schemas, by the names of JSON Schema. */
export type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A schema in the JSON Schema dialect of WordPress, in which `exclusiveMinimum` and `exclusiveMaximum` are booleans. */
export interface Schema {
  readonly type?: Type | readonly Type[];
  readonly enum?: readonly unknown[];
  /**
   * The formats of WordPress, JSON Schema and OpenAPI refuse other texts (`date`, `time`, `email`, `ipv4` …). `uri`, `text-field` and
   * `textarea-field` clean texts; `int64`, `float`, `double`, `binary` and `password` refuse nothing.
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
  /** The minimum length in characters (code points), as for `maxLength`. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * A JavaScript regular expression with the `u` flag, matched in linear time, on at most 65,536 characters of a parameter.
   * The service does not start with PHP syntax, look-arounds, back references, or counted repetitions that expand to more than 1,000
   * pieces.
   */
  readonly pattern?: string;
  /** A description of the pattern in words, for error messages and the OpenAPI document (`x-pattern-text`). */
  readonly patternText?: Text;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  /** For a property: true if the object requires the property. For an object: the list of required properties. */
  readonly required?: boolean | readonly string[];
  readonly description?: Text;
}

/** The request that `validate`, `sanitize` and computed defaults get. `params` are the sent values; the body precedes the query. */
export interface ArgRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly record: unknown;
  readonly user: unknown;
  readonly language: Language;
}

/** The result of a `validate` that also converts the argument. The handler gets `value`; `sanitize` is only called for null. */
export interface ReadValue<V = unknown> {
  readonly value: V;
}

/**
 * The declaration of an endpoint's argument, as plain data for the index, the validator and the type `Params`.
 *
 * @example
 * const seats = { type: 'integer', minimum: 1, default: 1, description: { en: 'How many seats', fr: 'Le nombre de places' } } as const satisfies Arg;
 */
export interface Arg extends Schema {
  /** The default value, or a function of the request. `null` means “no value”. Endpoints that update do not apply defaults. */
  readonly default?: unknown;
  /**
   * Validates a value in place of the schema. Returns true, or refuses by false or by throwing an ApiError. `name` is the name of the
   * arg.
   * In JavaScript, any other result accepts the value, as in WordPress. Annotate the type of `value` as `unknown`.
   */
  validate?(value: unknown, request: ArgRequest, name?: string): boolean | ReadValue | Promise<boolean | ReadValue>;
  /**
   * Returns the value that the handler gets, with that type. In the args of a route, annotate the parameter: `(value: unknown) =>
   * …`.
   */
  sanitize?(value: unknown, request: ArgRequest, name?: string): unknown;
  /**
   * The schema of the accepted JSON, if `validate` and `sanitize` accept other values than the declared schema.
   * Plain JSON Schema without the coercion of WordPress, only for the OpenAPI document. A title that is a name makes a component of
   * that document.
   */
  readonly accepts?: Schema;
  /** False to omit the argument from the index and the OpenAPI document, as WordPress does for some parameters. */
  readonly announced?: false;
  /**
   * Another argument that, unless empty or 0, replaces this argument, which then is not required and has no default.
   * `accepts` is the schema of the other argument in the OpenAPI document in that case.
   */
  readonly suppliedBy?: { readonly arg: string; readonly accepts: Schema };
  readonly description: Text;
}

/**
 * The declared arguments of an endpoint, by parameter name.
 *
 * @example
 * const args = { seats, row: { type: 'string', required: true, description: { en: 'The row', fr: 'Le rang' } } } as const satisfies Args;
 */
export type Args = Readonly<Record<string, Arg>>;

/** The declared request headers, by name. Headers are validated, but reach the handler unchanged. */
export type RequestHeaderArgs = Readonly<Record<string, Omit<Arg, 'default' | 'sanitize' | 'announced' | 'suppliedBy'>>>;

export interface Scalars {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  null: null;
}

/** A type that expands an intersection, so that editors show the members. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};

type ObjectOf<P, Required> = Flat<
  { -readonly [K in keyof P as K extends Required ? K : never]: SchemaValue<P[K]> } & {
    -readonly [K in keyof P as K extends Required ? never : K]?: SchemaValue<P[K]>;
  }
>;

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

/** The type of a branch's values, or the schema's own type if the branch has another type. */
type Within<S, V> = S extends { type: infer T extends keyof Scalars } ? ([V] extends [Scalars[T]] ? V : Scalars[T]) : V;

type Each<S> = S extends unknown ? SchemaValue<S> : never;

/** The type of an argument for the handler: the result of `sanitize`, else a value of the schema. */
export type Value<A> = A extends { sanitize: (...given: never[]) => infer R } ? Awaited<R> : SchemaValue<A>;

type Given<A> = A extends { suppliedBy: object } ? false : A extends { required: true } | { default: unknown } ? true : false;
type OrNull<A> = A extends { required: true } ? never : A extends { default: null } ? null : never;

/**
 * The `params` of a handler. Only arguments that are neither required nor defaulted may be missing (or `null`, if that is the default).
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
 * The `params` of a handler that updates, with only the sent arguments. Optional arguments may be null.
 * `Path` are the path variables. The body may contain all but `id`, as optional members.
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
