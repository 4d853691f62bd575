import type { Collection, Db, IndexDescription, IndexDirection } from 'mongodb';
import { WORDS_FIELD, WORDS_INDEX } from '../records/record';
import { ANSWER_MILLISECONDS } from './driver';

type Keys = Readonly<Record<string, IndexDirection>>;

/** Index descriptions by the name of their collection. */
export type Indexes = Readonly<Record<string, readonly IndexDescription[]>>;

export type NamedIndex = IndexDescription & { readonly name: string };

export const index = (name: string, key: Keys, more: Omit<IndexDescription, 'key' | 'name'> = {}): NamedIndex => ({
  name,
  key: { ...key },
  ...more,
});

/**
 * The maximum time for one read of a list, in ms. Then the service responds 503 `rest_overloaded`. The driver waits a little longer for a
 * reply, and would then send the command again.
 */
const READ_MILLISECONDS = ANSWER_MILLISECONDS - 500;

/** Returns the options for reading a list: time limit and index. Without a name the server chooses the index. */
export const byIndex = (name: string | undefined) => ({ maxTimeMS: READ_MILLISECONDS, ...(name !== undefined && { hint: name }) });

/** The unique index of slugs. It omits records that were never published and have no slug. */
const SLUG = index('slug', { language: 1, slug: 1 }, { unique: true, partialFilterExpression: { slug: { $gt: '' } } });
/** The unique index of fixtures, so that several processes store each fixture once per language. */
const FIXTURE = index('fixture', { source: 1, language: 1 }, { unique: true, partialFilterExpression: { source: { $exists: true } } });

/** The index of the default order of post-like types: newest publication first. */
export const NEWEST = index('newest', { language: 1, status: 1, date: -1, _id: -1, author: 1, used: 1, until: 1 });
const NAME = index('name', { language: 1, 'keys.name': 1, _id: 1 });

/** The index of records with a scheduled publication. There are always few. */
export const DUE = index('due', { status: 1, dateUtc: 1 }, { partialFilterExpression: { status: 'future' } });

/** The indexes of each post-like type. A type may add others. */
export const POST_INDEXES: readonly IndexDescription[] = [SLUG, FIXTURE, NEWEST, NAME, DUE];

/** Makes an index for an order of terms. It contains the filtered fields, so the server reads no record only to omit it. */
const termOrder = (name: string, keys: Keys): NamedIndex =>
  index(name, { language: 1, ...keys, used: 1, ...(!Object.hasOwn(keys, 'parent') && { parent: 1 }) });

/** The index of the default order of terms, by name. */
export const TERM_NAME = termOrder('name', { 'keys.name': 1, _id: 1 });

/** Makes both indexes of a field with many equal values. IDs ascend in both directions, so each direction has its own. */
const bothWays = (name: string, field: string): IndexDescription[] => [
  termOrder(name, { [field]: 1, _id: 1 }),
  termOrder(`${name}Down`, { [field]: -1, _id: 1 }),
];

/** The index of proposed terms, hidden until a public record links to them. There are always few. */
export const PROPOSED = index('proposed', { proposedBy: 1 }, { partialFilterExpression: { proposedBy: { $exists: true } } });

/** The indexes of each term-like type, one for each order of its lists. */
export const TERM_INDEXES: readonly IndexDescription[] = [
  SLUG,
  FIXTURE,
  TERM_NAME,
  termOrder('bySlug', { slug: 1, _id: 1 }),
  termOrder('order', { _id: 1 }),
  ...bothWays('count', 'count'),
  ...bothWays('description', 'keys.description'),
  ...bothWays('parent', 'parent'),
  index('children', { parent: 1, language: 1, 'keys.name': 1, _id: 1, used: 1 }),
  index(WORDS_INDEX, { language: 1, [WORDS_FIELD]: 1 }),
  PROPOSED,
];

export const KEYS_COLLECTION = 'idempotency_keys';

export const FORMER_SLUGS_COLLECTION = 'former_slugs';

/** The collections whose data no response contains. */
export const UNREPORTED_COLLECTIONS: readonly string[] = ['counters', KEYS_COLLECTION, FORMER_SLUGS_COLLECTION];

/** The indexes of collections that belong to no content type, by collection. */
export const COMMON_INDEXES: Indexes = {
  users: [index('login', { login: 1 }, { unique: true })],
  media: [index('url', { url: 1 }, { unique: true })],
  counters: [],
  [FORMER_SLUGS_COLLECTION]: [index('record', { plural: 1, id: 1 })],
  [KEYS_COLLECTION]: [index('user', { user: 1, expires: 1, bytes: 1 }), index('expires', { expires: 1 })],
};

/** Selects the indexes that writes need: the unique ones, and all of collections without a content type. */
export const indexesForWriting = (indexes: Indexes, plurals: readonly string[]): Indexes =>
  Object.fromEntries(
    Object.entries(indexes).map(([collection, all]) => [
      collection,
      plurals.includes(collection) ? all.filter(({ unique }) => unique) : all,
    ]),
  );

/** Builds missing indexes, and rebuilds those that an older version defined differently. Reads and writes continue during it. */
export async function ensureIndexes(db: Db, indexes: Indexes): Promise<void> {
  for (const [collection, descriptions] of Object.entries(indexes)) {
    // Older servers cannot create a collection inside a transaction.
    if (descriptions.length === 0) await db.createCollection(collection).catch(ignore(COLLECTION_EXISTS));
    else await makeIndexes(db.collection(collection), descriptions);
  }
}

/** Builds the indexes of one collection. Usually all exist already, and one command shows this. */
async function makeIndexes(collection: Collection, descriptions: readonly IndexDescription[]): Promise<void> {
  try {
    await collection.createIndexes([...descriptions]);
  } catch (error) {
    if (!DESCRIBED_OTHERWISE.includes(codeOf(error))) throw error;
    for (const old of await collection.indexes()) {
      const now = descriptions.find(({ name }) => name === old['name']);
      if (now && meaningOf(now) !== meaningOf(old)) await collection.dropIndex(String(old['name'])).catch(ignore(INDEX_NOT_FOUND));
    }
    await collection.createIndexes([...descriptions]);
  }
}

/** Finds the indexes that are missing or defined differently, by collection. */
export async function lackingIndexes(db: Db, indexes: Indexes): Promise<Indexes> {
  const names = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  const found: [string, readonly IndexDescription[]][] = [];
  for (const [collection, descriptions] of Object.entries(indexes)) {
    const existing = names.has(collection) ? await db.collection(collection).indexes() : [];
    const isThere = (one: IndexDescription) => existing.some((old) => old['name'] === one.name && meaningOf(old) === meaningOf(one));
    const lacking = descriptions.filter((one) => !isThere(one));
    if (lacking.length > 0) found.push([collection, lacking]);
  }
  return Object.fromEntries(found);
}

const meaningOf = ({ key, unique = false, partialFilterExpression = {} }: Partial<IndexDescription>): string =>
  JSON.stringify([key, unique, partialFilterExpression]);

/** The error codes of MongoDB. */
const INDEX_NOT_FOUND = 27;
const COLLECTION_EXISTS = 48;
const DESCRIBED_OTHERWISE: readonly unknown[] = [85, 86];

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** Makes a handler that ignores one error code. Two starting processes may create the same collections and drop the same indexes. */
const ignore = (code: number) => (error: unknown) => {
  if (codeOf(error) !== code) throw error;
};
