import { STOP_WORDS } from '../../calendar';
import { CLOSED } from '../../database';
import type { Language } from '../../language';
import { singular } from './words/singular';
import { isUnspaced, splitWords, wordsOfFolded } from './words/split-words';

/** The prefix of a key, by the position of its word. */
export const PREFIXES = { title: 't', text: 'd' } as const;

/** Characters of a text that are indexed, and different words of it. */
const LONGEST_TEXT = 100_000;
const MOST_WORDS = 2000;

/** True if a word is too common to search for together with others. */
export const isStopWord = (word: string, language: Language): boolean =>
  STOP_WORDS[language].has(word) || (word.length === 1 && /[a-z]/.test(word));

/** The stored forms of a word. Of two characters in an unspaced script, the second is stored alone too, so that a search finds each. */
const keyForms = (word: string, language: Language): string[] =>
  isUnspaced(word) ? [word, ...Array.from(word).slice(1)] : [singular(word, language)];

/** The searchable parts of a record. */
interface IndexedRecord {
  readonly language: Language;
  readonly title: string;
  /** All searchable texts, folded, with the title. */
  readonly text: string;
  /** The keys of linked records. */
  readonly links: readonly string[];
  /** True if the public sees only the title. */
  readonly isClosed: boolean;
}

/** The keys by which `q` finds a record: singular words of the title, singular words of other texts, and links. */
export function wordKeys({ language, title, text, links, isClosed }: IndexedRecord): string[] {
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
  const hidden = [...[...inText].map((word) => `${PREFIXES.text}${word}`), ...links];
  return [...[...inTitle].map((word) => `${PREFIXES.title}${word}`), ...(isClosed ? hidden.map((key) => `${CLOSED}${key}`) : hidden)];
}
