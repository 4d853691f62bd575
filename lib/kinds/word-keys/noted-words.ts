import type { Language } from '../../language';
import { CLOSED } from '../../records/link-keys';
import type { Stored } from '../../records/record';
import { MORE, type NotedWord } from '../../records/vocabulary';
import { isUnspaced, joinedWords, spacedParts, wordsOfJoined } from '../../words/split-words';
import { keyForms, PLACES } from './word-keys';

/** Different words of a record that are noted, and characters of its text in which they stand: of one that has more it is noted that it has. */
const MOST_NOTED = 20_000;
const LONGEST_TEXT = 1_000_000;

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

/** What is noted of a word as it stands in texts: itself mostly. */
const piecesOf = (joined: string): readonly string[] =>
  (isUnspaced(joined) ? spacedParts(joined) : [joined])
    .filter(isNoted)
    .flatMap((word) =>
      word.length <= LONGEST_PIECE
        ? [word]
        : Array.from({ length: Math.ceil(word.length / LONGEST_PART) - 1 }, (_, place) =>
            word.slice(place * LONGEST_PART, place * LONGEST_PART + LONGEST_PIECE),
          ),
    );

/** The words of the text of a record (`keys.text`), each with one of the words of `keys.words` that find the record for it. */
export function notedWords({ language, keys }: Pick<Stored, 'language' | 'keys'>): NotedWord[] {
  const { text, words } = keys as { readonly text?: unknown; readonly words?: unknown };
  const own = new Set(Array.isArray(words) ? (words as readonly string[]) : []);
  const whole = String(text ?? '');
  const all = [...new Set(joinedWords(whole.slice(0, LONGEST_TEXT)))];
  const found = notedOf(all.slice(0, MOST_NOTED), language, own);
  return all.length <= MOST_NOTED && whole.length <= LONGEST_TEXT ? found : [...found, { language, word: MORE, key: '' }];
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
      const key = forms.find((form) => BEGINNINGS.some((beginning) => own.has(`${beginning}${form}`))) ?? '';
      found.push({ language, word, key });
    }
  return found;
}
