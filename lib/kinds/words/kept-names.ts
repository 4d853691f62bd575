import type { Collection, Filter } from 'mongodb';
import type { Cache } from '../../cache/cache';
import { contentKey } from '../../records/change-log';
import { byIndex } from '../../records/indexes';
import { WORDS_FIELD } from '../../records/link-keys';
import type { Stored } from '../../records/record';
import { PLACES } from '../word-keys/word-keys';
import { createNameIndex, type Keyed, type NameIndex } from './name-index';

/** Of fewer records than this the names are kept: among more the database finds them. */
export const MOST_NAMES = 2000;
/** Of a collection of so many records not even a language is read, to see how many it has. */
const MOST_RECORDS = 4 * MOST_NAMES;
/** How many are read at a time, so that others have their turn meanwhile. */
const BATCH = 200;
/** Bytes of a record beside its keys, and of one of these. */
const RECORD_BYTES = 400;
const KEY_BYTES = 100;

/** The records whose names are kept. */
interface Named<R extends Stored, T> {
  /** What they are kept under, which says all that decides about them. */
  readonly key: string;
  readonly collection: Collection<R>;
  readonly filter: object;
  readonly hint: string | undefined;
  /** The fields that are read. */
  readonly fields: readonly string[];
  /** What is kept of them, in the order in which it is found. */
  make(records: readonly R[]): Promise<readonly T[]> | readonly T[];
}

/** What is known of the names of some records: without any that they were asked for, or are too many. */
interface Known<T> {
  readonly names?: NameIndex<T>;
  /** Too many to be kept, or too large; or somebody reads them: meanwhile the database tells others. */
  readonly areElsewhere?: true;
}

/** The keys of the words of a record's name, as they are stored. */
export const nameKeys = ({ keys: { words = [] } }: Pick<Stored, 'keys'>): readonly string[] =>
  (words as readonly string[]).filter((key) => key.startsWith(PLACES.title));

/**
 * Some records by the words of their names. Undefined where they are too many or nothing is kept, and when they are asked for the first time since
 * one of the collection was changed: to read all of them takes longer than to ask the database once.
 */
export async function keptNames<R extends Stored, T extends Keyed>(
  cache: Cache,
  { key, collection, filter, hint, fields, make }: Named<R, T>,
): Promise<NameIndex<T> | undefined> {
  const begun = cache.begin();
  if (begun === undefined) return undefined;
  const elsewhere: Known<T> = { areElsewhere: true };
  const known = cache.find<Known<T>>(key);
  const keep = (value: Known<T>, bytes = 0) => cache.keep(key, value, bytes, begun, [contentKey(collection.collectionName)]);
  if (known === undefined) keep({});
  if (known === undefined || known.areElsewhere || known.names) return known?.names;
  keep(elsewhere);
  const read = async () => {
    if ((await collection.estimatedDocumentCount()) >= MOST_RECORDS) return [];
    const projection = Object.fromEntries([...fields, WORDS_FIELD].map((field) => [field, 1]));
    const found = collection.find(filter as Filter<R>, { ...byIndex(hint), projection, batchSize: BATCH, limit: MOST_NAMES });
    return (await found.toArray()) as unknown as readonly R[];
  };
  const made = async () => {
    const records = await read();
    return records.length === 0 || records.length === MOST_NAMES ? undefined : make(records);
  };
  const all = await made().catch((error: unknown) => {
    keep({});
    throw error;
  });
  if (all === undefined) return undefined;
  const names = createNameIndex(all);
  keep(
    { names },
    all.reduce((sum, { keys }) => sum + RECORD_BYTES + KEY_BYTES * keys.length, 0),
  );
  // What takes more than is kept of one thing is not read again and again.
  if (cache.find(key) === undefined) keep(elsewhere);
  return names;
}
