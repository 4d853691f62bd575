import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Connection, Users } from '../../database';
import { waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import type { Foundation } from '../foundation';
import { type DatabaseServer, startServer } from '../service/database-server';
import { StartError, unreadableRecord } from '../service/start-error';
import { createRedaction, readHosts } from '../settings/connection-string';
import { readSettings, type Settings } from '../settings/settings';
import { say } from './output';

/** The maximum time that a command waits for a database that does not answer, in ms. */
const PATIENCE_MILLISECONDS = 10_000;

/** A resource, e.g. a connection, that a command opens before its work and closes afterwards. */
interface Resource {
  open(): Promise<void>;
  close(): Promise<void>;
}

/** A function that makes the resource of a command. `onConnectError` is called for each failed attempt to connect. */
type MakeResource<O> = (settings: Settings, server: DatabaseServer, onConnectError: (error: unknown) => void) => Promise<O & Resource>;

/**
 * Runs `work` on a service without HTTP, also while a server runs on the same database. Makes only the indexes that writing needs: bulk
 * writes are faster before `work` makes the others. Throws a `StartError` if the database does not answer within 10 s.
 */
export const withLateIndexes = (work: (service: Foundation) => Promise<void>): Promise<void> =>
  withResource<Foundation, void>(async (...given) => {
    const { indexesForWriting } = await import('../../database/index.js');
    const service = await assemble(...given);
    const { indexes, plurals } = service.services.stores;
    // A plugin's hooks may need any index while records are stored.
    const chosen = service.settings.PLUGINS.length > 0 ? indexes : indexesForWriting(indexes, plurals);
    return { ...service, open: () => service.open(chosen) };
  }, work);

/**
 * Runs `work` on an existing database without preparing the database: makes no indexes, and runs no migrations. Throws a `StartError` for
 * a folder without a database.
 */
export const withUnprepared = async (work: (service: Foundation) => Promise<void>): Promise<void> => {
  assertDatabase();
  return withResource<Foundation, void>(async (...given) => {
    const { assertUsable } = await import('../../maintenance/index.js');
    const service = await assemble(...given);
    return { ...service, open: () => service.services.connection.open(assertUsable) };
  }, work);
};

/** Runs `work` on a bare connection, e.g. to restore a backup. Makes no indexes. */
export const withConnection = (work: (opened: { readonly connection: Connection }) => Promise<void>): Promise<void> =>
  withResource(openConnection, work);

/** Runs `work` on the user accounts alone. Loads no plugins and declares no routes. */
export const withAccounts = <T>(work: (opened: { readonly connection: Connection; readonly users: Users }) => Promise<T>): Promise<T> =>
  withResource(async (...given) => {
    const { COMMON_INDEXES, createUsers } = await import('../../database/index.js');
    const { prepareDatabase } = await import('../../maintenance/index.js');
    const { connection, close } = await openConnection(...given);
    const open = () => connection.open((db) => prepareDatabase(db, COMMON_INDEXES));
    return { connection, users: createUsers(connection), open, close };
  }, work);

/** Like `withAccounts`, for an existing database. Throws a `StartError` for a folder without a database. */
export const withExistingAccounts: typeof withAccounts = async (work) => {
  assertDatabase();
  return withAccounts(work);
};

/** Throws a `StartError` if the folder of the embedded database has no data. Otherwise a command would create data in a mistyped folder. */
function assertDatabase(): void {
  const { MONGODB_URI, DATA_DIR } = readSettings(process.env);
  if (MONGODB_URI !== undefined || existsSync(path.join(DATA_DIR, 'data.mdb'))) return;
  throw new StartError(`There is no database in the folder ${path.resolve(DATA_DIR)}: correct DATA_DIR, or start the service once.`);
}

const assemble: MakeResource<Foundation> = async (settings, server, onConnectError) => {
  const { createFoundation } = await import('../foundation.js');
  return createFoundation({ settings, server, onConnectError });
};

const openConnection: MakeResource<{ readonly connection: Connection }> = async (settings, server, onConnectError) => {
  const { openDatabase } = await import('../service/database.js');
  const { connection, close } = await openDatabase(settings, server, onConnectError);
  return { connection, open: () => connection.open(async () => undefined), close };
};

async function withResource<O, T>(make: MakeResource<O>, work: (opened: O) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const database = databaseName(settings);
  say(`Database: ${database}`);
  // The embedded database starts in its thread while the rest of the program is loaded.
  const server = startServer(settings);
  let lastError: unknown;
  const onTimeout = (): never => {
    throw errors.databaseUnavailable();
  };
  const opened = await make(settings, server, (error) => {
    lastError = error;
  });
  if ((await server)?.empty) say('There is no database yet: a new one is created.');
  try {
    // The connection does not keep the process alive.
    await waitAtMost(PATIENCE_MILLISECONDS, opened.open(), { onTimeout, keepsAlive: true });
    return await work(opened);
  } catch (error) {
    throw await asSentence(error, () => awaySentence(settings, database, lastError ?? error));
  } finally {
    await opened.close();
  }
}

/**
 * Converts an `ApiError` or a failure of the database to a `StartError` with an English message. Returns other errors unchanged. `away` makes
 * the message for a database that does not answer.
 */
const asSentence = async (error: unknown, away: () => string): Promise<unknown> => {
  const { isUnreadable, refusalOf } = await import('../../database/index.js');
  if (error instanceof StartError) return error;
  if (isUnreadable(error)) return unreadableRecord(error);
  const refusal = refusalOf(error);
  if (refusal === undefined) return error;
  return new StartError(refusal.code === 'database_unavailable' ? away() : refusal.text.en);
};

/** Returns the name of the database with its hosts or its folder, for messages. Omits credentials. */
const databaseName = ({ MONGODB_URI, MONGODB_DB, DATA_DIR }: Settings): string =>
  MONGODB_URI === undefined ? `${MONGODB_DB} in the folder ${path.resolve(DATA_DIR)}` : `${MONGODB_DB} at ${readHosts(MONGODB_URI)}`;

const awaySentence = ({ MONGODB_URI }: Settings, database: string, lastError: unknown): string => {
  const reason = createRedaction(MONGODB_URI)(String(lastError)).replace(/\s+/g, ' ').replace(/\.$/, '');
  return `The database ${database} does not answer (${reason}): start it${MONGODB_URI === undefined ? '' : ', or correct MONGODB_URI'}, and try again.`;
};
