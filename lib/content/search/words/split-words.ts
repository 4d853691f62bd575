import { fold } from '../../../calendar';
import type { Language } from '../../../language';

/** Letters and digits in a row, with apostrophes within. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/u;
const RUNS = new RegExp(`(${UNSPACED.source})`, 'u');

/** What a language writes before a word or behind it, with an apostrophe: l’été, d’hiver, jusqu’ici; the museum’s. Words are known in all of them. */
const JOINED: Readonly<Record<Language, { readonly before?: RegExp; readonly behind?: RegExp }>> = {
  en: { behind: /'s$/ },
  fr: { before: /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi|pres|quel)?qu)'(?=.)/ },
};
const BEFORE = Object.values(JOINED).flatMap(({ before }) => before ?? []);
const BEHIND = Object.values(JOINED).flatMap(({ behind }) => behind ?? []);

const without = (word: string, parts: readonly RegExp[]): string => parts.reduce((rest, part) => rest.replace(part, ''), word);

/** Characters of a word beyond which it is cut. */
const LONGEST_WORD = 40;

/** What is below is of none of these scripts, and told faster. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/;

/** Whether words of it are told apart by nothing, so that a search looks for two characters in a row each. */
export const isUnspaced = (word: string): boolean => MAY_BE_UNSPACED.test(word) && UNSPACED.test(word);

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
 * The words of a folded text in their order: without what a language joins to them (l’été is été, museum’s museum), other apostrophes left out, hyphenated words apart. Of
 * scripts that put no blanks between words, each two characters in a row.
 */
export function* wordsOfFolded(folded: string): Generator<string> {
  for (const [joined] of folded.matchAll(WORD)) {
    const word = joined.includes("'") ? without(without(joined, BEFORE), BEHIND).replaceAll("'", '') : joined;
    for (const part of partsOf(word)) yield part.length > LONGEST_WORD ? Array.from(part).slice(0, LONGEST_WORD).join('') : part;
  }
}

/** The words of any text, folded. */
export const splitWords = (text: string): string[] => [...wordsOfFolded(fold(text))];
