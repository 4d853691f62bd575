import type { Language, Text } from '../../language';
import type { ReadValue } from './read-value';

/** The HTTP methods that a route can answer; `HEAD` and `OPTIONS` are read off them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The types of the CMS' schemas, in the words that the index prints. */
export type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** What a value may be: the keywords mean what they mean in the CMS, `exclusive…` as booleans included. */
export interface Schema {
  readonly type?: Type | readonly Type[];
  readonly enum?: readonly unknown[];
  /** The formats of the CMS, JSON Schema and OpenAPI are judged (`date`, `time`, `email`, `ipv4` …); `uri`, `text-field`, `textarea-field` clean; `int64`, `float`, `double`, `binary` and `password` only inform. */
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
   * A regular expression of this language, with the `u` flag, which takes time linear in the length of the text. Refused at start: what only the
   * CMS' dialect knows, look-arounds, back references, and counts that stand for more than 1,000 pieces. One pattern reads at most 65,536
   * characters of a parameter.
   */
  readonly pattern?: string;
  /** What the pattern takes, in words: for the OpenAPI document (`x-pattern-text`) and for people, who read it in the place of the pattern. */
  readonly patternText?: Text;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  /** Of a property: whether the object must have it; of an object: the properties that it must have, in place of what they say themselves. */
  readonly required?: boolean | readonly string[];
  readonly description?: Text;
}

/** What `validate`, `sanitize` and computed defaults see of a request; `params` as sent, body over query. */
export interface ArgRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly record: unknown;
  readonly user: unknown;
  readonly language: Language;
}

/**
 * A declared argument of an endpoint: plain data, printed by the index, compiled by the validator, typed by `Params`.
 *
 * @example
 * const seats = { type: 'integer', minimum: 1, default: 1, description: { en: 'How many seats', fr: 'Le nombre de places' } } as const satisfies Arg;
 */
export interface Arg extends Schema {
  /** A value or, for computed ones, a function of the request; `null` means “not given”. Endpoints that update never apply it. */
  readonly default?: unknown;
  /**
   * Answers true, or refuses: with false, which gives no reason, or by throwing an ApiError; in programs without types what is neither passes, as in
   * the CMS. Where it is given, the schema is not consulted. To be annotated as `sanitize` is; `name` is that of the arg, as in the CMS.
   */
  validate?(value: unknown, request: ArgRequest, name?: string): boolean | ReadValue | Promise<boolean | ReadValue>;
  /** Answers what the handler gets; its type is the handler's. Inside of a route's own args, annotate its parameter: `(value: unknown) => …`. */
  sanitize?(value: unknown, request: ArgRequest, name?: string): unknown;
  /**
   * What is really accepted as JSON, where `validate` and `sanitize` take something else than the declared schema says: plain JSON Schema, without the
   * CMS' coercion, for readers of the OpenAPI document alone. A title that is a name makes it a schema of its own there.
   */
  readonly accepts?: Schema;
  /** False: obeyed, and named neither by the index nor by the OpenAPI document, as what the CMS reads without declaring it. */
  readonly announced?: false;
  /**
   * Another arg: where that is sent, and neither empty nor 0, this one is neither required nor given its default, whatever the index says. `accepts`
   * tells readers of the OpenAPI document what it is then.
   */
  readonly suppliedBy?: { readonly arg: string; readonly accepts: Schema };
  readonly description: Text;
}

/**
 * The declared arguments of an endpoint, by their wire names.
 *
 * @example
 * const args = { seats, row: { type: 'string', required: true, description: { en: 'The row', fr: 'Le rang' } } } as const satisfies Args;
 */
export type Args = Readonly<Record<string, Arg>>;

/** The declared headers of requests, by name: checked as args are, and handed on as the text that was sent. There are no defaults. */
export type RequestHeaderArgs = Readonly<Record<string, Omit<Arg, 'default' | 'sanitize' | 'announced' | 'suppliedBy'>>>;

/** What the types that hold nothing are in TypeScript. */
export interface Scalars {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  null: null;
}

/** Writes an intersection out, so that editors show its members. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};

type ObjectOf<P, Required> = Flat<
  { -readonly [K in keyof P as K extends Required ? K : never]: SchemaValue<P[K]> } & {
    -readonly [K in keyof P as K extends Required ? never : K]?: SchemaValue<P[K]>;
  }
>;

/** The names of the properties that an object must have: its own list, else those that say so themselves. */
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

/** What a branch makes of a value is given the schema's own type, where it names one. */
type Within<S, V> = S extends { type: infer T extends keyof Scalars } ? ([V] extends [Scalars[T]] ? V : Scalars[T]) : V;

type Each<S> = S extends unknown ? SchemaValue<S> : never;

/** What the handler gets for a declared argument: what `sanitize` answers, else the value of the schema. */
export type Value<A> = A extends { sanitize: (...given: never[]) => infer R } ? Awaited<R> : SchemaValue<A>;

type Given<A> = A extends { suppliedBy: object } ? false : A extends { required: true } | { default: unknown } ? true : false;
type OrNull<A> = A extends { required: true } ? never : A extends { default: null } ? null : never;

/**
 * What a handler gets in `params`: required and defaulted arguments are there, the rest may be absent (`null`: a default of null).
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
 * What a handler that updates gets in `params`: what was sent, and nothing else. Optional arguments may be null; `Path` names the path's
 * variables, which but for `id` are optional members that the body may send.
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
