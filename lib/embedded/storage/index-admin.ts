import type { Document } from 'bson';
import { compileFilter, isDocument, refuse, successor } from '../../query';
import { answerList } from '../protocol/cursor';
import { commit, commitAlone, type Write } from '../writes/commit';
import {
  addIndexes,
  type Collection,
  createCollection,
  type Index,
  type IndexDescription,
  type KeyPattern,
  newIndexes,
  removeIndex,
} from './catalog';
import { namespaceOf, type Scope } from './database';
import { fillIndexes } from './index-build';

const INDEX_OPTIONS = new Set(['key', 'name', 'unique', 'partialFilterExpression', 'v']);
/** The JSON pattern of operators that a `partialFilterExpression` must not have. */
const NOT_IN_PARTIAL = /"\$(?!(?:eq|gte?|lte?|in|and)"|exists":true)/;

const toPattern = (sent: unknown): KeyPattern => {
  const entries = isDocument(sent) ? Object.entries(sent) : [];
  if (entries.length === 0) throw refuse.cannotCreateIndex('Index keys cannot be an empty object');
  const fields = entries.map(([path, direction]) => {
    if (!Number(direction) || path.includes('$')) throw refuse.notSupported(`An index of '${path}' as '${direction}'`);
    return [path, Number(direction) < 0 ? -1 : 1] as const;
  });
  return Object.fromEntries(fields);
};

const describeIndex = (sent: Document): IndexDescription => {
  const option = Object.keys(sent).find((name) => !INDEX_OPTIONS.has(name));
  if (option) throw refuse.notSupported(`The index option ${option}`);
  const key = toPattern(sent['key']);
  const { name, unique, partialFilterExpression: source } = sent;
  if (NOT_IN_PARTIAL.test(JSON.stringify(source))) throw refuse.notSupported(`The partialFilterExpression ${JSON.stringify(source)}`);
  return {
    key,
    name: typeof name === 'string' ? name : Object.entries(key).flat().join('_'),
    unique: Boolean(unique),
    ...(source !== undefined && { partial: { source, filter: compileFilter(source) } }),
  };
};

/** Finds the index with a definition. Throws IndexOptionsConflict or IndexKeySpecsConflict for a similar index that contradicts. */
const existing = ({ indexes }: Collection, requested: IndexDescription): Index | undefined => {
  const meaningOf = ({ key, partial }: IndexDescription) => JSON.stringify([key, partial?.source]);
  const named = indexes.find(({ name }) => name === requested.name);
  const alike = indexes.find((index) => meaningOf(index) === meaningOf(requested));
  if (alike?.primary) return alike;
  if (named && (named !== alike || named.unique !== requested.unique)) throw refuse.indexKeyConflict(requested.name);
  if (alike && !named) throw refuse.indexOptionsConflict(alike.name);
  return named;
};

/** Builds indexes. No other write may run. */
const build = async (scope: Scope, write: Write, namespace: string, requested: readonly IndexDescription[]) => {
  const { catalog, command, db } = scope;
  const begun = await write((view) => {
    const current = catalog.collections.get(namespace);
    const collection = current ?? createCollection(catalog, view, db, String(command.body['createIndexes']));
    const before = collection.indexes.length;
    const missing = requested.filter((description) => !existing(collection, description));
    const indexes = newIndexes(catalog, view, missing);
    const isEmpty = view.count(collection.id, successor(collection.id)) === 0;
    if (isEmpty) addIndexes(catalog, view, collection, indexes);
    return { collection, indexes, before, isNew: !current, isEmpty };
  });
  const { collection, indexes, isEmpty } = begun;
  if (!isEmpty && indexes.length > 0) {
    await fillIndexes(scope, write, collection, indexes);
    await write((view) => addIndexes(catalog, view, collection, indexes));
  }
  return begun;
};

/** Runs the command `createIndexes`: builds all indexes or none. Reads continue during the build; writes wait. */
export const createIndexes = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const namespace = namespaceOf(scope, body['createIndexes']);
  if (!Array.isArray(body['indexes']) || body['indexes'].length === 0) throw refuse.badValue('Must specify at least one index to create');
  const requested = [...new Map(body['indexes'].map(describeIndex).map((one) => [one.name, one])).values()];
  const current = scope.catalog.collections.get(namespace);
  if (current && requested.every((one) => existing(current, one))) {
    const { length } = current.indexes;
    return { numIndexesBefore: length, numIndexesAfter: length, note: 'all indexes already exist', ok: 1 };
  }
  const { before, indexes, isNew } = await commitAlone(scope.queue, (write) => build(scope, write, namespace, requested));
  const numIndexesAfter = before + indexes.length;
  return { numIndexesBefore: before, numIndexesAfter, createdCollectionAutomatically: isNew, ok: 1 };
};

const indexNamed = ({ indexes }: Collection, requested: unknown): Index => {
  if (typeof requested !== 'string') throw refuse.notSupported('dropIndexes by anything but a name');
  const index = indexes.find(({ name }) => name === requested);
  if (!index) throw refuse.indexNotFound(requested);
  if (index.primary) throw refuse.invalidOptions('cannot drop _id index');
  return index;
};

/** Runs the command `dropIndexes` with the name of an index, or `*` for all. */
export const dropIndexes = (scope: Scope): Promise<Document> => {
  const { command, catalog, queue } = scope;
  const namespace = namespaceOf(scope, command.body['dropIndexes']);
  return commit(queue, (view) => {
    const collection = catalog.collections.get(namespace);
    if (!collection) throw refuse.namespaceNotFound(namespace);
    const requested: unknown = command.body['index'];
    const indexes = requested === '*' ? collection.indexes.filter(({ primary }) => !primary) : [indexNamed(collection, requested)];
    const nIndexesWas = collection.indexes.length;
    for (const index of indexes) removeIndex(catalog, view, collection, index);
    return { nIndexesWas, ok: 1 };
  });
};

export const listIndexes = (scope: Scope): Buffer => {
  const namespace = namespaceOf(scope, scope.command.body['listIndexes']);
  const collection = scope.catalog.collections.get(namespace);
  if (!collection) throw refuse.namespaceNotFound(namespace);
  const indexes = collection.indexes.map(({ key, name, unique, partial, primary }) => ({
    v: 2,
    key,
    name,
    ...(unique && !primary && { unique }),
    ...(partial && { partialFilterExpression: partial.source }),
  }));
  return answerList(namespace, indexes);
};
