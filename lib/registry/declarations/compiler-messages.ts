/*
 * Types that refuse a wrong declaration at compile time. The names of the types and members are the words of the compiler's message.
 */

import type { Arg } from '../args/arg';

/** The compiler's message for an unknown keyword. */
interface NoKeyword<K, Suggestion> {
  readonly noKeyword: K;
  readonly nearest: Suggestion;
}
interface DidYouMean<K> {
  readonly keyword: K;
}

/** The keywords with the same first four letters as `K`, else with the same first letter. */
type Nearest<K, Keywords> = K extends `${infer A}${infer B}${infer C}${infer D}${string}`
  ? OrElse<Extract<Keywords, `${A}${B}${C}${D}${string}`>, Extract<Keywords, `${A}${string}`>>
  : K extends `${infer A}${string}`
    ? Extract<Keywords, `${A}${string}`>
    : never;
type OrElse<One, Other> = [One] extends [never] ? Other : One;
/** A type that refuses the keywords of `S` outside `Keywords`. The message names the nearest keyword. */
export type OnlyKeywords<S, Keywords> = { readonly [K in Exclude<keyof S, Keywords>]: NoKeyword<K, DidYouMean<Nearest<K, Keywords>>> };

/** The compiler's message for a default outside the `enum`. */
interface OneOf<E> {
  readonly mustBeOneOf: E;
}
/** A type that refuses a default outside the `enum` of an argument. */
export type DefaultInEnum<A> = A extends { enum: readonly (infer E)[]; default: infer D }
  ? D extends E | null | ((...given: never[]) => unknown)
    ? unknown
    : { readonly default: OneOf<E> }
  : unknown;

/** A type of arguments that refuses unknown keywords, and defaults outside the `enum`, at compile time. */
export type CheckedArgs<A> = { readonly [K in keyof A]: OnlyKeywords<A[K], keyof Arg> & DefaultInEnum<A[K]> };
