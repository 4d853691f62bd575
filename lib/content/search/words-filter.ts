import type { Filter } from 'mongodb';
import { fold } from '../../calendar';
import { WORDS_INDEX } from '../../database';
import { type ApiError, errors, invalidParam } from '../../errors';
import type { Language, Text } from '../../language';
import type { ArgRequest } from '../../registry';
import type { Clause, ListFilter, PostRecord, Services, Shown, View } from '../types';
import { judged } from '../values';
import { keysBeginning } from './key-clauses';
import { namedLinks } from './named-links';
import { formsOf, nearForms, type QueryWord, queryWords, type WordForms } from './query-words';
import { havingWord, type KeysInLanguage, type Reach, type WordKeys } from './word-conditions';
import { PREFIXES } from './word-keys';
import { splitWords } from './words/split-words';

/** Most characters of a search, and most different words. */
export const LONGEST_SEARCHED = 150;
const MOST_WORDS = 16;
/** Most words of a search that are corrected. If more are unknown, nothing is found. */
const MOST_CORRECTED = 3;

const refuse = (): ApiError =>
  errors.invalidValue({
    en: `Send words to look for, at most ${MOST_WORDS}, of at most ${LONGEST_SEARCHED} characters together.`,
    fr: `Envoyez des mots à chercher, ${MOST_WORDS} au plus, de ${LONGEST_SEARCHED} caractères au plus en tout.`,
  });
const text = judged({ schema: { type: 'string', minLength: 1, maxLength: LONGEST_SEARCHED }, refuse });

const SEARCHED = {
  type: 'string',
  ...text,
  validate(value: unknown, request: ArgRequest, name: string): true {
    text.validate(value, request, name);
    if (new Set(splitWords(String(value))).size > MOST_WORDS) throw refuse();
    return true;
  },
} as const;

/** The parts of a content type that describe its search. */
interface SearchedType {
  readonly plural: string;
  readonly names: Text;
  /** The fields with links whose names are searched, and their collections. */
  readonly linked: readonly { readonly field: string; readonly collection: string }[];
  /** The order of equally relevant records, as the word index has it. */
  readonly sort: Readonly<Record<string, 1>>;
}

interface WordSearch {
  readonly services: Services;
  readonly type: SearchedType;
}

const languagesOf = ({ languages, language }: View): readonly Language[] => languages ?? [language];

/** A word ready to search, and the number of visible records that have it, up to a limit. */
interface SearchedWord {
  readonly attempt: WordKeys;
  readonly count: number;
  /** The typed word, if typing errors were assumed. */
  readonly corrected?: string;
}

const keysOf = ({ attempt }: SearchedWord): number =>
  attempt.reduce((sum, { title, link, text }) => sum + title.length + link.length + text.length, 0);

/** Sorts the rarest words first. If counts are equal, the word with fewer keys wins. */
const byRarity = (one: SearchedWord, other: SearchedWord): number => one.count - other.count || keysOf(one) - keysOf(other);

/** Most records to count for a word. If all words have more, it is quicker to look them up than to count on. */
const MOST_WEIGHED = 5000;

const NOTHING: Clause = { condition: { _id: { $in: [] } }, index: null };

/** The state of one search, which all of its words share. */
interface SearchState {
  /** The whole search as it was sent. */
  readonly q: string;
  readonly isAlone: boolean;
  /** True if one more word may be corrected. Each call counts as a correction. */
  mayCorrect(): boolean;
}

/** A word as the user typed it, or its folded form if the search has it only in another spelling. */
const typedAs = (q: string, { word }: QueryWord): string => q.match(/[\p{L}\p{N}\p{M}]+/gu)?.find((typed) => fold(typed) === word) ?? word;

/** The keys of a word in one language. */
async function keysIn(
  { services, type: { linked } }: WordSearch,
  forms: (language: Language) => WordForms,
  language: Language,
  view: View,
): Promise<KeysInLanguage> {
  const links = await Promise.all(linked.map(async (link) => namedLinks(services, { ...link, forms, language }, view)));
  const own = forms(language);
  return { language, title: keysBeginning(PREFIXES.title, own), link: links.flat(), text: keysBeginning(PREFIXES.text, own) };
}

