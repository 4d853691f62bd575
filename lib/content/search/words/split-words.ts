import { fold } from '../../../calendar';
import type { Language } from '../../../language';

/** Matches letters and digits, with apostrophes between them. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/u;
const RUNS = new RegExp(`(${UNSPACED.source})`, 'u');

/** Parts that a language joins to a word by an apostrophe, such as l’été, d’hiver, jusqu’ici and museum’s. All languages lose them. */
const JOINED: Readonly<Record<Language, { readonly before?: RegExp; readonly behind?: RegExp }>> = {
  en: { behind: /'s$/ },
  fr: { before: /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi|pres|quel)?qu)'(?=.)/ },
};
const BEFORE = Object.values(JOINED).flatMap(({ before }) => before ?? []);
const BEHIND = Object.values(JOINED).flatMap(({ behind }) => behind ?? []);

const without = (word: string, parts: readonly RegExp[]): string => parts.reduce((rest, part) => rest.replace(part, ''), word);

/** Longest word in characters. Longer ones are cut. */
const LONGEST_WORD = 40;

/** A quick test: lower characters belong to none of these scripts. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/;

/** True for text without spaces between words. Searches use pairs of characters there. */
export const isUnspaced = (word: string): boolean => MAY_BE_UNSPACED.test(word) && UNSPACED.test(word);

/** All pairs of neighbouring characters. A single character stays alone. */
const pairs = (run: string): string[] => {
  const characters = Array.from(run);
  return characters.length < 2 ? characters : characters.slice(1).map((second, index) => `${characters[index]}${second}`);
};

const partsOf = (word: string): string[] => {
  if (!isUnspaced(word)) return [word];
  // `split` puts the matches between the other parts.
  return word.split(RUNS).flatMap((part) => (isUnspaced(part) ? pairs(part) : part === '' ? [] : [part]));
};

/**
 * Iterates over the words of a folded text. Joined parts are removed (l’été becomes été, museum’s museum), hyphens separate, and unspaced
 * scripts give pairs of characters.
 */
export function* wordsOfFolded(folded: string): Generator<string> {
  for (const [joined] of folded.matchAll(WORD)) {
    const word = joined.includes("'") ? without(without(joined, BEFORE), BEHIND).replaceAll("'", '') : joined;
    for (const part of partsOf(word)) yield part.length > LONGEST_WORD ? Array.from(part).slice(0, LONGEST_WORD).join('') : part;
  }
}

/** The folded words of any text. */
export const splitWords = (text: string): string[] => [...wordsOfFolded(fold(text))];
