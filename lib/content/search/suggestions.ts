import type { Collection, Filter, Sort } from 'mongodb';
import { fold } from '../../calendar';
import { fieldAt, type Stored, WORDS_INDEX } from '../../database';
import type { Language } from '../../language';
import { isTranslated, listingOf } from '../list';
import { postUrl, restUrl, siteUrl } from '../records';
import { languageClauses, listedLanguages } from '../translations';
import type { PostLike, PostRecord, Sent, Services } from '../types';
import { NOT_PROPOSED } from '../visibility';
import { formsOf, type KeyValue, keyClause, prefixedKeys, queryWords, unindexedKeyClause } from './query-words';
import { PREFIXES, tieOrder } from './words';

interface SuggestionRequest {
  readonly q: string;
  readonly kinds: readonly string[];
  /** The highest number of suggestions for each content type. */
  readonly most: number;
  readonly language: Language;
  /** True if records without a translation into the language are suggested too. */
  readonly hasFallback: boolean;
  readonly baseUrl: string;
}

/** The possible index keys of each searched word. A matching title has one key of each word. */
type Words = readonly (readonly KeyValue[])[];

/** Makes the function that suggests public records for the text in a search box. */
export const createSuggestions =
  (services: Services) =>
  async ({ q, kinds, most, language, hasFallback, baseUrl }: SuggestionRequest) => {
    const sent: Sent = { ml_fallback: hasFallback || undefined };
    const languages = listedLanguages(sent, language, services.site.served);
    const words = keysOf(q, languages);
    if (words.length === 0) return [];
    const origin = siteUrl(baseUrl, services.site);
    const inLanguages = { $and: [...languageClauses(languages, sent, isTranslated).whole, NOT_PROPOSED] };
    const found = kinds.map(async (plural) => {
      const posts = services.postLikes.get(plural);
      const type = posts ?? services.termLikes.get(plural);
      if (type === undefined) return [];
      const names = posts
        ? suggestedNames(await suggestedPosts(posts, { ...sent, q }, { language, baseUrl }), words)
        : suggestedNames({ collection: services.stores.terms(plural).collection(), filter: inLanguages, titled: 'name' }, words);
      return (await bestNames(names, q, most)).map(({ id, name, language, slug }) => ({
        kind: plural,
        id,
        name,
        rest_url: restUrl(baseUrl, type, id),
        url: postUrl({ id, language, slug }, type.segment, origin),
      }));
    });
    return (await Promise.all(found)).flat();
  };

/** Returns the possible index keys of each searched word. Longer words come first, since they are probably rarer. */
const keysOf = (q: string, languages: readonly Language[]): Words =>
  queryWords(q, languages)
    .toSorted((one, other) => other.word.length - one.word.length)
    .map((word) => {
      const keys = languages.flatMap((language) => prefixedKeys(PREFIXES.title, formsOf(word, language)));
      return [...new Map(keys.map((key) => [String(key), key])).values()];
    });

interface SuggestedRecords<R extends Stored> {
  readonly collection: Collection<R>;
  readonly filter: Filter<R>;
  readonly titled: string;
  /** The sort order of the word index for equal keys. Undefined for terms, which are few. */
  readonly order?: Readonly<Record<string, 1>>;
}

async function suggestedPosts(
  type: PostLike,
  sent: Sent,
  viewer: { readonly language: Language; readonly baseUrl: string },
): Promise<SuggestedRecords<PostRecord>> {
  // Other filters may have defaults, such as the hiding of past events.
  const filters = type.filters.filter(({ args }) => args['q'] === undefined);
  const view = { ...viewer, user: undefined, single: false };
  const { filter } = await listingOf({ ...type, filters }, { filters: sent, view, status: ['publish'] });
  return { collection: type.posts.collection(), filter, titled: type.titled, order: tieOrder(type) };
}

interface SuggestedName {
  readonly id: number;
  readonly language: Language;
  readonly slug: string;
  readonly name: string;
}

/** Number of names to read at least. After that, names with a match in the middle may fill the suggestions. */
const ENOUGH = 200;

/** Picks at most `most` different names, first those that begin with the typed text. Reads no more records than needed. */
async function bestNames(records: AsyncIterable<SuggestedName>, q: string, most: number): Promise<SuggestedName[]> {
  const typed = fold(q);
  const beginning = new Map<string, SuggestedName>();
  const others = new Map<string, SuggestedName>();
  let count = 0;
  for await (const record of records) {
    const name = fold(record.name);
    const found = name.startsWith(typed) ? beginning : others;
    if (!found.has(name)) found.set(name, record);
    count += 1;
    if (beginning.size === most || (count >= ENOUGH && beginning.size + others.size >= most)) break;
  }
  return [...beginning.values(), ...others.values()].slice(0, most);
}

/** The maximum number of records to read for suggestions. Many may have the same title. */
const MOST_READ = 400;
/** The maximum number of records to count for a word, to find the rarest word. */
const MOST_COUNTED = 2000;
const BATCH = 50;

/** Finds names that contain all words. Several words sort the names by the order of the content type, one word by the word index. */
async function* suggestedNames<R extends Stored>(suggested: SuggestedRecords<R>, words: Words): AsyncGenerator<SuggestedName> {
  const { collection, filter, titled, order } = suggested;
  const isSorted = order !== undefined && words.length > 1;
  const [first = [], ...others] = isSorted ? await rarestFirst(suggested, words) : words;
  const named = { $and: [filter, keyClause(first), ...others.map(unindexedKeyClause)] } as Filter<R>;
  const projection = Object.fromEntries(['language', 'slug', titled].map((field) => [field, 1]));
  const found = collection.find(named, { projection, batchSize: BATCH, hint: WORDS_INDEX }).limit(MOST_READ);
  for await (const record of isSorted ? found.sort(order as Sort) : found) {
    const { _id: id, language, slug } = record;
    yield { id, language, slug, name: String(fieldAt(record, titled)) };
  }
}

async function rarestFirst<R extends Stored>({ collection, filter }: SuggestedRecords<R>, words: Words): Promise<Words> {
  const counted = words.map(async (keys) => {
    const having = { $and: [filter, keyClause(keys)] } as Filter<R>;
    return { keys, count: await collection.countDocuments(having, { hint: WORDS_INDEX, limit: MOST_COUNTED }) };
  });
  return (await Promise.all(counted)).sort((one, other) => one.count - other.count).map(({ keys }) => keys);
}
