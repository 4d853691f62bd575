import { linkKey, queryKey, WORDS_FIELD } from '../../database';
import type { Language } from '../../language';
import { cachedTerms } from '../list';
import type { Services, View } from '../types';
import { havingKey, keysBeginning } from './key-clauses';
import { linkedNames } from './linked-names';
import type { WordForms } from './query-words';
import { PREFIXES } from './word-keys';

/** A search for a word in the names of linked records. */
interface LinkSearch {
  /** The stored field with the links. `collection` is its target. */
  readonly field: string;
  readonly collection: string;
  /** The forms of the word in each language of names. */
  readonly forms: (language: Language) => WordForms;
  /** The language in which records show their links. */
  readonly language: Language;
}

/**
 * The link keys of records whose visible name has a word. All members of their translation groups count, since links may name any; so do
 * the terms below them.
 */
export async function namedLinks(
  services: Services,
  { field, collection, forms, language }: LinkSearch,
  { user }: View,
): Promise<readonly string[]> {
  const { cache, site } = services;
  const searches = site.served.languages.map((one) => ({ language: one, keys: keysBeginning(PREFIXES.title, forms(one)) }));
  const keysOf = async (groups: readonly (readonly number[])[]): Promise<string[]> => {
    const ids = [...new Set(groups.flat())];
    return (await withBelow(services, collection, ids)).map((id) => linkKey(field, id));
  };
  const names = linkedNames(services, { collection, language, user });
  const condition = conditionOf(searches);
  const key = `named ${field} ${collection} ${language} ${queryKey({ filter: names.filter, condition })}`;
  return cache.cached<readonly string[]>(key, bytesOf, async () => keysOf(await names.groupsOf(condition)));
}

const bytesOf = (keys: readonly string[]): number => keys.reduce((sum, one) => sum + 2 * one.length + 32, 64);

/** Adds the terms below some terms: a record in a category below Music is music too. */
const withBelow = async (services: Services, plural: string, ids: readonly number[]): Promise<readonly number[]> => {
  if (ids.length === 0 || services.termLikes.get(plural)?.hierarchical !== true) return ids;
  return cachedTerms<readonly number[]>(services, plural, ['below', ...ids], () => services.kinds.terms(plural).withDescendants(ids));
};

/** The clause for names with a key of their own language. */
function conditionOf(searches: readonly { readonly language: Language; readonly keys: ReturnType<typeof keysBeginning> }[]): object {
  const roughly = havingKey([...new Set(searches.flatMap(({ keys }) => keys))]);
  // Most words have the same singular in two languages.
  const isExact = searches.every(({ keys }) => String(keys) === String(searches[0]?.keys));
  return isExact
    ? roughly
    : { $and: [roughly, { $or: searches.map(({ language, keys }) => ({ language, [WORDS_FIELD]: { $in: keys } })) }] };
}
