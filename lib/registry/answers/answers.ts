import type { SpeltCode } from '../../errors';
import type { Text } from '../../language';
import type { Flat, RequiredOf, Scalars, Schema } from '../args/arg';
import type { Reply } from './reply';

/** The schema of an endpoint's JSON responses with a status of 2xx. Undeclared members are allowed. */
export type Answers = Schema;

/** An error response that a plugin declares, with HTTP status and explanation. */
interface OwnRefusal {
  readonly code: string;
  readonly status: number;
  readonly description: Text;
}

/** A declared error response of an endpoint: an error code of the service, or an error of a plugin. */
export type DeclaredRefusal = SpeltCode | OwnRefusal;

/** The declared headers of an endpoint's successful responses, by name. `required: true` means that each success has the header. */
export type DeclaredHeaders = Readonly<Record<string, Schema & { readonly description: Text }>>;

// JSON omits undefined members.
type ObjectOf<P, Required> = Flat<
  { -readonly [K in keyof P as K extends Required ? K : never]: AnswerValue<P[K]> } & {
    -readonly [K in keyof P as K extends Required ? never : K]?: AnswerValue<P[K]> | undefined;
  }
>;

type OfType<S, T> = T extends 'array'
  ? S extends { items: infer I }
    ? readonly AnswerValue<I>[]
    : readonly unknown[]
  : T extends 'object'
    ? S extends { properties: infer P }
      ? ObjectOf<P, RequiredOf<S, P>>
      : S extends { additionalProperties: infer I extends Schema }
        ? Readonly<Record<string, AnswerValue<I>>>
        : object
    : T extends 'string'
      ? S extends { format: 'date-time' }
        ? string | Date
        : string
      : T extends keyof Scalars
        ? Scalars[T]
        : unknown;

type Own<S> = S extends { enum: readonly (infer E)[] }
  ? E
  : S extends { type: infer T }
    ? T extends readonly (infer One)[]
      ? OfType<S, One>
      : OfType<S, T>
    : unknown;

type Branch<S> = S extends { oneOf: readonly (infer O)[] } ? Each<O> : S extends { anyOf: readonly (infer O)[] } ? Each<O> : unknown;
type Each<S> = S extends unknown ? AnswerValue<S> : never;

/** The TypeScript type of a schema's values. The format `date-time` also allows a `Date`; optional members may be undefined. */
export type AnswerValue<S> = Own<S> & Branch<S>;

// Type alias, so that messages of the compiler stay short.
type Replied<T> = T | Reply<T>;
export type HandlerAnswer<T> = Replied<T> | Promise<Replied<T>>;

type Undeclared<V, T> = { readonly [K in Exclude<keyof V, keyof T>]: never };
type Unsaid<V, T> = { readonly [K in Exclude<keyof T, keyof V>]: unknown };

/**
 * Makes an identity function, which only compiles for objects with exactly the members of the schema.
 * Members from spread objects count too.
 */
export const exactly =
  <S>() =>
  <V extends AnswerValue<S>>(answer: V & Undeclared<V, AnswerValue<S>> & Unsaid<V, AnswerValue<S>>): AnswerValue<S> =>
    answer;
