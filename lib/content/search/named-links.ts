import { linkKey, queryKey, WORDS_FIELD } from '../../database';
import type { Language } from '../../language';
import { cachedNaming } from '../list';
import type { Services, View } from '../types';
import { havingKey } from './having-key';
import { keysBeginning } from './key-conditions';
import { linkedNames } from './linked-names';
import type { WordForms } from './query-words';
import { PLACES } from './word-keys';

/** What is looked for among the names of what records link to. */
interface Wanted {
  /** The field of the records, and what it names. */
  readonly field: string;
  readonly collection: string;
  /** What the word means in each language that names may be in. */
  readonly forms: (language: Language) => WordForms;
  /** The language that records show their links in. */
  readonly language: Language;
}

/**
 * The keys of the records of a kind whose name, as a reader is shown it, has a word: of all members of their translation groups, any of which
 * may be linked, and of the terms below them.
 */
export async function namedLinks(
  services: Services,
  { field, collection, forms, language }: Wanted,
  { user }: View,
): Promise<readonly string[]> {
  const { cache, site } = services;
  const asked = site.served.languages.map((one) => ({ language: one, keys: keysBeginning(PLACES.title, forms(one)) }));
  const keysOf = async (groups: readonly (readonly number[])[]): Promise<string[]> => {
    const ids = [...new Set(groups.flat())];
    return (await withBelow(services, collection, ids)).map((id) => linkKey(field, id));
  };
  const names = linkedNames(services, { collection, language, user });
  const condition = conditionOf(asked);
  const key = `named ${field} ${collection} ${language} ${queryKey({ filter: names.filter, condition })}`;
  return cache.cached<readonly string[]>(key, bytesOf, async () => keysOf(await names.groupsOf(condition)));
}

const bytesOf = (keys: readonly string[]): number => keys.reduce((sum, one) => sum + 2 * one.length + 32, 64);

/** Terms with all that are below them: what is in a category below Music is music. */
const withBelow = async (services: Services, plural: string, ids: readonly number[]): Promise<readonly number[]> => {
  if (ids.length === 0 || services.termLikes.get(plural)?.hierarchical !== true) return ids;
  return cachedNaming<readonly number[]>(services, plural, ['below', ...ids], () => services.kinds.terms(plural).withDescendants(ids));
};

/** The condition that a name has one of the keys of its language. */
function conditionOf(asked: readonly { readonly language: Language; readonly keys: ReturnType<typeof keysBeginning> }[]): object {
  const roughly = havingKey([...new Set(asked.flatMap(({ keys }) => keys))]);
  // Two languages have the same singular of most words.
  const isExact = asked.every(({ keys }) => String(keys) === String(asked[0]?.keys));
  return isExact ? roughly : { $and: [roughly, { $or: asked.map(({ language, keys }) => ({ language, [WORDS_FIELD]: { $in: keys } })) }] };
}
