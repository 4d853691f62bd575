import type { Collection, Filter, Sort } from 'mongodb';
import { type Stored, WORDS_INDEX } from '../../database';
import type { Language } from '../../language';
import { havingKey, type KeyValue } from './having-key';
import { havingKeyToo } from './key-conditions';

/** A record with what it is called. */
export interface SuggestedName {
  readonly id: number;
  readonly language: Language;
  readonly slug: string;
  readonly name: string;
}

/** The records of a collection that may be suggested. */
export interface Suggested<R extends Stored> {
  readonly collection: Collection<R>;
  readonly filter: Filter<R>;
  /** The field that stores what they are called. */
  readonly titled: string;
  /** The order of the index of words within the same key; none for terms, which are few. */
  readonly order?: Readonly<Record<string, 1>>;
}

/** The keys of each word, of which a name that has them all has one. */
type Words = readonly (readonly KeyValue[])[];

/** Records that are looked at at most: many have the same title. */
const MOST_LOOKED_AT = 400;
/** Records of one of several words that are counted at most, to find the rarest word. */
const MOST_COUNTED = 2000;
/** Records that are read at once: nobody knows how many are needed. */
const BATCH = 50;

/** Finds the names that have all of some words by the index of words: in its order, or in that of the kind where several words are looked for. */
export async function* suggestedNames<R extends Stored>(suggested: Suggested<R>, words: Words): AsyncGenerator<SuggestedName> {
  const { collection, filter, titled, order } = suggested;
  const isSorted = order !== undefined && words.length > 1;
  const [first = [], ...others] = isSorted ? await rarestFirst(suggested, words) : words;
  const named = { $and: [filter, havingKey(first), ...others.map(havingKeyToo)] } as Filter<R>;
  const projection = Object.fromEntries(['language', 'slug', titled].map((field) => [field, 1]));
  const found = collection.find(named, { projection, batchSize: BATCH, hint: WORDS_INDEX }).limit(MOST_LOOKED_AT);
  for await (const record of isSorted ? found.sort(order as Sort) : found) {
    const { _id: id, language, slug, [titled]: name } = record as unknown as Stored & Readonly<Record<string, unknown>>;
    yield { id, language, slug, name: String(name) };
  }
}

/** The words that fewer records have before the others. */
async function rarestFirst<R extends Stored>({ collection, filter }: Suggested<R>, words: Words): Promise<Words> {
  const counted = words.map(async (keys) => {
    const having = { $and: [filter, havingKey(keys)] } as Filter<R>;
    return { keys, count: await collection.countDocuments(having, { hint: WORDS_INDEX, limit: MOST_COUNTED }) };
  });
  return (await Promise.all(counted)).sort((one, other) => one.count - other.count).map(({ keys }) => keys);
}
