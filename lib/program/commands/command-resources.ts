import path from 'node:path';
import type { Connection, Users } from '../../database';
import { waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import { SILENT } from '../../http';
import type { Foundation } from '../foundation';
import { type DatabaseServer, startServer } from '../service/database-server';
import { StartError, unreadableRecord } from '../service/start-error';
import { createRedaction, readHosts } from '../settings/connection-string';
import { readSettings, type Settings } from '../settings/settings';

/** How long a command waits for a database that is away, in ms. */
const PATIENCE_MILLISECONDS = 10_000;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** What a command opens, and closes when it has done its work. */
interface Opened {
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Makes what a command works with; `onTrouble` hears of each attempt to connect that fails. */
type Make<O> = (settings: Settings, server: DatabaseServer, onTrouble: (error: unknown) => void) => Promise<O>;

/** A database, as it is. */
interface Connected extends Opened {
  readonly connection: Connection;
}

/** The users, and what changes them. */
interface Accounts extends Connected {
  readonly users: Users;
}

/**
 * Works with a service on the database that the settings name, beside a running server too, and closes it: one that stores many records, whose
 * indexes may lack until it makes them. Says on standard error which database that is, and whether there was none. Throws a `StartError` where it
 * does not answer in time.
 */
export const withLateIndexes = <T>(work: (service: Foundation) => Promise<T>): Promise<T> => workBeside(assembleLate, work);

/** The same with the users alone: neither routes are declared for it nor plugins loaded. */
export const withAccounts = <T>(work: (accounts: Accounts) => Promise<T>): Promise<T> => workBeside(openAccounts, work);

/** The same with a service on a database in which nothing is prepared: no index is made in it, and nothing noted. */
export const withUnprepared = <T>(work: (service: Foundation) => Promise<T>): Promise<T> => workBeside(assembleUnprepared, work);

/** The same with the connection alone, to a database that no service uses yet: nothing is prepared in it. */
export const withConnection = <T>(work: (opened: Connected) => Promise<T>): Promise<T> => workBeside(openConnection, work);

const assemble: Make<Foundation> = async (settings, server, onTrouble) => {
  const { layFoundation } = await import('../foundation.js');
  return layFoundation({ settings, server, log: { ...SILENT, warn: ({ error }: { readonly error?: unknown }) => onTrouble(error) } });
};

const assembleLate: Make<Foundation> = async (settings, ...given) => {
  const { indexesForWriting } = await import('../../database/index.js');
  const service = await assemble(settings, ...given);
  const { kinds } = service.services;
  // What a plugin does as records are stored may need any index.
  if (settings.PLUGINS.length > 0) return service;
  return { ...service, open: () => service.open(indexesForWriting(kinds.indexes, kinds.plurals)) };
};

const assembleUnprepared: Make<Foundation> = async (...given) => {
  const { assertUsable } = await import('../../maintenance/index.js');
  const service = await assemble(...given);
  return { ...service, open: () => service.services.connection.open(assertUsable) };
};

const openConnection: Make<Connected> = async (settings, server, onTrouble) => {
  const { openDatabase } = await import('../service/database.js');
  const { connection, close } = await openDatabase(settings, server, onTrouble);
  return { connection, open: () => connection.open(async () => undefined), close };
};

const openAccounts: Make<Accounts> = async (settings, server, onTrouble) => {
  const { createUsers } = await import('../../database/index.js');
  const { COMMON_INDEXES } = await import('../../database/index.js');
  const { prepareDatabase } = await import('../../maintenance/index.js');
  const { connection, close } = await openConnection(settings, server, onTrouble);
  const open = () => connection.open((db) => prepareDatabase(db, COMMON_INDEXES));
  return { connection, users: createUsers(connection), open, close };
};

async function workBeside<O extends Opened, T>(make: Make<O>, work: (opened: O) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const place = placeOf(settings);
  say(`Database: ${place}`);
  // The embedded database starts in its thread while the rest of the program is loaded.
  const server = startServer(settings);
  const { isAway } = await import('../service/transient-failures.js');
  let trouble: unknown;
  const opened = await make(settings, server, (error) => {
    trouble = error;
  });
  if ((await server.started)?.empty) say('There is no database yet: a new one is made.');
  try {
    // The connection does not keep the process alive.
    await waitAtMost(PATIENCE_MILLISECONDS, opened.open(), { late, keepsAlive: true });
    return await work(opened);
  } catch (error) {
    throw isAway(error) ? new StartError(awaySentence(settings, place, trouble ?? error)) : await asSentence(error);
  } finally {
    await opened.close();
  }
}

/** Turns a refusal, and trouble of the database that is not the program's fault, into a `StartError`; passes everything else on. */
const asSentence = async (error: unknown): Promise<unknown> => {
  const { isUnreadable, refusalOf } = await import('../../database/index.js');
  if (error instanceof StartError) return error;
  if (isUnreadable(error)) return unreadableRecord(error);
  const refusal = refusalOf(error);
  return refusal === undefined ? error : new StartError(refusal.text.en);
};

/** Which database the settings name, without credentials. */
const placeOf = ({ MONGODB_URI, MONGODB_DB, DATA_DIR }: Settings): string =>
  MONGODB_URI === undefined ? `${MONGODB_DB} in the folder ${path.resolve(DATA_DIR)}` : `${MONGODB_DB} at ${readHosts(MONGODB_URI)}`;

const awaySentence = ({ MONGODB_URI }: Settings, place: string, trouble: unknown): string => {
  const reason = createRedaction(MONGODB_URI)(String(trouble)).replace(/\s+/g, ' ').replace(/\.$/, '');
  return `The database ${place} does not answer (${reason}): start it${MONGODB_URI === undefined ? '' : ', or correct MONGODB_URI'}, and try again.`;
};

const late = (): never => {
  throw errors.databaseUnavailable();
};
