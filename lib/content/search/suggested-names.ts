import type { Collection, Filter, Sort } from 'mongodb';
import { fieldAt, type Stored, WORDS_INDEX } from '../../database';
import type { Language } from '../../language';
import { havingKey, havingKeyUnindexed, type KeyValue } from './key-clauses';

/** A record with its name. */
export interface SuggestedName {
  readonly id: number;
  readonly language: Language;
  readonly slug: string;
  readonly name: string;
}

/** The records of a collection that may be suggested. */
export interface SuggestedRecords<R extends Stored> {
  readonly collection: Collection<R>;
  readonly filter: Filter<R>;
  /** The field with the name. */
  readonly titled: string;
  /** The order of the word index for equal keys. Undefined for terms, which are few. */
  readonly order?: Readonly<Record<string, 1>>;
}

/** The possible keys of each word. A matching name has one key for each word. */
type Words = readonly (readonly KeyValue[])[];

/** Most records to read. Many may have the same title. */
const MOST_LOOKED_AT = 400;
/** Most records to count for a word, to find the rarest one. */
const MOST_COUNTED = 2000;
/** Batch size of reads, as the needed number is unknown. */
const BATCH = 50;

/**
 * Finds names with all words, by the word index. With several words the result is in the order of the content type, else in that of the
 * index.
 */
export async function* suggestedNames<R extends Stored>(suggested: SuggestedRecords<R>, words: Words): AsyncGenerator<SuggestedName> {
  const { collection, filter, titled, order } = suggested;
  const isSorted = order !== undefined && words.length > 1;
  const [first = [], ...others] = isSorted ? await rarestFirst(suggested, words) : words;
  const named = { $and: [filter, havingKey(first), ...others.map(havingKeyUnindexed)] } as Filter<R>;
  const projection = Object.fromEntries(['language', 'slug', titled].map((field) => [field, 1]));
  const found = collection.find(named, { projection, batchSize: BATCH, hint: WORDS_INDEX }).limit(MOST_LOOKED_AT);
  for await (const record of isSorted ? found.sort(order as Sort) : found) {
    const { _id: id, language, slug } = record;
    yield { id, language, slug, name: String(fieldAt(record, titled)) };
  }
}

/** Sorts words by the number of their records, the rarest first. */
async function rarestFirst<R extends Stored>({ collection, filter }: SuggestedRecords<R>, words: Words): Promise<Words> {
  const counted = words.map(async (keys) => {
    const having = { $and: [filter, havingKey(keys)] } as Filter<R>;
    return { keys, count: await collection.countDocuments(having, { hint: WORDS_INDEX, limit: MOST_COUNTED }) };
  });
  return (await Promise.all(counted)).sort((one, other) => one.count - other.count).map(({ keys }) => keys);
}
