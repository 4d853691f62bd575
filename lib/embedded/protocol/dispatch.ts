import { type Document, Long } from 'bson';
import { compileFilter, refuse, toRefusal } from '../../query';
import { aggregate, distinct } from '../reads/aggregate';
import { explain } from '../reads/explain';
import { count, find } from '../reads/find';
import { createCollection, removeCollection } from '../storage/catalog';
import { type Command, createScope, type EmbeddedDatabase, namespaceOf, runRead, type Scope } from '../storage/database';
import { createIndexes, dropIndexes, listIndexes } from '../storage/index-admin';
import { commit } from '../writes/commit';
import { abortTransaction, commitTransaction } from '../writes/transaction';
import { findAndModify, insert, refuseOptions, remove, update } from '../writes/write';
import { killStream, moreChanges } from './change-streams';
import { answerList, closeCursor, readMore } from './cursor';
import { answerOnce, endSessions } from './session';

type Handlers = Readonly<Record<string, (scope: Scope) => Buffer | Document | Promise<Buffer | Document>>>;

const READS: Handlers = {
  find,
  count,
  distinct,
  aggregate,
  getMore: (scope) => {
    const { getMore, batchSize, maxTimeMS } = scope.command.body;
    const id = BigInt(String(getMore));
    if (scope.streams.cursors.has(id)) return moreChanges(scope.streams, id, batchSize, maxTimeMS);
    return runRead(scope, readMore(scope.cursors, id, batchSize));
  },
  killCursors: ({ command, streams, cursors }) => {
    const ids = (command.body['cursors'] as unknown[]).map((id) => BigInt(String(id)));
    const killed = ids.filter((id) => killStream(streams, id) || closeCursor(cursors, id));
    const longs = (some: readonly bigint[]) => some.map((id) => Long.fromBigInt(id));
    const unknown = ids.filter((id) => !killed.includes(id));
    return { cursorsKilled: longs(killed), cursorsNotFound: longs(unknown), cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

const WRITES: Handlers = { insert, update, delete: remove, findAndModify };

const ENDS: Handlers = {
  commitTransaction: async ({ transaction }) => {
    if (!transaction) throw refuse.badValue('commitTransaction must be run within a transaction');
    await commitTransaction(transaction);
    return { ok: 1 };
  },
  abortTransaction: ({ transaction }) => {
    if (!transaction) throw refuse.badValue('abortTransaction must be run within a transaction');
    abortTransaction(transaction);
    if (transaction.state !== 'aborted') throw refuse.transactionCommitted(transaction.number);
    return { ok: 1 };
  },
};

const REFUSED_COLLECTIONS = ['capped', 'viewOn', 'timeseries', 'validator', 'clusteredIndex', 'changeStreamPreAndPostImages'];

const hello = (): Document => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  setName: 'embedded',
  hosts: ['localhost:27017'],
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  // The protocol of MongoDB 6.0.
  maxWireVersion: 17,
  ok: 1,
});

const OTHERS: Handlers = {
  create: (scope) => {
    const { command, catalog, queue, db } = scope;
    const { create: name, ...options } = command.body;
    for (const option of REFUSED_COLLECTIONS) if (options[option]) throw refuse.notSupported(`create with ${option}`);
    const namespace = namespaceOf(scope, name);
    return commit(queue, (view) => {
      if (catalog.collections.has(namespace)) throw refuse.namespaceExists(namespace);
      createCollection(catalog, view, db, name);
      return { ok: 1 };
    });
  },
  listCollections: ({ command, catalog, db }) => {
    const { filter = {}, nameOnly } = command.body;
    const collections = [...catalog.collections.values()]
      .filter((one) => one.db === db)
      .map(({ name }) => ({ name, type: 'collection', ...(!nameOnly && { options: {}, info: { readOnly: false } }) }));
    return answerList(`${db}.$cmd.listCollections`, collections.filter(compileFilter(filter).matches));
  },
  drop: (scope) => {
    const { command, catalog, queue } = scope;
    const namespace = namespaceOf(scope, command.body['drop']);
    return commit(queue, (view) => {
      const collection = catalog.collections.get(namespace);
      if (!collection) throw refuse.namespaceNotFound(namespace);
      removeCollection(catalog, view, collection);
      return { nIndexesWas: collection.indexes.length, ns: namespace, ok: 1 };
    });
  },
  dropDatabase: ({ catalog, queue, db }) =>
    commit(queue, (view) => {
      const collections = [...catalog.collections.values()].filter((one) => one.db === db);
      for (const collection of collections) removeCollection(catalog, view, collection);
      if (collections.length > 0) view.note({ operation: 'dropDatabase', namespace: db });
      return { dropped: db, ok: 1 };
    }),
  createIndexes,
  dropIndexes,
  listIndexes,
  hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  explain,
  endSessions: ({ sessions, command }) => {
    endSessions(sessions, command.body['endSessions']);
    return { ok: 1 };
  },
};

const run = async (database: EmbeddedDatabase, command: Command): Promise<Buffer | Document> => {
  const { name, body } = command;
  refuseOptions(body);
  const inTransaction = READS[name] ?? WRITES[name] ?? ENDS[name];
  const handle = inTransaction ?? OTHERS[name];
  if (!handle) throw refuse.notSupported(`The command ${name}`);
  if (body['autocommit'] === false && !inTransaction) throw refuse.operationNotInTransaction(name);
  const scope = createScope(database, command);
  const { transaction } = scope;
  if (transaction?.state === 'committed' && !ENDS[name]) throw refuse.transactionCommitted(transaction.number);
  try {
    return await handle(scope);
  } catch (error) {
    if (transaction && !ENDS[name]) abortTransaction(transaction);
    throw error;
  }
};

/** Runs a command and returns its reply. Errors become replies with `ok: 0`. */
export const dispatch = async (database: EmbeddedDatabase, command: Command): Promise<Buffer | Document> => {
  try {
    return await answerOnce(database.sessions, command.body, () => run(database, command));
  } catch (error) {
    const { code, codeName, message, details } = toRefusal(error);
    return { ok: 0, errmsg: message, code, codeName, ...details };
  }
};
