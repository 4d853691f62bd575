import type { Filter } from 'mongodb';
import { readExactly } from '../../cache';
import { contentKey, linkKey, queryKey, type Store, type Stored, WORDS_FIELD, WORDS_INDEX } from '../../database';
import type { Language, Served } from '../../language';
import { cachedTerms } from '../list';
import { groupOf, shownMembers, type Visibility } from '../records';
import type { PostRecord, Services, View } from '../types';
import { namesIn, READERS, readableTo, termsVisibleTo, visibleTo } from '../visibility';
import type { WordForms } from './query-words';
import { havingKey, type KeyValue, keysBeginning } from './word-clauses';
import { PREFIXES } from './word-keys';

interface LinkSearch {
  /** The stored field with links to records of `collection`. */
  readonly field: string;
  readonly collection: string;
  readonly forms: (language: Language) => WordForms;
  /** The language in which records show their links. */
  readonly language: Language;
}

/** Returns the index keys of links to records whose visible name has a word. Translations and descendant terms count too. */
export async function namedLinks(
  services: Services,
  { field, collection, forms, language }: LinkSearch,
  { user }: View,
): Promise<readonly string[]> {
  const { cache, kinds, site, termLikes } = services;
  const { served } = site;
  const isTerm = termLikes.has(collection);
  const condition = conditionOf(served.languages.map((one) => ({ language: one, keys: keysBeginning(PREFIXES.title, forms(one)) })));
  const visible = { $and: [isTerm ? {} : visibleTo(user, collection), { language: { $in: served.languages } }] };
  const filter = { $and: [visible, condition] };
  const key = `named ${field} ${collection} ${language} ${queryKey(filter)}`;
  return cache.cached<readonly string[]>(key, bytesOf, async () => {
    // Changed counts of terms do not change their names.
    const ids = await readExactly([contentKey(collection)], () =>
      isTerm
        ? groupsNamed(kinds.terms(collection), filter, termsVisibleTo(services, collection, user), { language, served })
        : groupsNamed(kinds.posts<PostRecord>(collection), filter, readableTo(user, collection), { language, served }),
    );
    return (await withBelow(services, collection, ids)).map((id) => linkKey(field, id));
  });
}

const bytesOf = (keys: readonly string[]): number => keys.reduce((sum, one) => sum + 2 * one.length + 32, 64);

/** Finds the records that match a filter and that the reader sees in links. Returns the IDs of these records and of their translations. */
async function groupsNamed<R extends Stored>(
  records: Pick<Store<R>, 'collection'>,
  filter: object,
  visibility: Visibility<NoInfer<R>>,
  { language, served }: { readonly language: Language; readonly served: Served },
): Promise<readonly number[]> {
  const projection = Object.fromEntries(READERS.map((name) => [name, 1]));
  const found = await records
    .collection()
    .find<R>(filter as Filter<R>, { projection, hint: WORDS_INDEX })
    .toArray();
  const byId = new Map(found.map((record) => [record._id, record]));
  const others = namesIn(records);
  const shown = await shownMembers(
    { many: async (ids) => ([...ids].every((id) => byId.has(id)) ? byId : others.many(ids)) },
    found.map(({ _id }) => ({ ids: [_id], language })),
    visibility,
    served,
  );
  return [...new Set(found.filter(({ _id }, index) => shown[index]?.[0]?._id === _id).flatMap(groupOf))];
}

/** Adds the descendants of terms: a search for Music also finds records in its subcategories. */
const withBelow = async (services: Services, plural: string, ids: readonly number[]): Promise<readonly number[]> => {
  if (ids.length === 0 || services.termLikes.get(plural)?.hierarchical !== true) return ids;
  return cachedTerms<readonly number[]>(services, plural, ['below', ...ids], () => services.kinds.terms(plural).withDescendants(ids));
};

/** Makes the clause for names that have a key in their own language. */
function conditionOf(searches: readonly { readonly language: Language; readonly keys: readonly KeyValue[] }[]): object {
  const roughly = havingKey([...new Set(searches.flatMap(({ keys }) => keys))]);
  // Most words have the same singular in two languages.
  const isExact = searches.every(({ keys }) => String(keys) === String(searches[0]?.keys));
  return isExact
    ? roughly
    : { $and: [roughly, { $or: searches.map(({ language, keys }) => ({ language, [WORDS_FIELD]: { $in: keys } })) }] };
}
