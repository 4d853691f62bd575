import { parentPort, workerData } from 'node:worker_threads';
import { waitAtMost } from '../../deadline';
import { endedWell, forgetCleanEnd, noteCleanEnd } from '../storage/clean-end';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../storage/database';
import { isSound } from '../storage/file-check';
import { hasData, openFolder, syncNames } from '../storage/folder';
import { makeStore } from '../storage/store';
import { closeToOthers, foundSockets, isTrusted, OccupiedSocketError, removeSocket, socketPlaces } from './address';
import { isAlive, listenOnSocket, type SocketServer } from './server';

/** What the thread is started with. */
export interface WorkerOrder {
  readonly folder: string;
  readonly transactionMilliseconds: number;
}

/** What the thread tells: where the folder's server listens, whether it is this one and whether there was data, or why there is none. */
export type Report = { readonly socket: string; readonly owner: boolean; readonly empty: boolean } | Failure;

/** Why there is no server: the data file is damaged, another user could have made the socket `foreign`, or what `failure` says. */
export interface Failure {
  readonly failure: string;
  readonly damaged?: true;
  readonly foreign?: string;
}

const CLOSE_MILLISECONDS = 2000;

/** Listens at the first place that can be listened at. */
const listenAtOne = async (database: EmbeddedDatabase, folder: string): Promise<{ socket: string; server: SocketServer }> => {
  let failure: unknown;
  for (const prepare of socketPlaces(folder)) {
    try {
      const socket = prepare();
      const server = await listenOnSocket(database, socket);
      closeToOthers(socket);
      return { socket, server };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

/**
 * The socket of the server of a folder that runs. Throws a `ForeignSocketError` where another user made the socket, or may replace it by one of
 * his own: a false database would be told every password.
 */
const findServer = async (folder: string): Promise<string | undefined> => {
  for (const one of foundSockets(folder)) {
    if (!(await isAlive(one))) continue;
    if (!isTrusted(one)) throw new OccupiedSocketError(one);
    return one;
  }
  return undefined;
};

/** Ends the thread when it is told to, once `close` has come to its end or too long has passed. */
const endWhenTold = (close: () => Promise<void>): void => {
  parentPort?.once('message', () => {
    const closed = close().catch(() => undefined);
    void waitAtMost(CLOSE_MILLISECONDS, closed, { late: () => undefined, keepsAlive: true }).finally(() => process.exit(0));
  });
};

const start = async ({ folder: sent, transactionMilliseconds }: WorkerOrder): Promise<Report> => {
  const folder = openFolder(sent);
  const empty = !hasData(folder);
  const running = await findServer(folder);
  if (running !== undefined) {
    endWhenTold(async () => {});
    return { socket: running, owner: false, empty: false };
  }
  // A damaged file must not be opened here: lmdb would crash.
  if (!empty && !endedWell(folder) && !(await isSound(folder))) return { failure: 'the data file is damaged', damaged: true };
  await makeStore(folder);
  const database = openEmbeddedDatabase(folder, transactionMilliseconds);
  if (empty) syncNames(folder);
  // One process at a time decides who serves the folder.
  const { socket, server } = await database.store.exclusively(async () => {
    const socket = await findServer(folder);
    if (socket !== undefined) return { socket, server: undefined };
    forgetCleanEnd(folder);
    return listenAtOne(database, folder);
  });
  // What another process wrote until it gave the folder up.
  if (server) {
    database.catalog.reload();
    void database.removeRemains();
  }
  endWhenTold(() =>
    database.close(() => {
      void server?.close();
      if (!server) return;
      removeSocket(folder, socket);
      noteCleanEnd(folder);
    }),
  );
  return { socket, owner: server !== undefined, empty };
};

// What lmdb prints of a commit that fails, the writers are told through their own promises, and a log is no place for lines of another form.
console.error = () => undefined;

// Of a commit that fails, lmdb rejects promises that nobody but itself has seen; the writers are told through their own.
process.on('unhandledRejection', (error) => {
  const { commitError, code } = (error ?? {}) as { commitError?: unknown; code?: unknown };
  if (commitError === undefined && typeof code !== 'number') throw error;
});

start(workerData as WorkerOrder).then(
  (report) => parentPort?.postMessage(report),
  (error: Error) => {
    const report: Report = { failure: error.message, ...(error instanceof OccupiedSocketError && { foreign: error.message }) };
    parentPort?.postMessage(report);
  },
);
