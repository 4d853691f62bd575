import { STOP_WORDS } from '../../calendar';
import { CLOSED, index, type NamedIndex, WORDS_FIELD, WORDS_INDEX } from '../../database';
import type { Language } from '../../language';
import type { PostLikeDeclaration, TypeDraft } from '../types';
import { isUnspaced, singular, splitWords, wordsOfFolded } from './words';

/** Prefixes of keys in the word index, for words of the title and of other texts. */
export const PREFIXES = { title: 't', text: 'd' } as const;

/** Highest number of indexed characters of a text, and of different words. */
const LONGEST_TEXT = 100_000;
const MOST_WORDS = 2000;

/** True if a word is too common to be searched for together with other words. */
export const isStopWord = (word: string, language: Language): boolean =>
  STOP_WORDS[language].has(word) || (word.length === 1 && /[a-z]/.test(word));

/**
 * Returns the index keys of a word, without prefix. Of two characters in a script without spaces, the second is a key too, so that a search
 * finds each.
 */
const keyForms = (word: string, language: Language): string[] =>
  isUnspaced(word) ? [word, ...Array.from(word).slice(1)] : [singular(word, language)];

interface IndexedRecord {
  readonly language: Language;
  readonly title: string;
  /** All searchable texts with the title, in lower case and without accents. */
  readonly text: string;
  readonly links: readonly string[];
  /** True if the public sees only the title. */
  readonly isClosed: boolean;
}

/** Makes the index keys by which the arg `q` finds a record: singular words of title and texts, and links. */
export function wordKeys({ language, title, text, links, isClosed }: IndexedRecord): string[] {
  const inTitle = new Set(splitWords(title).flatMap((word) => keyForms(word, language)));
  const inText = new Set<string>();
  const done = new Set<string>();
  for (const word of wordsOfFolded(text.slice(0, LONGEST_TEXT))) {
    if (inText.size >= MOST_WORDS) break;
    if (done.has(word)) continue;
    done.add(word);
    if (isStopWord(word, language)) continue;
    for (const one of keyForms(word, language)) if (!inTitle.has(one)) inText.add(one);
  }
  const hidden = [...[...inText].map((word) => `${PREFIXES.text}${word}`), ...links];
  return [...[...inTitle].map((word) => `${PREFIXES.title}${word}`), ...(isClosed ? hidden.map((key) => `${CLOSED}${key}`) : hidden)];
}

/** Returns the sort order of equally relevant records: by date, or by title in the order of the language. */
export const relevanceOrder = ({ found }: Pick<PostLikeDeclaration, 'found'>): Readonly<Record<string, 1>> => ({
  [found?.by ?? 'keys.collated']: 1,
  _id: 1,
});

/** Makes the MongoDB index of words for a content type. The index contains the fields that all lists compare. */
export const wordsIndex = (type: Pick<PostLikeDeclaration, 'found'>, { listed }: Pick<TypeDraft, 'listed'>): NamedIndex => {
  const inEveryList = ['hidden', 'status'].filter((name) => Object.hasOwn(listed, name));
  const asKey = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1 as const]));
  return index(WORDS_INDEX, {
    language: 1,
    [WORDS_FIELD]: 1,
    ...asKey(inEveryList),
    ...relevanceOrder(type),
    ...asKey(type.found?.compared ?? []),
  });
};
