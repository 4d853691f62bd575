import type { Collection, Filter, FindCursor } from 'mongodb';
import type { Cache } from '../../cache/cache';
import type { Language } from '../../language';
import { sortKey, toSort } from '../../query/sort';
import { idsOfEach, inAll } from '../../records/ids-in-all';
import { WORDS_FIELD, WORDS_INDEX } from '../../records/link-keys';
import { queryKey } from '../../records/query-key';
import type { Stored } from '../../records/record';
import { havingKey, type KeyValue } from '../word-keys/having-key';
import { keptNames, MOST_NAMES, nameKeys } from './kept-names';
import { havingKeyToo } from './key-conditions';
import { createNameIndex, type Keyed } from './name-index';

/** A record with what it is called. */
export interface SuggestedName {
  readonly id: number;
  readonly language: Language;
  readonly slug: string;
  readonly name: string;
}

/** The records of a collection that may be suggested, as the database is asked for them. */
export interface Suggested<R extends Stored> {
  readonly collection: Collection<R>;
  readonly filter: Filter<R>;
  /** Where they store what they are called. */
  readonly titled: string;
  /** An index that serves the filter. */
  readonly hint: string | undefined;
  /** The order, within the same key, of the index of words; without one that is by chance. */
  readonly order?: Readonly<Record<string, 1>>;
  /** Whether that index tells by itself which of them have a word. */
  readonly isTold: boolean;
}

/** The keys of each word, of which a name that has them all has one. */
type Words = readonly (readonly KeyValue[])[];

/** How many records are looked at at most: many have the same title. */
const MOST_LOOKED_AT = 400;
/** Of how many records that have one of several words the IDs are read: where there are as many, there may be more. Of names that are kept there never are. */
const MOST_IDS = MOST_NAMES;
/** How many come at a time, where it is not known how many are needed. */
const BATCH = 50;
/** The order of what the index of words has in none. */
const BY_ID = { _id: 1 } as const;

/** The conditions that a name has one of the keys of each word: the first is looked for. */
const inName = (words: Words): object[] => words.map((keys, place) => (place === 0 ? havingKey(keys) : havingKeyToo(keys)));

/** The words of which fewer records have one before the others, by how many have each. */
const rarestFirst = (words: Words, counts: readonly number[]): Words =>
  words
    .map((keys, place) => ({ keys, count: counts[place] ?? 0 }))
    .sort((one, other) => one.count - other.count)
    .map(({ keys }) => keys);

const namedBy =
  (titled: string) =>
  (record: Stored): SuggestedName => ({
    ...{ id: record._id, language: record.language, slug: record.slug },
    name: String((record as unknown as Readonly<Record<string, unknown>>)[titled]),
  });

/** What is kept of records, in an order of theirs. */
const keyedNames =
  (titled: string, order: Readonly<Record<string, 1>>) =>
  (records: readonly Stored[]): (SuggestedName & Keyed)[] => {
    const sort = toSort(order);
    return records
      .map((record) => ({ record, key: sortKey(record, sort) }))
      .sort((one, other) => one.key.compare(other.key))
      .map(({ record }) => ({ ...namedBy(titled)(record), keys: nameKeys(record) }));
  };

/** Which names of a kind have some words, in the order in which they are suggested; of many, the first of those that have. Without a cache the database tells. */
export async function* suggestedNames<R extends Stored>(
  cache: Cache | undefined,
  suggested: Suggested<R>,
  words: Words,
): AsyncGenerator<SuggestedName> {
  const { order = BY_ID, titled } = suggested;
  const known = cache && (await knownNames(cache, suggested, words));
  if (known) yield* known;
  else if (suggested.order) for await (const record of (await storedNames(suggested, words)) ?? []) yield namedBy(titled)(record);
  else {
    const found = (await (await storedNames(suggested, words, true))?.toArray()) ?? [];
    yield* createNameIndex(keyedNames(titled, order)(found)).having(words[0] ?? []);
  }
}

/** The same from what is kept of the names; undefined where that is not all that is needed. */
async function knownNames<R extends Stored>(
  cache: Cache,
  { collection, filter, titled, hint, order = BY_ID, isTold }: Suggested<R>,
  words: Words,
): Promise<readonly SuggestedName[] | undefined> {
  const names = await keptNames<R, SuggestedName & Keyed>(cache, {
    ...{ key: `names suggested ${collection.collectionName} ${queryKey(filter)}`, collection, filter, hint },
    ...{ fields: ['language', 'slug', titled, ...Object.keys(order)], make: keyedNames(titled, order) },
  });
  const [first, ...others] = words.map((keys) => names?.having(keys));
  if (names === undefined || first === undefined) return undefined;
  const found = new Set([...first].filter((name) => others.every((having) => having?.has(name))));
  // Which of more are looked at is for the database to say.
  if (found.size > MOST_LOOKED_AT) return undefined;
  return isTold && words.length > 1 ? names.all.filter((name) => found.has(name)) : [...found];
}

/** The same as the database finds them: several words by the IDs that its index tells of each, where these are few; undefined: there are none. With their keys all are needed. */
async function storedNames<R extends Stored>(
  { collection, filter, titled, order = BY_ID, isTold }: Suggested<R>,
  words: Words,
  withKeys = false,
): Promise<FindCursor<R> | undefined> {
  const where = (...conditions: readonly object[]) => ({ $and: [filter, ...conditions] }) as Filter<R>;
  // Of records that can have long texts only their names are read.
  const fields = ['language', 'slug', titled, ...(withKeys ? [WORDS_FIELD] : [])];
  const options = {
    projection: Object.fromEntries(fields.map((field) => [field, 1])),
    batchSize: withKeys ? MOST_LOOKED_AT : BATCH,
  };
  const each = isTold && words.length > 1 ? words.map((keys) => where(havingKey(keys))) : [];
  const lists = await idsOfEach(collection, { filters: each, hint: WORDS_INDEX }, MOST_IDS);
  const whole = lists.filter(({ length }) => length < MOST_IDS);
  const counts = lists.map(({ length }) => length);
  const ids = whole.length > 0 ? inAll(whole) : undefined;
  if (ids?.length === 0) return undefined;
  const found =
    ids && ids.length <= MOST_LOOKED_AT
      ? collection.find(where({ _id: { $in: ids } }, ...inName(words)), { ...options, hint: '_id_' }).sort(order)
      : collection.find(where(...inName(rarestFirst(words, counts))), { ...options, hint: WORDS_INDEX }).limit(MOST_LOOKED_AT);
  return found as unknown as FindCursor<R>;
}
