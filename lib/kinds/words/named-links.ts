import type { Filter } from 'mongodb';
import type { Language } from '../../language';
import { contentKey } from '../../records/change-log';
import { linkKey, WORDS_FIELD, WORDS_INDEX } from '../../records/link-keys';
import { queryKey } from '../../records/query-key';
import type { Stored } from '../../records/record';
import type { Store } from '../../records/store';
import type { View } from '../context';
import { groupOf } from '../group-members';
import type { PostRecord } from '../post-record';
import { readableTo } from '../posts/link-visibility';
import { visibleTo } from '../posts/visibility';
import type { Services } from '../services';
import { EVERY_MEMBER, type Sight, shownMembers } from '../shown-members';
import type { WordForms } from './asked-words';
import { keysBeginning } from './key-conditions';
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

/** The keys of the records of a kind whose name, as a reader is shown it, has a word: of all members of their translation groups, any of which may be linked. */
export async function namedLinks(
  services: Services,
  { field, collection, forms, language }: Wanted,
  { user }: View,
): Promise<readonly string[]> {
  const { languages } = services.site.served;
  const terms = services.termLikes.has(collection);
  const named = languages.map((one) => ({ language: one, [WORDS_FIELD]: { $in: keysBeginning(PLACES.title, forms(one)) } }));
  const roughly = {
    language: { $in: languages },
    [WORDS_FIELD]: { $in: [...new Set(named.flatMap(({ [WORDS_FIELD]: { $in } }) => $in))] },
  };
  // Two languages have the same singular of most words.
  const isExact = named.every((one) => String(one[WORDS_FIELD].$in) === String(named[0]?.[WORDS_FIELD].$in));
  const filter = { $and: [terms ? {} : visibleTo(user, collection), roughly, ...(isExact ? [] : [{ $or: named }])] };
  const { cache } = services;
  const begun = user === undefined ? cache.begin() : undefined;
  const key = begun === undefined ? '' : `named ${field} ${collection} ${language} ${queryKey(filter)}`;
  const known = begun === undefined ? undefined : cache.find<readonly string[]>(key);
  if (known !== undefined) return known;
  const found = terms
    ? await shownOf(services, services.kinds.terms(collection), filter, EVERY_MEMBER, language)
    : await shownOf(services, services.kinds.posts<PostRecord>(collection), filter, readableTo(user, collection), language);
  const keys = [...new Set(found)].map((id) => linkKey(field, id));
  cache.keep(
    key,
    keys,
    keys.reduce((sum, one) => sum + 2 * one.length + 32, 64),
    begun,
    [contentKey(collection)],
  );
  return keys;
}

/** Of the records that pass a filter those that are shown where any of their group is linked: with their groups. */
async function shownOf<R extends Stored>(
  services: Services,
  records: Pick<Store<R>, 'many' | 'collection'>,
  filter: object,
  sight: Sight<NoInfer<R>>,
  language: Language,
): Promise<number[]> {
  const named = (await records
    .collection()
    .find(filter as Filter<R>, { projection: { _id: 1 }, hint: WORDS_INDEX })
    .toArray()) as unknown as readonly Pick<Stored, '_id'>[];
  const shown = await shownMembers(
    records,
    named.map(({ _id }) => ({ ids: [_id], language })),
    sight,
    services.site.served,
  );
  return named.flatMap(({ _id }, place) => {
    const record = shown[place]?.[0];
    return record?._id === _id ? groupOf(record) : [];
  });
}