/** The keys of a word in each language of the list. */
function attemptOf(
  search: WordSearch,
  forms: (word: QueryWord, language: Language) => WordForms,
  word: QueryWord,
  view: View,
): Promise<WordKeys> {
  // All linked types need these forms, so they are made once.
  const cached = new Map<Language, WordForms>();
  const formsIn = (language: Language): WordForms => {
    const found = cached.get(language) ?? forms(word, language);
    cached.set(language, found);
    return found;
  };
  return Promise.all(languagesOf(view).map(async (language) => keysIn(search, formsIn, language, view)));
}

const countOf = (
  { services, type }: WordSearch,
  attempt: WordKeys,
  { records, open: unprotected }: Shown,
  limit: number,
): Promise<number> => {
  const filter = { $and: [...records, havingWord(attempt, 'text', unprotected, true)] } as Filter<PostRecord>;
  return services.kinds.posts<PostRecord>(type.plural).collection().countDocuments(filter, { hint: WORDS_INDEX, limit });
};

/** Counts the visible records with a word. If there are none, it tries the words that differ by one typing error. */
async function searchedWord(search: WordSearch, word: QueryWord, view: View, shown: Shown, seeking: SearchState): Promise<SearchedWord> {
  const most = seeking.isAlone ? 1 : MOST_WEIGHED;
  const attempt = await attemptOf(search, formsOf, word, view);
  const count = await countOf(search, attempt, shown, most);
  const hasNear = () => languagesOf(view).some((language) => nearForms(word, language).words.length > 0);
  if (count > 0 || !hasNear() || !seeking.mayCorrect()) return { attempt, count };
  const near = await attemptOf(search, nearForms, word, view);
  return { attempt: near, count: await countOf(search, near, shown, most), corrected: typedAs(seeking.q, word) };
}

/** Works out the clause of a search. */
async function clauseOf(search: WordSearch, q: string, view: View, shown: Shown): Promise<Clause> {
  const words = queryWords(q, languagesOf(view));
  let corrected = 0;
  const seeking: SearchState = {
    q,
    isAlone: words.length === 1,
    mayCorrect() {
      corrected += 1;
      return corrected <= MOST_CORRECTED;
    },
  };
  const sought: SearchedWord[] = [];
  // Two at a time, so that a search leaves the database to others.
  for (let index = 0; index < words.length; index += 2) {
    const both = await Promise.all(words.slice(index, index + 2).map((word) => searchedWord(search, word, view, shown, seeking)));
    if (both.some(({ count }) => count === 0)) return NOTHING;
    sought.push(...both);
  }
  if (words.length === 0) return NOTHING;
  const [rarest] = sought.toSorted(byRarity);
  const within = (reach: Reach) => (unprotected: Filter<PostRecord>) => ({
    $and: sought.map((one) => havingWord(one.attempt, reach, unprotected, one === rarest)),
  });
  return {
    condition: within('text'),
    index: WORDS_INDEX,
    ranks: { nearest: [within('title'), within('link')], sort: search.type.sort },
    corrected: sought.flatMap(({ corrected: typed }) => typed ?? []),
  };
}

/** The filter `q`, by words anywhere in a record or in linked names, in any order. Matches in the title come first. */
export function wordsFilter(services: Services, type: SearchedType): ListFilter {
  const search: WordSearch = { services, type };
  const { names } = type;
  // Facets ask for several lists with the same search.
  const clauses = new WeakMap<View, Promise<Clause>>();
  return {
    args: {
      q: {
        ...SEARCHED,
        description: {
          en: `Words to look for in the ${names.en} and in the names of what they link to, in any order. The last word may be a beginning. A word of 5 letters or more that none has may have a typing error. The most relevant come first, unless sort says otherwise. At most ${LONGEST_SEARCHED} characters`,
          fr: `Mots à chercher dans les ${names.fr} et dans les noms auxquels ils renvoient, dans n’importe quel ordre. Le dernier mot peut être un début. Un mot d’au moins 5 lettres que rien ne contient peut avoir une faute de frappe. Les plus pertinents d’abord, sauf si sort en dispose autrement. ${LONGEST_SEARCHED} caractères au plus`,
        },
      },
    },
    where({ q }, view, shown) {
      if (q === undefined) return undefined;
      const clause = clauses.get(view) ?? clauseOf(search, String(q), view, shown);
      clauses.set(view, clause);
      return clause;
    },
    links: ({ q }) => ({ last: { q } }),
    ranks: {
      relevance: ({ q }) =>
        q === undefined
          ? invalidParam('sort', { en: 'Send q too, the words that are looked for.', fr: 'Envoyez aussi q, les mots que l’on cherche.' })
          : undefined,
    },
  };
}
