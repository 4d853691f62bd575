import { Binary, type Document, Long } from 'bson';
import type { Collection, Index } from './catalog';
import type { Scope } from './database';
import { duplicate, keysIn, storedKey, type Writer } from './documents';
import { compileFilter } from './filter';
import type { KeyPattern } from './index-keys';
import { isDocument, successor } from './key';
import { decode, encode } from './raw';
import { refuse } from './refusal';

const listed = (scope: Scope, namespace: string, documents: readonly Document[]): Buffer =>
  scope.cursors.open({ namespace, documents: documents.map(encode)[Symbol.iterator](), close: () => {} }, Number.MAX_SAFE_INTEGER);

/** `create` */
export const create = (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  for (const option of ['capped', 'viewOn', 'timeseries', 'validator', 'clusteredIndex', 'changeStreamPreAndPostImages']) {
    if (body[option]) throw refuse.notSupported(`create with ${option}`);
  }
  const namespace = scope.namespaceOf(body['create']);
  return scope.commit((view) => {
    if (scope.catalog.find(namespace)) throw refuse.namespaceExists(namespace);
    scope.catalog.create(view, scope.db, String(body['create']));
    return { ok: 1 };
  });
};

const INDEX_OPTIONS = new Set(['key', 'name', 'unique', 'sparse', 'partialFilterExpression', 'v', 'background', 'ns', 'hidden']);
const PARTIAL_OPERATORS = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$exists', '$and']);

const checkPartial = (source: Document): void => {
  for (const [name, operand] of Object.entries(source)) {
    if (name.startsWith('$') && !PARTIAL_OPERATORS.has(name)) throw refuse.notSupported(`${name} in a partialFilterExpression`);
    if (name === '$exists' && operand !== true) throw refuse.cannotCreateIndex('Expression not supported in partial index: $not');
    if (name === '$and') for (const one of operand as Document[]) checkPartial(one);
    else if (isDocument(operand)) checkPartial(operand);
  }
};

const toPattern = (sent: unknown): KeyPattern => {
  const entries = isDocument(sent) ? Object.entries(sent) : [];
  if (entries.length === 0) throw refuse.cannotCreateIndex('Index keys cannot be an empty object');
  return Object.fromEntries(
    entries.map(([path, direction]) => {
      if (typeof direction === 'string') throw refuse.notSupported(`An index of the kind '${direction}'`);
      if (path.includes('$')) throw refuse.notSupported(`An index on '${path}'`);
      if (!Number(direction)) throw refuse.cannotCreateIndex(`Values in v:2 index key pattern cannot be of type ${typeof direction}.`);
      return [path, Number(direction) < 0 ? -1 : 1] as const;
    }),
  );
};

type Description = Omit<Index, 'id' | 'arrays' | 'primary'>;

const describeIndex = (sent: Document): Description => {
  const option = Object.keys(sent).find((name) => !INDEX_OPTIONS.has(name));
  if (option) throw refuse.notSupported(`The index option ${option}`);
  const key = toPattern(sent['key']);
  const { name, unique, sparse, partialFilterExpression: source } = sent;
  if (source !== undefined) checkPartial(source as Document);
  return {
    key,
    name: typeof name === 'string' ? name : Object.entries(key).flat().join('_'),
    unique: Boolean(unique),
    sparse: Boolean(sparse),
    ...(source !== undefined && { partial: { source: source as Document, filter: compileFilter(source as Document) } }),
  };
};

const sameOptions = (one: Description, other: Description): boolean =>
  one.unique === other.unique && one.sparse === other.sparse && JSON.stringify(one.partial?.source) === JSON.stringify(other.partial?.source);

