import { fold } from '../calendar/fold';

/** Letters and digits in a row, with apostrophes within. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/u;
const RUNS = new RegExp(`(${UNSPACED.source})`, 'u');

/** What French leaves a vowel out of before the next word: l’été, d’hiver, jusqu’ici. */
const ELISION = /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi|pres|quel)?qu)'(?=.)/;
const POSSESSIVE = /'s$/;

/** Characters of a word beyond which it is cut. */
const LONGEST_WORD = 40;

/** Whether words of it are told apart by nothing, so that a search looks for two characters in a row each. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/** Each two characters in a row; one alone. */
const pairs = (run: string): string[] => {
  const characters = Array.from(run);
  return characters.length < 2 ? characters : characters.slice(1).map((second, place) => `${characters[place]}${second}`);
};

const partsOf = (word: string): string[] => {
  if (!isUnspaced(word)) return [word];
  // What is matched stands between what is not.
  return word.split(RUNS).flatMap((part) => (isUnspaced(part) ? pairs(part) : part === '' ? [] : [part]));
};

/**
 * The words of a folded text in their order: without elisions (l’été is été) and the English ’s, other apostrophes left out, hyphenated words apart. Of
 * scripts that put no blanks between words, each two characters in a row.
 */
export function* wordsOfFolded(folded: string): Generator<string> {
  for (const [found] of folded.matchAll(WORD)) {
    const word = found.includes("'") ? found.replace(ELISION, '').replace(POSSESSIVE, '').replaceAll("'", '') : found;
    for (const part of partsOf(word)) yield part.length > LONGEST_WORD ? Array.from(part).slice(0, LONGEST_WORD).join('') : part;
  }
}

/** The words of any text, folded. */
export const splitWords = (text: string): string[] => [...wordsOfFolded(fold(text))];
