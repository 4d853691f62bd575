import type { Language } from '../language';
import type { Connection } from './connection';
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

/**
 * The words that stand, or once stood, in the texts of a collection, each with the keys by which its records are found: what a search for parts of
 * words looks into. A record is found by a key for each of its words, unless one is noted with none; all words for which it has a key are noted with it.
 */
export interface Vocabulary {
  /** Notes words before records are stored that have them. Errors of the driver pass through. */
  note(words: readonly NotedWord[]): Promise<void>;
  /** Those of some words that are not noted. Errors of the driver pass through. */
  lacking(words: readonly NotedWord[]): Promise<readonly NotedWord[]>;
  /**
   * Looks up letters and digits, perhaps with apostrophes within, in the texts of some languages; undefined where keys do not tell, there are too many of
   * them, or more words than it takes to read the records. Errors of the driver pass through.
   */
  containing(parts: readonly string[], languages: readonly Language[]): Promise<readonly (FoundKeys | undefined)[]>;
}

interface StoredWord {
  /** The collection, the language, the word and its key, with blanks between them. */
  readonly _id: string;
  /** The same without the word. */
  readonly key: string;
}

/** Stands for all words beyond those of a text that are noted, and with a key for a word that is not noted itself. */
export const MORE = '*';
export const ANOTHER = '';

/** The code of the database for what is there. */
const DUPLICATE_KEY = 11000;

/** How many words are remembered as noted. */
const MOST_REMEMBERED = 20_000;
/** How many words are looked up, and noted, at once. */
const TOGETHER = 1000;
/** Words beyond which to look for each takes longer than to read what is searched. */
const MOST_FOUND = 1000;
/** How many words are looked at in the time in which a record is read. */
const WORDS_A_RECORD = 4;

/** Makes the vocabulary of a collection: until all records have the present layout, some have words that are not in it. */
export function createVocabulary(connection: Pick<Connection, 'collection'>, plural: string): Vocabulary {
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
    const all = Array.from(words, ([_id, { language, key }]): StoredWord => ({ _id, key: `${beginningOf(language)}${key}` }));
    for (let start = 0; start < all.length; start += TOGETHER)
      await collection()
        .insertMany(all.slice(start, start + TOGETHER), { ordered: false })
        .catch((error: unknown) => {
          // Others have noted some of them meanwhile.
          if ((error as { readonly code?: unknown }).code !== DUPLICATE_KEY) throw error;
        });
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
    async containing(parts, languages) {
      if (parts.length === 0) return parts.map(() => undefined);
      const beginnings = languages.map(beginningOf);
      const [words, records, more] = await Promise.all([
        collection().estimatedDocumentCount(),
        connection.collection(plural).estimatedDocumentCount(),
        collection().findOne({ _id: { $in: beginnings.map((beginning) => `${beginning}${MORE} `) } }),
      ]);
      if (more !== null || words > WORDS_A_RECORD * records) return parts.map(() => undefined);
      const lists = await Promise.all(beginnings.map((beginning) => wordsHaving(parts, beginning)));
      if (lists.some((list) => list.length > parts.length * MOST_FOUND)) return parts.map(() => undefined);
      const having = lists.flat();
      return Promise.all(parts.map((part) => keysOf(part, having, languages)));
    },
  };

  /** The words of one language that have one of some parts, as far as they are not too many. */
  async function wordsHaving(parts: readonly string[], beginning: string): Promise<readonly StoredWord[]> {
    // What comes behind a blank.
    const end = `${beginning.slice(0, -1)}!`;
    return collection()
      .find({ _id: { $gte: beginning, $lt: end, $regex: `^${beginning}[^ ]*(?:${parts.join('|')})` } }, { hint: '_id_' })
      .limit(parts.length * MOST_FOUND + 1)
      .toArray();
  }

  async function keysOf(part: string, words: readonly StoredWord[], languages: readonly Language[]): Promise<FoundKeys | undefined> {
    const found = words.filter(({ _id }) => wordsIn(_id)[WORD]?.includes(part));
    const keys = [...new Set(found.map(({ _id }) => wordsIn(_id)[KEY] ?? ''))];
    if (found.length > MOST_FOUND || keys.includes('')) return undefined;
    // A key that is found in one language leads to records in another, too.
    const all = languages.flatMap((language) => keys.map((key) => `${beginningOf(language)}${key}`));
    const has = `^${plural} (?:${languages.join('|')}) [^ ]*${part}`;
    const other = await collection().findOne({ key: { $in: all }, _id: { $not: { $regex: has } } }, { hint: VOCABULARY_KEY });
    return { keys, isExact: other === null };
  }
}

const [WORD, KEY] = [2, 3] as const;
const wordsIn = (name: string): readonly string[] => name.split(' ');