/** The index that is there already under this description. Throws IndexOptionsConflict or IndexKeySpecsConflict where it contradicts one. */
const existing = (collection: Collection, wanted: Description): Index | undefined => {
  const pattern = JSON.stringify(wanted.key);
  const named = collection.indexes.find(({ name }) => name === wanted.name);
  const alike = collection.indexes.find((index) => JSON.stringify(index.key) === pattern && JSON.stringify(index.partial?.source) === JSON.stringify(wanted.partial?.source));
  if (alike?.primary) return alike;
  if (named && (JSON.stringify(named.key) !== pattern || !sameOptions(named, wanted))) {
    throw refuse.indexKeyConflict(`An existing index has the same name as the requested index. Requested index: ${wanted.name}`);
  }
  if (alike && alike.name !== wanted.name) throw refuse.indexOptionsConflict(`Index already exists with a different name: ${alike.name}`);
  return named;
};

/** Fills a new index from the documents there are. Throws DuplicateKey before anything is written. */
const build = ({ view }: Writer, collection: Collection, index: Index): void => {
  const entries = new Map<string, { key: Buffer; id: Buffer }>();
  for (const { key: documentKey, value } of view.range(collection.id, successor(collection.id))) {
    const id = documentKey.subarray(4);
    const { keys, arrays } = keysIn(index, decode(value));
    for (const path of arrays) index.arrays.add(path);
    for (const { key, values } of keys) {
      const stored = storedKey(collection, index, key, id);
      const text = stored.toString('latin1');
      if (entries.has(text)) throw duplicate(collection, index, values);
      entries.set(text, { key: stored, id });
    }
  }
  for (const { key, id } of entries.values()) view.put(key, id);
};

/** `createIndexes` */
export const createIndexes = (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const namespace = scope.namespaceOf(body['createIndexes']);
  if (!Array.isArray(body['indexes']) || body['indexes'].length === 0) throw refuse.badValue('Must specify at least one index to create');
  const wanted = body['indexes'].map(describeIndex);
  return scope.commit((view) => {
    const { catalog } = scope;
    const known = catalog.find(namespace);
    const collection = known ?? catalog.create(view, scope.db, String(body['createIndexes']));
    const before = collection.indexes.length;
    for (const description of wanted) {
      if (existing(collection, description)) continue;
      const index = catalog.addIndex(view, collection, description);
      try {
        build({ view, grown: () => {} }, collection, index);
      } catch (error) {
        catalog.removeIndex(view, collection, index);
        throw error;
      }
      catalog.save(view, collection);
    }
    const after = collection.indexes.length;
    const note = after === before ? { note: 'all indexes already exist' } : {};
    return { numIndexesBefore: before, numIndexesAfter: after, createdCollectionAutomatically: !known, ...note, ok: 1 };
  });
};

const indexesNamed = (collection: Collection, wanted: unknown): Index[] => {
  if (wanted === '*') return collection.indexes.filter(({ primary }) => !primary);
  const pattern = JSON.stringify(wanted);
  return (Array.isArray(wanted) ? wanted : [wanted]).map((one) => {
    const index = collection.indexes.find(({ name, key }) => name === one || (isDocument(wanted) && JSON.stringify(key) === pattern));
    if (!index) throw refuse.indexNotFound(typeof one === 'string' ? one : pattern);
    if (index.primary) throw refuse.invalidOptions('cannot drop _id index');
    return index;
  });
};

/** `dropIndexes` */
export const dropIndexes = (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const namespace = scope.namespaceOf(body['dropIndexes']);
  return scope.commit((view) => {
    const collection = scope.catalog.find(namespace);
    if (!collection) throw refuse.namespaceNotFound(namespace);
    const nIndexesWas = collection.indexes.length;
    for (const index of indexesNamed(collection, body['index'])) scope.catalog.removeIndex(view, collection, index);
    return { nIndexesWas, ok: 1 };
  });
};

