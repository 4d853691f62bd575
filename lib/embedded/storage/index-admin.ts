import type { Document } from 'bson';
import { compileFilter, isDocument, refuse, successor } from '../../query';
import type { Write } from '../writes/commit';
import type { Collection, Index, IndexDescription } from './collection';
import type { Scope } from './database';
import { fillIndexes } from './index-build';
import type { KeyPattern } from './index-keys';
import type { KeyView } from './store';

const INDEX_OPTIONS = new Set(['key', 'name', 'unique', 'partialFilterExpression', 'v']);
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

const describeIndex = (sent: Document): IndexDescription => {
  const option = Object.keys(sent).find((name) => !INDEX_OPTIONS.has(name));
  if (option) throw refuse.notSupported(`The index option ${option}`);
  const key = toPattern(sent['key']);
  const { name, unique, partialFilterExpression: source } = sent;
  if (source !== undefined) checkPartial(source as Document);
  return {
    key,
    name: typeof name === 'string' ? name : Object.entries(key).flat().join('_'),
    unique: Boolean(unique),
    ...(source !== undefined && { partial: { source: source as Document, filter: compileFilter(source as Document) } }),
  };
};

const sameOptions = (one: IndexDescription, other: IndexDescription): boolean =>
  one.unique === other.unique && JSON.stringify(one.partial?.source) === JSON.stringify(other.partial?.source);

/** The existing index with this definition. Throws IndexOptionsConflict or IndexKeySpecsConflict for a contradiction. */
const existing = (collection: Collection, requested: IndexDescription): Index | undefined => {
  const pattern = JSON.stringify(requested.key);
  const named = collection.indexes.find(({ name }) => name === requested.name);
  const alike = collection.indexes.find(
    (index) => JSON.stringify(index.key) === pattern && JSON.stringify(index.partial?.source) === JSON.stringify(requested.partial?.source),
  );
  if (alike?.primary) return alike;
  if (named && (JSON.stringify(named.key) !== pattern || !sameOptions(named, requested))) {
    throw refuse.indexKeyConflict(`An existing index has the same name as the requested index. Requested index: ${requested.name}`);
  }
  if (alike && alike.name !== requested.name)
    throw refuse.indexOptionsConflict(`Index already exists with a different name: ${alike.name}`);
  return named;
};

const isEmpty = (view: KeyView, { id }: Collection): boolean => {
  for (const _ of view.keys(id, successor(id))) return false;
  return true;
};

/** Builds indexes while nobody else writes. */
const build = async (scope: Scope, write: Write, namespace: string, requested: readonly IndexDescription[]) => {
  const { catalog, command, db, deadline, store, turns } = scope;
  const begun = await write((view) => {
    const current = catalog.find(namespace);
    const collection = current ?? catalog.create(view, db, String(command.body['createIndexes']));
    const before = collection.indexes.length;
    const indexes = catalog.newIndexes(
      view,
      requested.filter((description) => !existing(collection, description)),
    );
    const isFilled = isEmpty(view, collection);
    if (isFilled && indexes.length > 0) catalog.addIndexes(view, collection, indexes);
    return { collection, indexes, before, isNew: !current, isFilled };
  });
  const { collection, indexes } = begun;
  if (begun.isFilled || indexes.length === 0) return begun;
  await fillIndexes({ store, turns, write, deadline }, collection, indexes);
  await write((view) => catalog.addIndexes(view, collection, indexes));
  return begun;
};

/** The command `createIndexes`: it builds all indexes or none. Reads go on meanwhile; writes wait. */
export const createIndexes = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const namespace = scope.namespaceOf(body['createIndexes']);
  if (!Array.isArray(body['indexes']) || body['indexes'].length === 0) throw refuse.badValue('Must specify at least one index to create');
  const requested = [...new Map(body['indexes'].map(describeIndex).map((one) => [one.name, one])).values()];
  const answer = (before: number, after: number, { isNew }: { readonly isNew: boolean }): Document => {
    const note = after === before ? { note: 'all indexes already exist' } : {};
    return { numIndexesBefore: before, numIndexesAfter: after, createdCollectionAutomatically: isNew, ...note, ok: 1 };
  };
  const current = scope.catalog.find(namespace);
  const areThere = current && requested.every((one) => current.indexes.some((index) => index === existing(current, one)));
  if (areThere) return answer(current.indexes.length, current.indexes.length, { isNew: false });
  const { before, indexes, isNew } = await scope.commit.alone((write) => build(scope, write, namespace, requested));
  return answer(before, before + indexes.length, { isNew });
};

const indexesNamed = (collection: Collection, requested: unknown): Index[] => {
  if (requested === '*') return collection.indexes.filter(({ primary }) => !primary);
  const pattern = JSON.stringify(requested);
  return (Array.isArray(requested) ? requested : [requested]).map((one) => {
    const index = collection.indexes.find(({ name, key }) => name === one || (isDocument(requested) && JSON.stringify(key) === pattern));
    if (!index) throw refuse.indexNotFound(typeof one === 'string' ? one : pattern);
    if (index.primary) throw refuse.invalidOptions('cannot drop _id index');
    return index;
  });
};

/** The command `dropIndexes`. */
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

/** The command `listIndexes`. */
export const listIndexes = (scope: Scope): Buffer => {
  const namespace = scope.namespaceOf(scope.command.body['listIndexes']);
  const collection = scope.catalog.find(namespace);
  if (!collection) throw refuse.namespaceNotFound(namespace);
  const indexes = collection.indexes.map(({ key, name, unique, partial, primary }) => ({
    v: 2,
    key,
    name,
    ...(unique && !primary && { unique }),
    ...(partial && { partialFilterExpression: partial.source }),
  }));
  return scope.cursors.list(namespace, indexes);
};
