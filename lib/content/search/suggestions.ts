import type { Filter } from 'mongodb';
import { fold } from '../../calendar';
import type { Term } from '../../database';
import type { Language, Served } from '../../language';
import { isTranslated, listingOf } from '../list';
import { postUrl, restUrl, siteUrl } from '../records';
import { listedLanguages, listLanguages } from '../translations';
import type { PostLike, PostRecord, Sent, Services } from '../types';
import { NOT_PROPOSED } from '../visibility';
import { type KeyValue, keysBeginning } from './key-clauses';
import { formsOf, queryWords } from './query-words';
import { type SuggestedName, type SuggestedRecords, suggestedNames } from './suggested-names';
import { PREFIXES } from './word-keys';
import { relevanceOrder } from './words-index';

/** The request of a search box. */
interface SuggestionRequest {
  readonly q: string;
  /** The plurals of the content types to search. */
  readonly kinds: readonly string[];
  /** Most suggestions for each content type. */
  readonly most: number;
  readonly language: Language;
  /** True if records without a translation into the language are suggested too. */
  readonly hasFallback: boolean;
  readonly baseUrl: string;
}

/** A record whose name matches. */
interface Suggestion {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly rest_url: string;
  readonly url: string;
}

/** Names to read before matches in the middle of a name are enough. */
const ENOUGH = 200;

/**
 * The possible keys of each word. A matching title has one key for each word. The longest words come first, since they are probably the
 * rarest.
 */
const keysOf = (q: string, languages: readonly Language[]): readonly (readonly KeyValue[])[] =>
  [...queryWords(q, languages)]
    .sort((one, other) => other.word.length - one.word.length)
    .map((word) => {
      const keys = languages.flatMap((language) => keysBeginning(PREFIXES.title, formsOf(word, language)));
      return [...new Map(keys.map((key) => [String(key), key])).values()];
    });

/** The list filters for the same languages. */
const languageArgs = ({ hasFallback }: SuggestionRequest): Sent => ({ ml_fallback: hasFallback || undefined });

const languagesOf = (request: SuggestionRequest, served: Served): readonly Language[] =>
  listedLanguages(languageArgs(request), request.language, served);

/** Picks different names, first those that begin with the typed text. It reads no more records than needed. */
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

/** The public records of a post-like type. */
async function suggestedPosts(type: PostLike, request: SuggestionRequest): Promise<SuggestedRecords<PostRecord>> {
  const { q, language, baseUrl } = request;
  const view = { user: undefined, baseUrl, language, single: false };
  // Other filters may have defaults, such as the hiding of past events.
  const filters = type.filters.filter(({ args }) => args['q'] === undefined);
  const { filter } = await listingOf({ ...type, filters }, { filters: { q, ...languageArgs(request) }, view, status: ['publish'] });
  return { collection: type.posts.collection(), filter, titled: type.titled, order: relevanceOrder(type) };
}

/** Makes the function that suggests public records for the text in a search box. */
export const createSuggestions = (services: Services) => {
  const { kinds } = services;
  const languageClause = (request: SuggestionRequest): Filter<Term> => {
    const { whole } = listLanguages(languagesOf(request, services.site.served), languageArgs(request), isTranslated);
    return (whole.length === 1 ? whole[0] : { $and: whole }) as Filter<Term>;
  };
  const namesOf = async (plural: string, request: SuggestionRequest, words: readonly (readonly KeyValue[])[]): Promise<SuggestedName[]> => {
    const posts = services.postLikes.get(plural);
    const names = posts
      ? suggestedNames(await suggestedPosts(posts, request), words)
      : suggestedNames(
          { collection: kinds.terms(plural).collection(), filter: { ...languageClause(request), ...NOT_PROPOSED }, titled: 'name' },
          words,
        );
    return bestNames(names, request.q, request.most);
  };
  return async (request: SuggestionRequest): Promise<readonly Suggestion[]> => {
    const words = keysOf(request.q, languagesOf(request, services.site.served));
    if (words.length === 0) return [];
    const origin = siteUrl(request.baseUrl, services.site);
    const found = await Promise.all(
      request.kinds.map(async (plural) => {
        const type = services.postLikes.get(plural) ?? services.termLikes.get(plural);
        if (type === undefined) return [];
        return (await namesOf(plural, request, words)).map(({ id, name, language, slug }) => ({
          ...{ kind: plural, id, name, rest_url: restUrl(request.baseUrl, type, id) },
          url: postUrl({ id, language, slug }, type.segment, origin),
        }));
      }),
    );
    return found.flat();
  };
};
