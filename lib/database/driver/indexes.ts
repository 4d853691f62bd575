import type { Collection, Db, IndexDescription, IndexDirection } from 'mongodb';
import { WORDS_FIELD, WORDS_INDEX } from '../records/links';

type Keys = Readonly<Record<string, IndexDirection>>;

/** Indexes by the name of their collection. */
export type Indexes = Readonly<Record<string, readonly IndexDescription[]>>;

/** An index that queries can select by its name. */
export type NamedIndex = IndexDescription & { readonly name: string };

/** Describes an index by its name and keys. */
export const index = (name: string, key: Keys, more: Omit<IndexDescription, 'key' | 'name'> = {}): NamedIndex => ({
  name,
  key: { ...key },
  ...more,
});

/** The longest time for one read of a list, in ms. Then the service answers 503 `rest_overloaded`. */
const READ_MILLISECONDS = 10_000;

/** The options of a read of a list: time limit and index. Without a name the server chooses the index. */
export const byIndex = (name: string | undefined) => ({ maxTimeMS: READ_MILLISECONDS, ...(name !== undefined && { hint: name }) });

/** The unique index of slugs. Records that were never published have no slug and are left out. */
const SLUG = index('slug', { language: 1, slug: 1 }, { unique: true, partialFilterExpression: { slug: { $gt: '' } } });
/** The unique index of fixtures: each is stored once per language, even if several processes create it. */
const FIXTURE = index('fixture', { source: 1, language: 1 }, { unique: true, partialFilterExpression: { source: { $exists: true } } });

/** The default index of lists of post-like types: newest publication first. */
export const NEWEST = index('newest', { language: 1, status: 1, date: -1, _id: -1, author: 1, used: 1, until: 1 });
const NAME = index('name', { language: 1, 'keys.name': 1, _id: 1 });

/** The index of records that wait for their publication. There are always few. */
export const DUE = index('due', { status: 1, dateUtc: 1 }, { partialFilterExpression: { status: 'future' } });

/** The indexes of each post-like type. Types may add their own. */
export const POST_INDEXES: readonly IndexDescription[] = [SLUG, FIXTURE, NEWEST, NAME, DUE];

/** An index of lists of terms. It contains the fields of filters, so that no record is read only to be left out. */
const termOrder = (name: string, keys: Keys): NamedIndex =>
  index(name, { language: 1, ...keys, used: 1, ...(!Object.hasOwn(keys, 'parent') && { parent: 1 }) });

/** The default index of lists of terms. */
export const TERM_NAME = termOrder('name', { 'keys.name': 1, _id: 1 });

/** The indexes of an order with many equal values. IDs ascend in both directions, so each direction has its own index. */
const bothWays = (name: string, field: string): IndexDescription[] => [
  termOrder(name, { [field]: 1, _id: 1 }),
  termOrder(`${name}Down`, { [field]: -1, _id: 1 }),
];

/** The index of terms that are hidden until a public record names them. There are always few. */
export const PROPOSED = index('proposed', { proposedBy: 1 }, { partialFilterExpression: { proposedBy: { $exists: true } } });

/** The indexes of each term-like type, one for each order of its list. */
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

/** The collection of idempotency keys. */
export const KEYS_COLLECTION = 'idempotency_keys';

/** The collection of slugs that records had before they were renamed. */
export const FORMER_SLUGS_COLLECTION = 'former_slugs';

/** The collections that no answer shows. */
export const UNREPORTED_COLLECTIONS: readonly string[] = ['counters', KEYS_COLLECTION, FORMER_SLUGS_COLLECTION];

/** The indexes of collections that belong to no content type, by collection. */
export const COMMON_INDEXES: Indexes = {
  users: [index('login', { login: 1 }, { unique: true })],
  media: [index('url', { url: 1 }, { unique: true })],
  counters: [],
  [FORMER_SLUGS_COLLECTION]: [index('record', { plural: 1, id: 1 })],
  [KEYS_COLLECTION]: [index('user', { user: 1, expires: 1, bytes: 1 }), index('expires', { expires: 1 })],
};

/** Builds missing indexes, and rebuilds those that an older version defined otherwise. Reads and writes go on meanwhile. */
export async function ensureIndexes(db: Db, indexes: Indexes): Promise<void> {
  for (const [collection, descriptions] of Object.entries(indexes)) {
    // Older servers cannot create a collection inside a transaction.
    if (descriptions.length === 0) await db.createCollection(collection).catch(ignore(COLLECTION_EXISTS));
    else await makeIndexes(db.collection(collection), descriptions);
  }
}

/** Builds the indexes of one collection. Usually all exist already, and one command tells this. */
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

/** The indexes that are missing or defined otherwise, by collection. */
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

/** Error codes of MongoDB. */
const INDEX_NOT_FOUND = 27;
const COLLECTION_EXISTS = 48;
const DESCRIBED_OTHERWISE: readonly unknown[] = [85, 86];

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** Ignores an error code: two processes that start at once create the same collections and drop the same indexes. */
const ignore = (code: number) => (error: unknown) => {
  if (codeOf(error) !== code) throw error;
};
