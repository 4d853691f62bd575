import type { Filter } from 'mongodb';
import { readExactly } from '../../cache';
import { fold } from '../../calendar';
import { contentKey, linkKey, queryKey, type Stored, WORDS_FIELD, WORDS_INDEX } from '../../database';
import { invalidParam } from '../../errors';
import type { Language, Served, Text } from '../../language';
import { groupOf, shownMembers } from '../records';
import type { Clause, ListFilter, PostRecord, ScopePart, Services, View } from '../types';
import { checkedArg } from '../values';
import { partialReads, VISIBILITY_FIELDS, visibleInLinks, visibleTo } from '../visibility';
import {
  formsOf,
  type KeyValue,
  keyClause,
  nearForms,
  prefixedKeys,
  type QueryWord,
  type QueryWordKeys,
  queryWords,
  type Reach,
  type WordForms,
  wordClause,
} from './query-words';
import { PREFIXES, splitWords } from './words';

/** The maximum number of characters of a search text. */
export const LONGEST_QUERY = 150;
const MOST_WORDS = 16;
/** The maximum number of words of a search that are corrected. With more unknown words, the search finds nothing. */
const MOST_CORRECTED = 3;

const SEARCHED = {
  type: 'string',
  ...checkedArg({
    // The schema refuses longer texts, whose words would take long to count.
    read: (sent) =>
      typeof sent === 'string' && sent.length <= LONGEST_QUERY && new Set(splitWords(sent)).size > MOST_WORDS ? undefined : sent,
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_QUERY },
    refuse: {
      en: `Send the words to search for: at most ${MOST_WORDS} words and ${LONGEST_QUERY} characters.`,
      fr: `Envoyez les mots à chercher : ${MOST_WORDS} mots et ${LONGEST_QUERY} caractères au plus.`,
    },
  }),
} as const;

/** A field with links to records of `collection`. */
type LinkedNames = Readonly<Record<'field' | 'collection', string>>;

interface SearchedType {
  readonly plural: string;
  readonly names: Text;
  /** The fields with links to records whose names are searched. */
  readonly linked: readonly LinkedNames[];
  /** The sort order of equally relevant records, equal to that of the word index. */
  readonly sort: Readonly<Record<string, 1>>;
}

interface RunningQuery {
  readonly services: Services;
  readonly type: SearchedType;
  readonly view: View;
  readonly shown: ScopePart;
  /** The search text as sent, and its words. */
  readonly q: string;
  readonly words: readonly QueryWord[];
  /** Number of words that were or would be corrected. */
  corrections: number;
}

const languagesOf = ({ languages, language }: View): readonly Language[] => languages ?? [language];

/** A searched word: its index keys, and the number of visible records that have it, up to a limit. */
interface SearchedWord {
  readonly keys: QueryWordKeys;
  readonly count: number;
  /** The word as typed, if typing errors were assumed. */
  readonly corrected?: string;
}

const keyCount = ({ keys }: SearchedWord): number =>
  keys.reduce((sum, { title, link, text }) => sum + title.length + link.length + text.length, 0);

/** The maximum number of records to count for a word. If all words have more, reading them is quicker than counting on. */
const MOST_WEIGHED = 5000;

const NOTHING: Clause = { condition: { _id: { $in: [] } }, index: null };

/** Returns a word as the user typed it. If the search text spells it in another way, returns the folded word. */
const typedAs = (q: string, { word }: QueryWord): string => q.match(/[\p{L}\p{N}\p{M}]+/gu)?.find((typed) => fold(typed) === word) ?? word;

function keysOf(search: RunningQuery, word: QueryWord, forms: (word: QueryWord, language: Language) => WordForms): Promise<QueryWordKeys> {
  // All linked types need these forms, so they are made once.
  const made = new Map<Language, WordForms>();
  const formsIn = (language: Language): WordForms => {
    const found = made.get(language) ?? forms(word, language);
    made.set(language, found);
    return found;
  };
  return Promise.all(
    languagesOf(search.view).map(async (language) => {
      const links = await Promise.all(search.type.linked.map((link) => namedLinks(search, link, formsIn, language)));
      const own = formsIn(language);
      return { language, title: prefixedKeys(PREFIXES.title, own), link: links.flat(), text: prefixedKeys(PREFIXES.text, own) };
    }),
  );
}

/** Counts the visible records with a word, up to a limit. If the search has a single word, the limit is 1. */
const countOf = ({ services, type, shown, words }: RunningQuery, keys: QueryWordKeys): Promise<number> => {
  const filter = { $and: [...shown.records, wordClause(keys, 'text', shown.unprotected, { isLeading: true })] } as Filter<PostRecord>;
  const options = { hint: WORDS_INDEX, limit: words.length === 1 ? 1 : MOST_WEIGHED };
  return services.stores.posts<PostRecord>(type.plural).collection().countDocuments(filter, options);
};

/** Finds the index keys of a word. If no visible record has the word, words that differ by one typing error replace it. */
async function searchedWord(search: RunningQuery, word: QueryWord): Promise<SearchedWord> {
  const keys = await keysOf(search, word, formsOf);
  const count = await countOf(search, keys);
  if (count > 0 || languagesOf(search.view).every((language) => nearForms(word, language).words.length === 0)) return { keys, count };
  search.corrections += 1;
  if (search.corrections > MOST_CORRECTED) return { keys, count };
  const near = await keysOf(search, word, nearForms);
  return { keys: near, count: await countOf(search, near), corrected: typedAs(search.q, word) };
}

