import { STOP_WORDS } from '../../calendar';
import { CLOSED } from '../../database';
import type { Language } from '../../language';
import { singular } from './words/singular';
import { isUnspaced, splitWords, wordsOfFolded } from './words/split-words';

/** Where a word of a record stands, as the beginning of its key. */
export const PLACES = { title: 't', text: 'd' } as const;

/** Characters of a text that are looked at, and different words of it that are kept: the first of them. */
const LONGEST_TEXT = 100_000;
const MOST_WORDS = 2000;

/** Whether a word says nothing where there are others. */
export const isStopWord = (word: string, language: Language): boolean =>
  STOP_WORDS[language].has(word) || (word.length === 1 && /[a-z]/.test(word));

/** What a word of a text is kept as: the second of two characters in a row by itself too, so that each is found alone. */
export const keyForms = (word: string, language: Language): string[] =>
  isUnspaced(word) ? [word, ...Array.from(word).slice(1)] : [singular(word, language)];

/** What of a record words find it by. */
interface Worded {
  readonly language: Language;
  readonly title: string;
  /** All that searches read, the title included, folded. */
  readonly text: string;
  /** The keys of what it links to. */
  readonly links: readonly string[];
  /** Whether only the title is shown to everybody. */
  readonly isClosed: boolean;
}

/** The keys by which `q` finds a record: each word of the title, each other one of its texts, in the singular, and each record that it links to. */
export function wordKeys({ language, title, text, links, isClosed }: Worded): string[] {
  const inTitle = new Set(splitWords(title).flatMap((word) => keyForms(word, language)));
  const inText = new Set<string>();
  const seen = new Set<string>();
  for (const word of wordsOfFolded(text.slice(0, LONGEST_TEXT))) {
    if (inText.size >= MOST_WORDS) break;
    if (seen.has(word)) continue;
    seen.add(word);
    if (isStopWord(word, language)) continue;
    for (const one of keyForms(word, language)) if (!inTitle.has(one)) inText.add(one);
  }
  const hidden = [...[...inText].map((word) => `${PLACES.text}${word}`), ...links];
  return [...[...inTitle].map((word) => `${PLACES.title}${word}`), ...(isClosed ? hidden.map((key) => `${CLOSED}${key}`) : hidden)];
}
