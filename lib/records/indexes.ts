import type { Db, IndexDescription, IndexDirection } from 'mongodb';

type Keys = Readonly<Record<string, IndexDirection>>;
/** Describes an index by its name and keys. */
export const index = (name: string, key: Keys, more: Omit<IndexDescription, 'key' | 'name'> = {}): IndexDescription => ({ name, key: { ...key }, ...more });

/** Indexes of every kind with slugs; an event that was never published has none, and none is not unique. */
const SLUG = index('slug', { language: 1, slug: 1 }, { unique: true, partialFilterExpression: { slug: { $gt: '' } } });
const SOURCE = index('source', { source: 1 }, { partialFilterExpression: { source: { $exists: true } } });

/** What the lists of post-like kinds sort by unless they say otherwise: publication, newest first. */
const NEWEST = index('newest', { language: 1, status: 1, date: -1, _id: -1, author: 1, count: 1 });
const NAME = index('name', { language: 1, 'keys.name': 1, _id: 1 });

/** The indexes of a post-like kind; kinds add their own. */
export const POST_INDEXES: readonly IndexDescription[] = [SLUG, SOURCE, NEWEST, NAME];

/** An order in which many tie: IDs ascend whatever the direction, so each direction has an index. */
const bothWays = (name: string, field: string): IndexDescription[] => [
  index(name, { language: 1, [field]: 1, _id: 1 }),
  index(`${name}Down`, { language: 1, [field]: -1, _id: 1 }),
];

/** The indexes of a term-like kind: one for each order of its list. */
export const TERM_INDEXES: readonly IndexDescription[] = [
  SLUG,
  SOURCE,
  index('name', { language: 1, 'keys.name': 1, _id: 1, count: 1 }),
  index('order', { language: 1, _id: 1, count: 1 }),
  ...bothWays('count', 'count'),
  ...bothWays('description', 'keys.description'),
  ...bothWays('parent', 'parent'),
  index('children', { parent: 1, 'keys.name': 1 }),
];

/** Every index of the service that belongs to no kind, by collection. */
export const COMMON_INDEXES: Readonly<Record<string, readonly IndexDescription[]>> = {
  users: [index('login', { login: 1 }, { unique: true })],
  media: [index('url', { url: 1 }, { unique: true })],
  counters: [],
};

/** Makes the indexes that are missing. MongoDB builds them without blocking reads or writes. */
export async function createIndexes(db: Db, indexes: Readonly<Record<string, readonly IndexDescription[]>>): Promise<void> {
  const names = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  for (const [collection, descriptions] of Object.entries(indexes)) {
    // Made beforehand: on older servers a transaction may not create a collection.
    if (!names.has(collection)) await db.createCollection(collection).catch(ignoreExisting);
    if (descriptions.length > 0) await db.collection(collection).createIndexes([...descriptions]);
  }
}

/** Two processes that start at once make the same collections. */
const ignoreExisting = (error: unknown) => {
  if ((error as { code?: unknown }).code !== 48) throw error;
};
