import { parentPort, workerData } from 'node:worker_threads';
import { waitAtMost } from '../../deadline';
import { endedWell, forgetCleanEnd, noteCleanEnd } from '../storage/clean-end';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../storage/database';
import { isSound } from '../storage/file-check';
import { hasData, openFolder, syncNames } from '../storage/folder';
import { makeStore } from '../storage/store';
import { closeToOthers, foundSockets, isTrusted, OccupiedSocketError, removeSocket, socketPlaces } from './address';
import { isAlive, listenOnSocket, type SocketServer } from './server';

/** The options of the thread. */
export interface WorkerOrder {
  readonly folder: string;
  readonly transactionMilliseconds: number;
}

/** The report of the thread. `owner` is true if it runs the server at the socket itself. */
export type Report = { readonly socket: string; readonly owner: boolean; readonly empty: boolean } | Failure;

/** The reason why there is no server: a damaged file, a `foreign` socket of another user, or another `failure`. */
export interface Failure {
  readonly failure: string;
  readonly damaged?: true;
  readonly foreign?: string;
}

const CLOSE_MILLISECONDS = 2000;

/** Listens at the first place that works. */
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
 * Finds the socket of a running server. Throws `OccupiedSocketError` for a socket that another user created or can
 * replace: a false database would receive all passwords.
 */
const findServer = async (folder: string): Promise<string | undefined> => {
  for (const one of foundSockets(folder)) {
    if (!(await isAlive(one))) continue;
    if (!isTrusted(one)) throw new OccupiedSocketError(one);
    return one;
  }
  return undefined;
};

/** Ends the thread on a message, after `close` or a time limit. */
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
  // lmdb crashes on a damaged file, so it must not be opened here.
  if (!empty && !endedWell(folder) && !(await isSound(folder))) return { failure: 'the data file is damaged', damaged: true };
  await makeStore(folder);
  const database = openEmbeddedDatabase(folder, transactionMilliseconds);
  if (empty) syncNames(folder);
  // One process at a time decides which server owns the folder.
  const { socket, server } = await database.store.exclusively(async () => {
    const socket = await findServer(folder);
    if (socket !== undefined) return { socket, server: undefined };
    forgetCleanEnd(folder);
    return listenAtOne(database, folder);
  });
  // Another process may have written until now.
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

// lmdb prints failed commits to the console. The writers get these errors through their promises, and a log must have
// one format.
console.error = () => undefined;

// lmdb also rejects internal promises of a failed commit. The writers get the error through their own promises.
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