async function clauseOf(search: RunningQuery): Promise<Clause> {
  const { words } = search;
  if (words.length === 0) return NOTHING;
  const searched: SearchedWord[] = [];
  // Two words at a time, so that a search leaves the database to other requests.
  for (let index = 0; index < words.length; index += 2) {
    const both = await Promise.all(words.slice(index, index + 2).map((word) => searchedWord(search, word)));
    if (both.some(({ count }) => count === 0)) return NOTHING;
    searched.push(...both);
  }
  // MongoDB scans the index for the rarest word or, if counts are equal, for the word with fewer keys.
  const [rarest] = searched.toSorted((one, other) => one.count - other.count || keyCount(one) - keyCount(other));
  const within = (reach: Reach) => (unprotected: Filter<PostRecord>) => ({
    $and: searched.map((one) => wordClause(one.keys, reach, unprotected, { isLeading: one === rarest })),
  });
  return {
    condition: within('text'),
    index: WORDS_INDEX,
    tiers: { conditions: [within('title'), within('link')], sort: search.type.sort },
    corrected: searched.flatMap(({ corrected }) => corrected ?? []),
  };
}

/** Makes the list filter `q`: words in records or in names of linked records, in any order. Matches in the title come first. */
export function queryFilter(services: Services, type: SearchedType): ListFilter {
  const { names, plural } = type;
  return {
    args: {
      q: {
        ...SEARCHED,
        description: {
          en: `Words to search for in the ${names.en} and in the names of linked records, in any order. The last word may be the beginning of a longer one. If nothing has a word of 5 letters or more, words with one different letter are found too. Without sort, the most relevant come first. At most ${LONGEST_QUERY} characters`,
          fr: `Mots à chercher dans les ${names.fr} et dans les noms des éléments liés, dans n’importe quel ordre. Le dernier mot peut être le début d’un mot plus long. Si rien ne contient un mot d’au moins 5 lettres, les mots qui diffèrent d’une lettre sont trouvés aussi. Sans sort, les plus pertinents viennent d’abord. ${LONGEST_QUERY} caractères au plus`,
        },
      },
    },
    where({ q: sent }, view, shown) {
      if (sent === undefined) return undefined;
      const q = String(sent);
      const words = queryWords(q, languagesOf(view));
      const key = `${plural} ${q}`;
      const clause = view.searches?.get(key) ?? clauseOf({ services, type, view, shown, q, words, corrections: 0 });
      view.searches?.set(key, clause);
      return clause;
    },
    last: true,
    tiers: {
      relevance: ({ q }) =>
        q === undefined
          ? invalidParam('sort', { en: 'Send q too, with the words to search for.', fr: 'Envoyez aussi q, avec les mots à chercher.' })
          : undefined,
    },
  };
}

/** Returns the index keys of links to records whose visible name has a word. `language` is that in which records show their links. */
async function namedLinks(
  { services, view: { user } }: RunningQuery,
  { field, collection }: LinkedNames,
  forms: (language: Language) => WordForms,
  language: Language,
): Promise<readonly string[]> {
  const { cache, stores, termLikes } = services;
  const { served } = services.site;
  const condition = conditionOf(served.languages.map((one) => ({ language: one, keys: prefixedKeys(PREFIXES.title, forms(one)) })));
  const visible = { $and: [termLikes.has(collection) ? {} : visibleTo(user, collection), { language: { $in: served.languages } }] };
  const filter = { $and: [visible, condition] };
  const key = `named ${field} ${collection} ${language} ${queryKey(filter)}`;
  return cache.getOrMake<readonly string[]>(key, bytesOf, async () => {
    // Changed counts of terms do not change their names.
    const ids = await readExactly([contentKey(collection)], () => groupsNamed(services, collection, filter, { user, language, served }));
    // A search for Music also finds the records in its subcategories.
    const isTree = ids.length > 0 && termLikes.get(collection)?.hierarchical === true;
    const all = isTree ? await stores.terms(collection).withDescendants(ids) : ids;
    return all.map((id) => linkKey(field, id));
  });
}

const bytesOf = (keys: readonly string[]): number => keys.reduce((sum, one) => sum + 2 * one.length + 32, 64);

/** Finds the records that match a filter and that the reader sees in links. Returns the IDs of these records and of their translations. */
async function groupsNamed(
  services: Services,
  plural: string,
  filter: Filter<Stored>,
  { user, language, served }: Pick<View, 'user' | 'language'> & { readonly served: Served },
): Promise<readonly number[]> {
  const projection = Object.fromEntries(VISIBILITY_FIELDS.map((name) => [name, 1]));
  const found = await services.connection.collection<Stored>(plural).find(filter, { projection, hint: WORDS_INDEX }).toArray();
  const byId = new Map(found.map((record) => [record._id, record]));
  const others = partialReads(services, plural);
  const shown = await shownMembers(
    { many: async (ids) => ([...ids].every((id) => byId.has(id)) ? byId : others.many(ids)) },
    found.map(({ _id }) => ({ ids: [_id], language })),
    visibleInLinks(services, plural, user),
    served,
  );
  return [...new Set(found.filter(({ _id }, index) => shown[index]?.[0]?._id === _id).flatMap(groupOf))];
}

/** Makes the clause for names that have a key in their own language. */
function conditionOf(searches: readonly { readonly language: Language; readonly keys: readonly KeyValue[] }[]): object {
  const roughly = keyClause([...new Set(searches.flatMap(({ keys }) => keys))]);
  // Most words have the same singular in two languages.
  const isExact = searches.every(({ keys }) => String(keys) === String(searches[0]?.keys));
  return isExact
    ? roughly
    : { $and: [roughly, { $or: searches.map(({ language, keys }) => ({ language, [WORDS_FIELD]: { $in: keys } })) }] };
}
