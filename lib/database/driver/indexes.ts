import type { Collection, Db, IndexDescription, IndexDirection } from 'mongodb';
import { WORDS_FIELD, WORDS_INDEX } from '../records/link-keys';
import { FORMER_SLUGS_COLLECTION, KEYS_COLLECTION } from './service-collections';

type Keys = Readonly<Record<string, IndexDirection>>;

/** An index that queries can ask for by its name. */
export type NamedIndex = IndexDescription & { readonly name: string };

/** Describes an index by its name and keys. */
export const index = (name: string, key: Keys, more: Omit<IndexDescription, 'key' | 'name'> = {}): NamedIndex => ({
  name,
  key: { ...key },
  ...more,
});

/** The time in which the database answers one read of a list at most, in ms. Then it is refused with 503 `rest_overloaded`. */
const READ_MILLISECONDS = 10_000;

/** The options of a read of a list: its limit of time, and the name of its index. Without a name the server chooses one. */
export const byIndex = (name: string | undefined) => ({ maxTimeMS: READ_MILLISECONDS, ...(name !== undefined && { hint: name }) });

/** Indexes of every kind with slugs; what was never published has none, and none is not unique. */
const SLUG = index('slug', { language: 1, slug: 1 }, { unique: true, partialFilterExpression: { slug: { $gt: '' } } });
/** A fixture is stored once a language, by however many processes at once. */
const FIXTURE = index('fixture', { source: 1, language: 1 }, { unique: true, partialFilterExpression: { source: { $exists: true } } });

/** What the lists of post-like kinds sort by unless they say otherwise: publication, newest first. */
export const NEWEST = index('newest', { language: 1, status: 1, date: -1, _id: -1, author: 1, used: 1, until: 1 });
export const NAME = index('name', { language: 1, 'keys.name': 1, _id: 1 });

/** Records that wait for their time: few, whatever there is beside them. */
export const DUE = index('due', { status: 1, dateUtc: 1 }, { partialFilterExpression: { status: 'future' } });

/** The indexes of a post-like kind; kinds add their own. */
export const POST_INDEXES: readonly IndexDescription[] = [SLUG, FIXTURE, NEWEST, NAME, DUE];

/** What lists of terms are filtered by: kept in the index, so that no term is read to be left out. */
const TERM_FILTERS: Keys = { used: 1, parent: 1 };
const termOrder = (name: string, keys: Keys): NamedIndex => index(name, { language: 1, ...keys, ...without(TERM_FILTERS, keys) });
const without = (keys: Keys, others: Keys): Keys =>
  Object.fromEntries(Object.entries(keys).filter(([field]) => !Object.hasOwn(others, field)));

/** What lists of terms are sorted by unless they say otherwise. */
export const TERM_NAME = termOrder('name', { 'keys.name': 1, _id: 1 });

/** An order in which many tie: IDs ascend whatever the direction, so each direction has an index. */
const bothWays = (name: string, field: string): IndexDescription[] => [
  termOrder(name, { [field]: 1, _id: 1 }),
  termOrder(`${name}Down`, { [field]: -1, _id: 1 }),
];

/** Terms that are hidden until a public record names them: few, whatever there is beside them. */
export const PROPOSED = index('proposed', { proposedBy: 1 }, { partialFilterExpression: { proposedBy: { $exists: true } } });

/** The indexes of a term-like kind: one for each order of its list. */
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

/** Every index of the service that belongs to no kind, by collection. */
export const COMMON_INDEXES: Readonly<Record<string, readonly IndexDescription[]>> = {
  users: [index('login', { login: 1 }, { unique: true })],
  media: [index('url', { url: 1 }, { unique: true })],
  counters: [],
  [FORMER_SLUGS_COLLECTION]: [index('record', { plural: 1, id: 1 })],
  [KEYS_COLLECTION]: [index('user', { user: 1, expires: 1, bytes: 1 }), index('expires', { expires: 1 })],
};

/** Makes the indexes that are missing, anew those that an older version described otherwise. MongoDB builds them without blocking reads or writes. */
export async function ensureIndexes(db: Db, indexes: Readonly<Record<string, readonly IndexDescription[]>>): Promise<void> {
  for (const [collection, descriptions] of Object.entries(indexes)) {
    // Made beforehand, as the first index does too: on older servers a transaction may not create a collection.
    if (descriptions.length === 0) await db.createCollection(collection).catch(ignore(COLLECTION_EXISTS));
    else await makeIndexes(db.collection(collection), descriptions);
  }
}

/** Mostly all are there already, which a single question tells. */
async function makeIndexes(collection: Collection, descriptions: readonly IndexDescription[]): Promise<void> {
  try {
    await collection.createIndexes([...descriptions]);
  } catch (error) {
    if (!DESCRIBED_OTHERWISE.includes(codeOf(error))) throw error;
    await dropOutdated(collection, descriptions);
    await collection.createIndexes([...descriptions]);
  }
}

/** The indexes that are missing, or described otherwise, by collection. */
export async function lackingIndexes(
  db: Db,
  indexes: Readonly<Record<string, readonly IndexDescription[]>>,
): Promise<Readonly<Record<string, readonly IndexDescription[]>>> {
  const names = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  const found: [string, readonly IndexDescription[]][] = [];
  for (const [collection, descriptions] of Object.entries(indexes)) {
    const known = names.has(collection) ? await db.collection(collection).indexes() : [];
    const isThere = (one: IndexDescription) => known.some((old) => old['name'] === one.name && meaningOf(old) === meaningOf(one));
    const lacking = descriptions.filter((one) => !isThere(one));
    if (lacking.length > 0) found.push([collection, lacking]);
  }
  return Object.fromEntries(found);
}

async function dropOutdated(collection: Collection, descriptions: readonly IndexDescription[]): Promise<void> {
  for (const old of await collection.indexes()) {
    const now = descriptions.find(({ name }) => name === old['name']);
    if (now && meaningOf(now) !== meaningOf(old)) await collection.dropIndex(String(old['name'])).catch(ignore(INDEX_NOT_FOUND));
  }
}

const meaningOf = ({ key, unique = false, partialFilterExpression = {} }: Partial<IndexDescription>): string =>
  JSON.stringify([key, unique, partialFilterExpression]);

/** The codes that MongoDB refuses with. */
const INDEX_NOT_FOUND = 27;
const COLLECTION_EXISTS = 48;
const DESCRIBED_OTHERWISE: readonly unknown[] = [85, 86];

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** Two processes that start at once make the same collections, and drop the same indexes. */
const ignore = (code: number) => (error: unknown) => {
  if (codeOf(error) !== code) throw error;
};
