import { Binary, type Document, Long } from 'bson';
import { compileFilter, refuse } from '../../query';
import type { Scope } from '../storage/database';

/** The command `create`. */
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

/** The command `listCollections`. */
export const listCollections = (scope: Scope): Buffer => {
  const { filter, nameOnly } = scope.command.body;
  const { matches } = compileFilter((filter ?? {}) as Document);
  const collections = scope.catalog
    .all()
    .filter(({ db }) => db === scope.db)
    .map(({ name, uuid }) => ({
      name,
      type: 'collection',
      ...(!nameOnly && {
        options: {},
        info: { readOnly: false, uuid: new Binary(uuid, 4) },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      }),
    }))
    .filter(matches);
  return scope.cursors.list(`${scope.db}.$cmd.listCollections`, collections);
};

/** The command `drop`. */
export const drop = (scope: Scope): Promise<Document> => {
  const namespace = scope.namespaceOf(scope.command.body['drop']);
  return scope.commit((view) => {
    const collection = scope.catalog.find(namespace);
    if (!collection) throw refuse.namespaceNotFound(namespace);
    scope.catalog.remove(view, collection);
    view.note({ operation: 'drop', namespace });
    return { nIndexesWas: collection.indexes.length, ns: namespace, ok: 1 };
  });
};

/** The command `dropDatabase`. */
export const dropDatabase = (scope: Scope): Promise<Document> =>
  scope.commit((view) => {
    const collections = scope.catalog.all().filter(({ db }) => db === scope.db);
    for (const collection of collections) {
      scope.catalog.remove(view, collection);
      view.note({ operation: 'drop', namespace: collection.namespace });
    }
    if (collections.length > 0) view.note({ operation: 'dropDatabase', namespace: scope.db });
    return { dropped: scope.db, ok: 1 };
  });

/** The command `getMore`. */
export const getMore = (scope: Scope): Buffer | Promise<Buffer | Document> => {
  const { getMore, batchSize, maxTimeMS } = scope.command.body;
  const id = BigInt(String(getMore));
  const [most, milliseconds] = [batchSize, maxTimeMS].map((value) => (value === undefined ? undefined : Number(value)));
  return scope.watching.more(id, most, milliseconds) ?? scope.run(scope.cursors.more(id, most));
};

/** The command `killCursors`. */
export const killCursors = (scope: Scope): Document => {
  const ids = (scope.command.body['cursors'] as unknown[]).map((id) => BigInt(String(id)));
  const watching = ids.filter((id) => scope.watching.kill(id));
  const { killed: read, unknown } = scope.cursors.kill(ids.filter((id) => !watching.includes(id)));
  const killed = [...watching, ...read];
  const longs = (some: readonly bigint[]) => some.map((id) => Long.fromBigInt(id));
  return { cursorsKilled: longs(killed), cursorsNotFound: longs(unknown), cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};