/** `listIndexes` */
export const listIndexes = (scope: Scope): Buffer => {
  const namespace = scope.namespaceOf(scope.command.body['listIndexes']);
  const collection = scope.catalog.find(namespace);
  if (!collection) throw refuse.namespaceNotFound(namespace);
  const indexes = collection.indexes.map(({ key, name, unique, sparse, partial, primary }) => ({
    v: 2,
    key,
    name,
    ...(unique && !primary && { unique }),
    ...(sparse && { sparse }),
    ...(partial && { partialFilterExpression: partial.source }),
  }));
  return listed(scope, namespace, indexes);
};

/** `listCollections` */
export const listCollections = (scope: Scope): Buffer => {
  const { filter, nameOnly } = scope.command.body;
  const { matches } = compileFilter((filter ?? {}) as Document);
  const collections = scope.catalog
    .all()
    .filter(({ db }) => db === scope.db)
    .map(({ name, uuid }) => ({
      name,
      type: 'collection',
      ...(!nameOnly && { options: {}, info: { readOnly: false, uuid: new Binary(uuid, 4) }, idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } }),
    }))
    .filter(matches);
  return listed(scope, `${scope.db}.$cmd.listCollections`, collections);
};

/** `listDatabases` */
export const listDatabases = (scope: Scope): Document => {
  const { filter, nameOnly } = scope.command.body;
  const { matches } = compileFilter((filter ?? {}) as Document);
  const databases = [...new Set(scope.catalog.all().map(({ db }) => db))]
    .map((name) => ({ name, ...(!nameOnly && { sizeOnDisk: scope.store.size(), empty: false }) }))
    .filter(matches);
  return { databases, ...(!nameOnly && { totalSize: scope.store.size(), totalSizeMb: Math.ceil(scope.store.size() / 2 ** 20) }), ok: 1 };
};

/** `drop` */
export const drop = (scope: Scope): Promise<Document> => {
  const namespace = scope.namespaceOf(scope.command.body['drop']);
  return scope.commit((view) => {
    const collection = scope.catalog.find(namespace);
    if (!collection) throw refuse.namespaceNotFound(namespace);
    scope.catalog.remove(view, collection);
    return { nIndexesWas: collection.indexes.length, ns: namespace, ok: 1 };
  });
};

/** `dropDatabase` */
export const dropDatabase = (scope: Scope): Promise<Document> =>
  scope.commit((view) => {
    for (const collection of scope.catalog.all()) if (collection.db === scope.db) scope.catalog.remove(view, collection);
    return { dropped: scope.db, ok: 1 };
  });

/** `collStats` */
export const collStats = (scope: Scope): Document => {
  const namespace = scope.namespaceOf(scope.command.body['collStats']);
  const { view, collection, release } = scope.read(namespace);
  const count = collection ? view.count(collection.id, successor(collection.id)) : 0;
  release();
  return { ns: namespace, count, nindexes: collection?.indexes.length ?? 0, capped: false, ok: 1 };
};

/** `dbStats` */
export const dbStats = (scope: Scope): Document => {
  const own = scope.catalog.all().filter(({ db }) => db === scope.db);
  const snapshot = scope.store.snapshot();
  const objects = own.reduce((sum, { id }) => sum + snapshot.count(id, successor(id)), 0);
  snapshot.release();
  return { db: scope.db, collections: own.length, views: 0, objects, indexes: own.flatMap(({ indexes }) => indexes).length, storageSize: scope.store.size(), ok: 1 };
};

/** `getMore` */
export const getMore = (scope: Scope): Buffer => {
  const { getMore: id, batchSize } = scope.command.body;
  return scope.cursors.more(BigInt(String(id)), batchSize === undefined ? undefined : Number(batchSize));
};

/** `killCursors` */
export const killCursors = (scope: Scope): Document => {
  const ids = (scope.command.body['cursors'] as unknown[]).map((id) => BigInt(String(id)));
  const { killed, unknown } = scope.cursors.kill(ids);
  const longs = (some: readonly bigint[]) => some.map((id) => Long.fromBigInt(id));
  return { cursorsKilled: longs(killed), cursorsNotFound: longs(unknown), cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};
