import { WORDS_FIELD } from '../records/link-keys';

/** Words that a filter asks for, or does not want any of: these, those that begin so, and those in which a text stands. */
export interface AskedWords {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
  readonly parts: readonly string[];
  readonly isIn: boolean;
}

/** How what stands at a path is held by its words. */
export interface ByWords {
  /** The words of a value; undefined where it has none that could be told. */
  split(value: unknown): readonly string[] | undefined;
  /** What a filter says of them; undefined where it says anything else. */
  asked(operand: unknown): AskedWords | undefined;
}

/** The one thing that a filter says of a field. */
const onlyOne = (operand: unknown): readonly [operator: string, value: unknown] | undefined => {
  if (typeof operand !== 'object' || operand === null || operand instanceof RegExp) return undefined;
  const said = Object.entries(operand);
  return said.length === 1 ? said[0] : undefined;
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** A pattern of what a text begins with, that means itself. */
const BEGINNING = /^\^[\p{L}\p{M}\p{N} @-]+$/u;

const isBeginning = (value: unknown): value is RegExp => value instanceof RegExp && value.flags === '' && BEGINNING.test(value.source);

/** Keys, each of which is a word. */
const KEYS: ByWords = {
  split: (value) => (Array.isArray(value) && value.every(isText) ? value : undefined),
  asked(operand) {
    const [operator, values] = onlyOne(operand) ?? [];
    if ((operator !== '$in' && operator !== '$nin') || !Array.isArray(values)) return undefined;
    if (!values.every((value) => isText(value) || isBeginning(value))) return undefined;
    return {
      words: values.filter(isText),
      beginnings: values.filter(isBeginning).map(({ source }) => source.slice(1)),
      parts: [],
      isIn: operator === '$in',
    };
  },
};

/** Letters and digits in a row. */
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
/** A pattern of nothing else: it means itself, and stands in a text if it does in such a run. */
const PART = /^[\p{L}\p{M}\p{N}]+$/u;

const partAsked = (operand: unknown): readonly string[] | undefined => {
  const [operator, pattern] = onlyOne(operand) ?? [];
  return operator === '$regex' && isText(pattern) && PART.test(pattern) ? [pattern] : undefined;
};

/** Letters from which on V8 keeps a part of a text as a reference to the whole of it. */
const SHORTEST_REFERENCE = 13;

/** A word that does not keep its text in memory. */
const apart = (word: string): string => (word.length < SHORTEST_REFERENCE ? word : Buffer.from(word).toString());

/** Texts, by the letters and digits that stand in a row. */
const TEXTS: ByWords = {
  split: (value) => (isText(value) ? (value.match(RUNS) ?? []).map(apart) : undefined),
  asked(operand) {
    const [operator, other] = onlyOne(operand) ?? [];
    const parts = operator === '$not' ? partAsked(other) : partAsked(operand);
    return parts && { words: [], beginnings: [], parts, isIn: operator !== '$not' };
  },
};

const PATHS: ReadonlyMap<string, ByWords> = new Map([
  [WORDS_FIELD, KEYS],
  ['keys.text', TEXTS],
  ['keys.title', TEXTS],
]);

/** How a path is held by words; undefined where it is held by its values. */
export const byWords = (path: string): ByWords | undefined => PATHS.get(path);
