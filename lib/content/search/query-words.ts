import type { Filter } from 'mongodb';
import { PROTECTED_PREFIX, WORDS_FIELD } from '../../database';
import type { Language } from '../../language';
import type { PostRecord } from '../types';
import { hidesNothing, hidesProtected } from '../visibility';
import { isStopWord, isUnspaced, singular, singularsBegunBy, splitWords } from './words';

export interface QueryWord {
  readonly word: string;
  /** True if longer words with this beginning match too. */
  readonly isBeginning: boolean;
}

/** The indexed words that a searched word matches: whole singulars, and beginnings. */
export interface WordForms {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
}

/** Fewest letters of the last word that match as a beginning. */
const SHORTEST_BEGINNING = 2;

/** Splits a search text into different words. Stop words are left out if others remain. The last word may be a beginning. */
export function queryWords(search: string, languages: readonly Language[]): readonly QueryWord[] {
  const words = splitWords(search);
  const last = words.at(-1);
  const rare = words.filter((word) => !languages.some((language) => isStopWord(word, language)));
  return [...new Set(rare.length > 0 ? rare : words)].map((word) => ({
    word,
    isBeginning: word === last && words.indexOf(word) === words.length - 1 && (word.length >= SHORTEST_BEGINNING || isUnspaced(word)),
  }));
}

/** Returns the indexed forms that a searched word matches, by the rules of a language. */
export const formsOf = ({ word, isBeginning }: QueryWord, language: Language): WordForms =>
  isBeginning ? { words: singularsBegunBy(word, language), beginnings: [word] } : { words: [singular(word, language)], beginnings: [] };

/** Returns the indexed forms of all words that differ from the searched word by one typing error. */
export const nearForms = ({ word }: QueryWord, language: Language): WordForms => ({
  words: [...new Set([...nearWords(singular(word, language)), ...nearWords(word).map((near) => singular(near, language))])],
  beginnings: [],
});

/** Letters of Latin, Greek and Cyrillic words without accents. A typing error stays within one script. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяієїґјљњћђџ'].map(
  (letters) => [...letters],
);

/** Fewest letters of a word in which a typing error is assumed. */
const SHORTEST = 5;

/** Limit of word length times alphabet size, since longer words have too many variants. */
const MOST_TRIED = 16 * 26;

/**
 * Returns the words at Damerau-Levenshtein distance 1: one letter more, less or different, or two neighbours swapped. Empty for words below
 * 5 letters, with digits, in other scripts than Latin, Greek and Cyrillic, or too long (over 16 Latin or 9 Cyrillic letters).
 */
export function nearWords(word: string): string[] {
  const alphabet = ALPHABETS.find((letters) => [...word].every((letter) => letters.includes(letter)));
  if (alphabet === undefined || word.length < SHORTEST || word.length * alphabet.length > MOST_TRIED) return [];
  const near = new Set<string>();
  for (let index = 0; index <= word.length; index += 1) {
    const [before, at, after] = [word.slice(0, index), word.slice(index), word.slice(index + 1)];
    for (const letter of alphabet) {
      near.add(`${before}${letter}${at}`);
      if (at !== '') near.add(`${before}${letter}${after}`);
    }
    if (at !== '') near.add(`${before}${after}`);
    if (at.length > 1) near.add(`${before}${at[1]}${at[0]}${at.slice(2)}`);
  }
  near.delete(word);
  return [...near];
}

/** A key of the word index, or a pattern for the beginning of keys. */
export type KeyValue = string | RegExp;

/** Makes the clause for records with any of some keys. MongoDB scans the word index for this clause. */
export const keyClause = (keys: readonly KeyValue[]) => ({ [WORDS_FIELD]: { $in: keys } });

/** Makes the index keys for words and beginnings. Both have only letters and digits, so patterns need no escapes. */
export const prefixedKeys = (prefix: string, { words, beginnings }: WordForms): KeyValue[] => [
  ...words.map((word) => `${prefix}${word}`),
  ...beginnings.map((beginning) => new RegExp(`^${prefix}${beginning}`)),
];

/** Makes `keyClause` in a form for which MongoDB scans no index. Searches scan the index for the rarest word only. */
export const unindexedKeyClause = (keys: readonly KeyValue[]) => ({ $nor: [{ [WORDS_FIELD]: { $nin: keys } }] });

/** The possible index keys of a word in one language: in titles, names of linked records, and other texts. */
interface KeysInLanguage {
  readonly language: Language;
  readonly title: readonly KeyValue[];
  readonly link: readonly string[];
  readonly text: readonly KeyValue[];
}

export type QueryWordKeys = readonly KeysInLanguage[];

/** Parts of a record to search: the title, also names of linked records, or all texts. */
const REACHES = ['title', 'link', 'text'] as const;
export type Reach = (typeof REACHES)[number];

const closed = (value: KeyValue): KeyValue =>
  typeof value === 'string' ? `${PROTECTED_PREFIX}${value}` : new RegExp(`^${PROTECTED_PREFIX}${value.source.slice(1)}`);

/** Returns the index keys of a word in the searched parts. `protectedKeys` has those of parts that are protected in some records. */
function splitKeys(keys: KeysInLanguage, reach: Reach, unprotected: Filter<PostRecord>) {
  const { language } = keys;
  const hidden = REACHES.slice(1, REACHES.indexOf(reach) + 1).flatMap((position) => keys[position]);
  const values = [...keys.title, ...hidden];
  // Records without a password have no keys of protected parts.
  if (hidden.length === 0 || hidesProtected(unprotected)) return { language, values, protectedKeys: [] };
  const protectedKeys = hidden.map(closed);
  return hidesNothing(unprotected)
    ? { language, values: [...values, ...protectedKeys], protectedKeys: [] }
    : { language, values, protectedKeys };
}

/** Makes the clause for records that contain a word. With `isLeading`, MongoDB scans the word index for this clause. */
export function wordClause(
  word: QueryWordKeys,
  reach: Reach,
  unprotected: Filter<PostRecord>,
  { isLeading }: { readonly isLeading: boolean },
): object {
  const each = word.map((keys) => splitKeys(keys, reach, unprotected));
  const [only] = each;
  // Neither languages nor passwords matter.
  if (only && each.length === 1 && only.protectedKeys.length === 0)
    return isLeading ? keyClause(only.values) : unindexedKeyClause(only.values);
  const exactly = each.map(({ language, values, protectedKeys }) => {
    const own = keyClause(values);
    const clause = protectedKeys.length > 0 ? { $or: [own, { $and: [unprotected, keyClause(protectedKeys)] }] } : own;
    return each.length > 1 ? { $and: [{ language }, clause] } : clause;
  });
  const roughly = keyClause([...new Set(each.flatMap(({ values, protectedKeys }) => [...values, ...protectedKeys]))]);
  return { $and: [...(isLeading ? [roughly] : []), { $or: exactly }] };
}
