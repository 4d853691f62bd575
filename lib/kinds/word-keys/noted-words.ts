import type { Language } from '../../language';
import { CLOSED } from '../../records/link-keys';
import type { Stored } from '../../records/record';
import { ANOTHER, MORE, type NotedWord } from '../../records/vocabulary';
import { isUnspaced, joinedWords, spacedParts, wordsOfJoined } from '../../words/split-words';
import { keyForms, PLACES } from './word-keys';

/** Different words of a record that are noted, and characters of its text in which they stand: of one that has more it is noted that it has. */
const MOST_NOTED = 20_000;
const LONGEST_NOTED = 1_000_000;

/** Characters of a word that are noted as one, and those of texts that are looked for in them: longer words are noted piece by piece, which overlap by so many. */
const LONGEST_PIECE = 100;
export const LONGEST_PART = LONGEST_PIECE / 2;

/** Whether a text has a letter, and nothing of scripts that put no blanks between words: numbers are as many as records, and pairs of characters find the others. */
export const isNoted = (text: string): boolean => /\p{L}/u.test(text) && !isUnspaced(text);

/** What keys of words begin with where these stand in texts, in titles, and where they are hidden. */
const BEGINNINGS = [PLACES.text, PLACES.title, `${CLOSED}${PLACES.text}`] as const;
const OPEN_BEGINNINGS = BEGINNINGS.slice(0, 2);

/** The keys that find a word wherever it stands in a record; without `isOpen` where it is hidden, too. */
export const keysOfWord = (word: string, isOpen: boolean): readonly string[] =>
  (isOpen ? OPEN_BEGINNINGS : BEGINNINGS).map((beginning) => `${beginning}${word}`);

const overlapping = (characters: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(1, Math.ceil(characters.length / LONGEST_PART) - 1) }, (_, place) =>
    characters.slice(place * LONGEST_PART, place * LONGEST_PART + LONGEST_PIECE).join(''),
  );

/** The word of a key of a record; nothing where it is the key of a link, or of what is not noted. */
const wordOfKey = (key: string): readonly string[] => {
  const beginning = BEGINNINGS.find((one) => key.startsWith(one));
  const word = beginning === undefined ? '' : key.slice(beginning.length);
  return isNoted(word) ? [word] : [];
};

/** What is noted of a word as it stands in texts: itself mostly. */
const piecesOf = (joined: string): readonly string[] =>
  (isUnspaced(joined) ? spacedParts(joined) : [joined])
    .filter(isNoted)
    .flatMap((word) => (word.length <= LONGEST_PIECE ? [word] : overlapping(Array.from(word))));

/**
 * The words of the text of a record (`keys.text`), each with the words of `keys.words` that find the record for it, or with none; and what else finds it
 * there, so that nobody takes the noted ones for all that have the key.
 */
export function notedWords({ language, keys }: Pick<Stored, 'language' | 'keys'>): NotedWord[] {
  const { text, words } = keys as { readonly text?: unknown; readonly words?: unknown };
  const own = new Set((Array.isArray(words) ? (words as readonly string[]) : []).flatMap(wordOfKey));
  const whole = String(text ?? '');
  const all = [...new Set(joinedWords(whole.slice(0, LONGEST_NOTED)))];
  const found = notedOf(all.slice(0, MOST_NOTED), language, own);
  const told = new Set(found.map(({ key }) => key));
  for (const key of own) if (!told.has(key)) found.push({ language, word: ANOTHER, key });
  if (all.length > MOST_NOTED || whole.length > LONGEST_NOTED) found.push({ language, word: MORE, key: '' });
  return found;
}

/** What is noted for a word as it stands in texts, and what keys have for it. */
interface Piece {
  readonly word: string;
  readonly forms: readonly string[];
}

/** How many words are remembered: texts consist of the same ones again and again. */
const MOST_REMEMBERED = 20_000;

type Pieces = Map<string, readonly Piece[]>;
const remembered = new Map<Language, Pieces>();

function notedPieces(joined: string, language: Language, known: Pieces): readonly Piece[] {
  const before = known.get(joined);
  if (before !== undefined) return before;
  const pieces = piecesOf(joined);
  // What words share that are not noted tells of none.
  const forms = pieces.length === 0 ? [] : [...wordsOfJoined(joined)].flatMap((word) => keyForms(word, language)).filter(isNoted);
  const found = pieces.map((word) => ({ word, forms }));
  if (joined.length > LONGEST_PIECE) return found;
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(joined, found);
  return found;
}

function notedOf(joined: readonly string[], language: Language, own: ReadonlySet<string>): NotedWord[] {
  const known: Pieces = remembered.get(language) ?? new Map();
  remembered.set(language, known);
  const found: NotedWord[] = [];
  for (const one of joined)
    for (const { word, forms } of notedPieces(one, language, known)) {
      const length = found.length;
      for (const key of forms) if (own.has(key)) found.push({ language, word, key });
      if (found.length === length) found.push({ language, word, key: '' });
    }
  return found;
}
