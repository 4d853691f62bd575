import type { Language } from '../../language';
import { isStopWord } from './word-keys';
import { nearWords } from './words/near-words';
import { singular, singularsBegunBy } from './words/singular';
import { isUnspaced, splitWords } from './words/split-words';

/** A word that is looked for. */
export interface QueryWord {
  readonly word: string;
  /** Whether words that begin with it are meant too. */
  readonly isBeginning: boolean;
}

/** What words of records, in the singular, an asked one means: those, and those that begin so. */
export interface WordForms {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
}

/** Letters of the last word from which on it may be the beginning of another one. */
const SHORTEST_BEGINNING = 2;

/** The words of a search, each once: those that say nothing in one of the languages left out where there are others, and the last of all as a beginning. */
export function queryWords(search: string, languages: readonly Language[]): readonly QueryWord[] {
  const words = splitWords(search);
  const last = words.at(-1);
  const telling = words.filter((word) => !languages.some((language) => isStopWord(word, language)));
  return [...new Set(telling.length > 0 ? telling : words)].map((word) => ({
    word,
    isBeginning: word === last && words.indexOf(word) === words.length - 1 && (word.length >= SHORTEST_BEGINNING || isUnspaced(word)),
  }));
}

/** What a word as it was sent means in a language. */
export const formsOf = ({ word, isBeginning }: QueryWord, language: Language): WordForms =>
  isBeginning ? { words: singularsBegunBy(word, language), beginnings: [word] } : { words: [singular(word, language)], beginnings: [] };

/** What a word that was sent with one typing error may mean in a language. */
export const nearForms = ({ word }: QueryWord, language: Language): WordForms => ({
  words: [...new Set([...nearWords(singular(word, language)), ...nearWords(word).map((near) => singular(near, language))])],
  beginnings: [],
});
