import type { Flat, RequiredOf, Scalars, Schema } from '../args/arg';
import type { Reply } from './reply';

/** What an endpoint answers with a status of 2xx: the schema of the body, as JSON. Members that it does not name may be there too. */
export type Answers = Schema;

// JSON leaves out what is undefined.
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

/** What JSON makes a value of the schema of: a `Date` is text in the format `date-time`, and what is optional may be undefined. */
export type AnswerValue<S> = Own<S> & Branch<S>;

/** A body, or a reply with it. */
type Replied<T> = T | Reply<T>;
/** What a handler answers, at once or later. */
export type HandlerAnswer<T> = Replied<T> | Promise<Replied<T>>;

/** What an answer says that its schema does not name. */
type Undeclared<V, T> = { readonly [K in Exclude<keyof V, keyof T>]: never };
/** What an answer never says though its schema names it. */
type Unsaid<V, T> = { readonly [K in Exclude<keyof T, keyof V>]: unknown };

/**
 * Makes the function through which a presenter answers, as it is given: to the compiler what it is given has the members that the schema names,
 * those that are spread into it included, and no others.
 */
export const exactly =
  <S>() =>
  <V extends AnswerValue<S>>(answer: V & Undeclared<V, AnswerValue<S>> & Unsaid<V, AnswerValue<S>>): AnswerValue<S> =>
    answer;
