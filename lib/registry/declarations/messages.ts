import type { Arg } from '../args/arg';

/*
 * Types that refuse a wrong declaration at compile time. The names of the types and members are the words of the compiler's message.
 */

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

/*
 * Words of the messages about wrong declarations at start.
 */

/** Computes the edit distance of two words: added, removed, replaced, or swapped letters. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[row]?.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1), swapped));
    }
  }
  return at(one.length, other.length);
}

/** Finds the most similar of some words, ignoring case. Undefined if no word is similar. */
export const nearestNames = (word: string, words: readonly string[]): string | undefined =>
  words
    .map((other) => ({ other, far: distance(word.toLowerCase().slice(0, 40), other.toLowerCase()) }))
    .filter(({ other, far }) => far <= Math.max(1, Math.floor(other.length / 3)))
    .sort((one, two) => one.far - two.far)[0]?.other;

/** Completes “… is unknown:” in error messages with the most similar word, also of `beside`, and the list of `words`. */
export const useOneOf = (word: string, words: readonly string[], beside: readonly string[] = []): string => {
  const meant = nearestNames(word, [...words, ...beside]);
  return `${meant === undefined ? 'use' : `did you mean "${meant}"? Use`} one of ${words.join(', ')}.`;
};

const jsonOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
};

/** Writes a value for error messages, with at most 60 characters. */
export const speltValue = (value: unknown): string => {
  const json = ['number', 'bigint', 'undefined'].includes(typeof value)
    ? String(value)
    : (jsonOf(value) ?? (typeof value === 'object' ? 'an object' : `a ${typeof value}`));
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
};
