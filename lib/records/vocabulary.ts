import type { Language } from '../language';
import type { Connection } from './connection';
import type { PresentLayout } from './present-layout';
import { TEXT_WORDS_COLLECTION, VOCABULARY_KEY } from './service-collections';

/** A word as it stands in the text of a record, folded, and the word of the keys by which that is found for it: '' where none finds it. */
export interface NotedWord {
  readonly language: Language;
  readonly word: string;
  readonly key: string;
}

/** The words of keys by which records are found that have a text somewhere within a word. */
export interface FoundKeys {
  readonly keys: readonly string[];
  /** Whether whatever they find has it. */
  readonly isExact: boolean;
}

/** The words that stand, or once stood, in the texts of a collection, each with the keys by which its records are found: what a search for parts of words looks into. */
export interface Vocabulary {
  /** Notes words before records are stored that have them. Errors of the driver pass through. */
  note(words: readonly NotedWord[]): Promise<void>;
  /** Those of some words that are not noted. Errors of the driver pass through. */
  lacking(words: readonly NotedWord[]): Promise<readonly NotedWord[]>;
  /** Looks up letters and digits, perhaps with apostrophes within; undefined where keys do not tell, or too many. Errors of the driver pass through. */
  containing(part: string, languages: readonly Language[]): Promise<FoundKeys | undefined>;
}

interface StoredWord {
  /** The collection, the language, the word and its key, with blanks between them. */
  readonly _id: string;
  /** The same without the word. */
  readonly key: string;
}

/** Stands for all words beyond those of a text that are noted. */
export const MORE = '*';

/** How many words are remembered as noted. */
const MOST_REMEMBERED = 20_000;
/** How many words are looked up, and noted, at once. */
const TOGETHER = 1000;
/** Words beyond which to look for each takes longer than to read what is searched. */
const MOST_FOUND = 1000;

/** Makes the vocabulary of a collection: until all records have the present layout, some have words that are not in it. */
export function createVocabulary(
  connection: Pick<Connection, 'collection'>,
  plural: string,
  layout: Pick<PresentLayout, 'isEverywhere'>,
): Vocabulary {
  const collection = () => connection.collection<StoredWord>(TEXT_WORDS_COLLECTION);
  const beginningOf = (language: Language): string => `${plural} ${language} `;
  const nameOf = ({ language, word, key }: NotedWord): string => `${beginningOf(language)}${word} ${key}`;
  const remembered = new Set<string>();

  const storedAmong = async (names: readonly string[]): Promise<ReadonlySet<string>> => {
    const stored = new Set<string>();
    for (let start = 0; start < names.length; start += TOGETHER) {
      const some = names.slice(start, start + TOGETHER);
      const found = collection().find({ _id: { $in: some } }, { projection: { _id: 1 } });
      for (const { _id } of await found.toArray()) stored.add(_id);
    }
    return stored;
  };
  const store = async (words: ReadonlyMap<string, NotedWord>): Promise<void> => {
    const writes = Array.from(words, ([_id, { language, key }]) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { key: `${beginningOf(language)}${key}` } }, upsert: true },
    }));
    for (let start = 0; start < writes.length; start += TOGETHER)
      await collection().bulkWrite(writes.slice(start, start + TOGETHER), { ordered: false });
  };
  const remember = (names: readonly string[]): void => {
    if (remembered.size + names.length > MOST_REMEMBERED) remembered.clear();
    for (const name of names.slice(0, MOST_REMEMBERED)) remembered.add(name);
  };

  return {
    async note(words) {
      const unknown = new Map<string, NotedWord>();
      for (const word of words) {
        const name = nameOf(word);
        if (!remembered.has(name)) unknown.set(name, word);
      }
      if (unknown.size === 0) return;
      const names = [...unknown.keys()];
      for (const name of await storedAmong(names)) unknown.delete(name);
      await store(unknown);
      remember(names);
    },
    async lacking(words) {
      const stored = await storedAmong([...new Set(words.map(nameOf))]);
      const found = words.filter((word) => !stored.has(nameOf(word)));
      for (const word of found) remembered.delete(nameOf(word));
      return found;
    },
    async containing(part, languages) {
      if (!layout.isEverywhere()) return undefined;
      const beginnings = languages.map(beginningOf);
      const lists = await Promise.all(
        beginnings.map((beginning) => {
          // What comes behind a blank.
          const end = `${beginning.slice(0, -1)}!`;
          const pattern = `^${beginning}(?:[^ ]*${part}|\\${MORE} )`;
          return collection()
            .find({ _id: { $gte: beginning, $lt: end, $regex: pattern } }, { hint: '_id_' })
            .limit(MOST_FOUND + 1)
            .toArray();
        }),
      );
      const found = lists.flat();
      const keys = [...new Set(found.map(({ key }) => key))];
      if (found.length > MOST_FOUND || keys.some((key) => beginnings.includes(key))) return undefined;
      const sharing =
        keys.length === 0
          ? []
          : await collection()
              .find({ key: { $in: keys } }, { hint: VOCABULARY_KEY })
              .toArray();
      return {
        keys: [...new Set(keys.map((key) => wordsIn(key).at(-1) ?? ''))],
        isExact: sharing.every(({ _id }) => wordsIn(_id)[2]?.includes(part)),
      };
    },
  };
}

const wordsIn = (name: string): readonly string[] => name.split(' ');
