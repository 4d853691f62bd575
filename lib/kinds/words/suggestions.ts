import type { Filter } from 'mongodb';
import { fold } from '../../calendar/fold';
import type { Language } from '../../language';
import { idsOfEach, inAll, tellsOf } from '../../records/ids-in-all';
import { WORDS_INDEX } from '../../records/link-keys';
import type { Term } from '../../records/record';
import { postUrl, restUrl, siteUrl } from '../addresses';
import { listingOf } from '../listing/listing';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import type { Services } from '../services';
import { nearestOrder, wordsIndex } from '../words-index';
import { askedWords, formsOf } from './asked-words';
import { havingKey, havingKeyToo, type KeyValue, keysBeginning } from './key-conditions';
import { PLACES } from './word-keys';

/** What a search box asks for. */
interface Asked {
  readonly q: string;
  /** The plurals of the kinds. */
  readonly kinds: readonly string[];
  /** How many of each kind at most. */
  readonly most: number;
  readonly language: Language;
  readonly baseUrl: string;
}

/** A record whose name has what was typed. */
interface Suggestion {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly rest_url: string;
  readonly url: string;
}

type Named = Pick<PostRecord, '_id' | 'language' | 'slug'> & { readonly name: string };

/** How many records are looked at before names that only have what was typed are enough, and at most: many records have the same title. */
const ENOUGH = 200;
const MOST_LOOKED_AT = 400;
/** Of how many records that have one of several words the IDs are read: where there are as many, there may be more. */
const MOST_IDS = 2000;
/** How many come at a time. */
const BATCH = 50;

/** Of records that can have long texts only their names are read. */
const readingNames = (titled: string) => ({ projection: { language: 1, slug: 1, [titled]: 1 }, batchSize: BATCH });

/** The keys of each word, of which a title that has them all has one; the longest first, as the rarest. */
const keysOf = (q: string, language: Language): readonly (readonly KeyValue[])[] =>
  [...askedWords(q, [language])]
    .sort((one, other) => other.word.length - one.word.length)
    .map((word) => keysBeginning(PLACES.title, formsOf(word, language)));

/** The conditions that a title has one of the keys of each word: the first is looked for. */
const inTitle = (words: readonly (readonly KeyValue[])[]): object[] =>
  words.map((keys, place) => (place === 0 ? havingKey(keys) : havingKeyToo(keys)));

/** The words of which fewer records have one before the others; `lists` are these records, as far as they were read. */
const rarestFirst = <K>(words: readonly K[], lists: readonly (readonly number[])[]): readonly K[] =>
  words
    .map((keys, place) => ({ keys, count: lists[place]?.length ?? 0 }))
    .sort((one, other) => one.count - other.count)
    .map(({ keys }) => keys);

/** Each name once, those first that begin with what was typed: no more records are looked at than are needed. */
async function best(records: AsyncIterable<Named>, q: string, most: number): Promise<Named[]> {
  const typed = fold(q);
  const beginning = new Map<string, Named>();
  const others = new Map<string, Named>();
  let count = 0;
  for await (const record of records) {
    const name = fold(record.name);
    const known = name.startsWith(typed) ? beginning : others;
    if (!known.has(name)) known.set(name, record);
    count += 1;
    if (beginning.size === most || (count >= ENOUGH && beginning.size + others.size >= most)) break;
  }
  return [...beginning.values(), ...others.values()].slice(0, most);
}

/** Of the posts that a list shows everybody unless it is asked for others. */
async function* suggestedPosts(
  kind: PostLike,
  words: readonly (readonly KeyValue[])[],
  { q, language, baseUrl }: Asked,
): AsyncGenerator<Named> {
  const view = { user: undefined, baseUrl, language, single: false };
  // As a search would narrow the list beside its words.
  const filters = kind.filters.filter(({ args }) => args['q'] === undefined);
  const { filter } = await listingOf({ ...kind, filters }, { filters: { q }, view, status: ['publish'] });
  const collection = kind.posts.collection();
  const where = (...conditions: readonly object[]) => ({ $and: [filter, ...conditions] }) as Filter<PostRecord>;
  const options = readingNames(kind.titled);
  const index = wordsIndex(kind, kind);
  const each = words.map((keys) => where(havingKey(keys)));
  const isTold = each.length > 1 && each.every((one) => tellsOf(index, one));
  const lists = isTold ? await idsOfEach(collection, { filters: each, hint: index.name }, MOST_IDS) : [];
  const whole = lists.filter(({ length }) => length < MOST_IDS);
  const ids = inAll(whole);
  const isFew = whole.length > 0 && ids.length <= MOST_LOOKED_AT;
  if (isFew && ids.length === 0) return;
  const found = isFew
    ? collection.find(where({ _id: { $in: ids } }, ...inTitle(words)), { ...options, hint: '_id_' }).sort(nearestOrder(kind))
    : collection.find(where(...inTitle(rarestFirst(words, lists))), { ...options, hint: index.name }).limit(MOST_LOOKED_AT);
  for await (const record of found) {
    const { _id, language: own, slug, [kind.titled as 'title']: name } = record as PostRecord & { readonly title?: string };
    yield { _id, language: own, slug, name: String(name) };
  }
}

/** Makes what suggests records to whoever types a search: what everybody may see, in the language that is asked in. */
export const createSuggestions = (services: Services) => {
  const suggested = (plural: string, words: readonly (readonly KeyValue[])[], asked: Asked): AsyncIterable<Named> => {
    const posts = services.postLikes.get(plural);
    if (posts) return suggestedPosts(posts, words, asked);
    const filter = { $and: [{ language: asked.language }, ...inTitle(words)] } as Filter<Term>;
    return services.kinds
      .terms(plural)
      .collection()
      .find(filter, { ...readingNames('name'), hint: WORDS_INDEX })
      .limit(MOST_LOOKED_AT);
  };
  return async (asked: Asked): Promise<readonly Suggestion[]> => {
    const words = keysOf(asked.q, asked.language);
    if (words.length === 0) return [];
    const origin = siteUrl(asked.baseUrl, services.site);
    const found = await Promise.all(
      asked.kinds.map(async (plural) => {
        const kind = services.postLikes.get(plural) ?? services.termLikes.get(plural);
        if (kind === undefined) return [];
        const named = await best(suggested(plural, words, asked), asked.q, asked.most);
        return named.map(({ _id: id, name, language, slug }) => ({
          kind: plural,
          id,
          name,
          rest_url: restUrl(asked.baseUrl, kind, id),
          url: postUrl({ id, language, slug }, kind.segment, origin),
        }));
      }),
    );
    return found.flat();
  };
};
