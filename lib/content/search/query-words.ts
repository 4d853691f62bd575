import type { Language } from '../../language';
import { isStopWord } from './word-keys';
import { nearWords } from './words/near-words';
import { singular, singularsBegunBy } from './words/singular';
import { isUnspaced, splitWords } from './words/split-words';

/** A word of a search. */
export interface QueryWord {
  readonly word: string;
  /** True if longer words with this beginning match too. */
  readonly isBeginning: boolean;
}

/** The stored words that a searched word matches: exact singulars, and beginnings. */
export interface WordForms {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
}

/** Letters that the last word needs to match as a beginning. */
const SHORTEST_BEGINNING = 2;

/**
 * Splits a search into different words. Stop words of any of the languages are left out if other words remain. The last word is a
 * beginning.
 */
export function queryWords(search: string, languages: readonly Language[]): readonly QueryWord[] {
  const words = splitWords(search);
  const last = words.at(-1);
  const telling = words.filter((word) => !languages.some((language) => isStopWord(word, language)));
  return [...new Set(telling.length > 0 ? telling : words)].map((word) => ({
    word,
    isBeginning: word === last && words.indexOf(word) === words.length - 1 && (word.length >= SHORTEST_BEGINNING || isUnspaced(word)),
  }));
}

/** The stored forms that a sent word matches, in the rules of a language. */
export const formsOf = ({ word, isBeginning }: QueryWord, language: Language): WordForms =>
  isBeginning ? { words: singularsBegunBy(word, language), beginnings: [word] } : { words: [singular(word, language)], beginnings: [] };

/** The forms of all words that differ from the sent one by one typing error. */
export const nearForms = ({ word }: QueryWord, language: Language): WordForms => ({
  words: [...new Set([...nearWords(singular(word, language)), ...nearWords(word).map((near) => singular(near, language))])],
  beginnings: [],
});
