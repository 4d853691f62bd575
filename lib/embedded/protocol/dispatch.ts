import type { Document } from 'bson';
import { isDocument, refuse, toRefusal } from '../../query';
import { aggregate, distinct } from '../reads/aggregate';
import { explain } from '../reads/explain';
import { count, find } from '../reads/find';
import { createScope, type EmbeddedDatabase, type Scope } from '../storage/database';
import * as indexAdmin from '../storage/index-admin';
import { findAndModify, insert, remove, update } from '../writes/write';
import * as admin from './admin';
import type { Command } from './wire';

type Handler = (scope: Scope) => Buffer | Document | Promise<Buffer | Document>;

/** The wire version of MongoDB 6.0. */
const WIRE_VERSION = 17;

const hello = (): Document => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  secondary: false,
  setName: 'embedded',
  setVersion: 1,
  hosts: ['localhost:27017'],
  primary: 'localhost:27017',
  me: 'localhost:27017',
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
  ok: 1,
});

const endSessions = ({ sessions, command }: Scope): Document => {
  sessions.end(command.body['endSessions'] as unknown[]);
  return { ok: 1 };
};

const commitTransaction = async ({ transaction }: Scope): Promise<Document> => {
  if (!transaction) throw refuse.badValue('commitTransaction must be run within a transaction');
  if (transaction.state() === 'active') await transaction.commit();
  return { ok: 1 };
};

const abortTransaction = ({ transaction }: Scope): Document => {
  if (!transaction) throw refuse.badValue('abortTransaction must be run within a transaction');
  transaction.abort();
  if (transaction.state() !== 'aborted') throw refuse.transactionCommitted(transaction.number);
  return { ok: 1 };
};

const ok = (): Document => ({ ok: 1 });

const READS: Readonly<Record<string, Handler>> = {
  find,
  count,
  distinct,
  aggregate,
  getMore: admin.getMore,
  killCursors: admin.killCursors,
};
const WRITES: Readonly<Record<string, Handler>> = { insert, update, delete: remove, findAndModify };
const ENDS: Readonly<Record<string, Handler>> = { commitTransaction, abortTransaction };
const OTHERS: Readonly<Record<string, Handler>> = {
  hello,
  ismaster: hello,
  ping: ok,
  explain,
  create: admin.create,
  createIndexes: indexAdmin.createIndexes,
  dropIndexes: indexAdmin.dropIndexes,
  listIndexes: indexAdmin.listIndexes,
  listCollections: admin.listCollections,
  drop: admin.drop,
  dropDatabase: admin.dropDatabase,
  endSessions,
};

/** Refuses options of any command that change its meaning and are not supported. */
const refuseOptions = (body: Document): void => {
  if (isDocument(body['collation']) && body['collation']['locale'] !== 'simple') throw refuse.notSupported('collation');
  if (isDocument(body['let']) && Object.keys(body['let']).length > 0) throw refuse.notSupported('let');
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
  if (transaction?.state() === 'committed' && !ENDS[name]) throw refuse.transactionCommitted(transaction.number);
  try {
    return await handle(scope);
  } catch (error) {
    if (!ENDS[name]) transaction?.abort();
    throw error;
  }
};

/** Answers a command. Refusals become error answers. */
export const dispatch = async (database: EmbeddedDatabase, command: Command): Promise<Buffer | Document> => {
  try {
    if (!WRITES[command.name]) return await run(database, command);
    return await database.sessions.once(command.body, () => run(database, command));
  } catch (error) {
    const { code, codeName, message, details } = toRefusal(error);
    return { ok: 0, errmsg: message, code, codeName, ...details };
  }
};
