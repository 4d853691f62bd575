import type { Language } from '../../language';
import { isStopWord } from './word-keys';
import { isUnspaced, singular, singularsBegunBy, splitWords } from './words';

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
