import { chmodSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { waitAtMost } from '../../deadline';
import { reloadCatalog } from '../storage/catalog';
import { closeDatabase, type EmbeddedDatabase, openEmbeddedDatabase } from '../storage/database';
import { endedWell, forgetCleanEnd, hasData, isSound, noteCleanEnd, openFolder, syncNames } from '../storage/folder';
import { makeStore } from '../storage/store';
import { cleanUp } from '../writes/commit';
import { foundSockets, isTrusted, OccupiedSocketError, removeSocket, socketPlaces } from './address';
import { isAlive, listenOnSocket } from './server';

/** The first message of the thread. `owner` is true if it runs the server of this socket. */
export type Report = { readonly socket: string; readonly owner: boolean; readonly empty: boolean } | Failure;

/** The reason why no server runs: a damaged file, a socket `occupied` by another user, or another `failure`. */
export interface Failure {
  readonly failure: string;
  readonly damaged?: true;
  readonly occupied?: string;
}

const CLOSE_MILLISECONDS = 2000;

const listenAtOne = async (database: EmbeddedDatabase, folder: string): Promise<{ socket: string; unlisten?: () => void }> => {
  let failure: unknown;
  for (const place of socketPlaces(folder)) {
    try {
      const socket = place();
      rmSync(socket, { force: true });
      const unlisten = await listenOnSocket(database, socket);
      // Other users cannot connect.
      chmodSync(socket, 0o600);
      return { socket, unlisten };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

/** Finds the socket of a running server. Throws if another user can replace it: a false database would receive all passwords. */
const findServer = async (folder: string): Promise<string | undefined> => {
  for (const one of foundSockets(folder)) {
    if (!(await isAlive(one))) continue;
    if (!isTrusted(one)) throw new OccupiedSocketError(one);
    return one;
  }
  return undefined;
};

const start = async (order: { readonly folder: string; readonly transactionMilliseconds: number }): Promise<Report> => {
  const folder = openFolder(order.folder);
  const empty = !hasData(folder);
  const running = await findServer(folder);
  if (running !== undefined) {
    parentPort?.once('message', () => process.exit(0));
    return { socket: running, owner: false, empty: false };
  }
  // lmdb crashes on a damaged file, so it must not be opened here.
  if (!empty && !endedWell(folder) && !(await isSound(folder))) return { failure: 'the data file is damaged', damaged: true };
  await makeStore(folder);
  const database = openEmbeddedDatabase(folder, order.transactionMilliseconds);
  if (empty) syncNames(folder);
  // One process at a time decides which server owns the folder.
  const { socket, unlisten } = await database.store.exclusively(async () => {
    const found = await findServer(folder);
    if (found !== undefined) return { socket: found };
    forgetCleanEnd(folder);
    return listenAtOne(database, folder);
  });
  // Another process may have written until now.
  if (unlisten) {
    reloadCatalog(database.catalog);
    void cleanUp(database.queue);
  }
  const end = () => {
    if (!unlisten) return;
    unlisten();
    removeSocket(folder, socket);
    noteCleanEnd(folder);
  };
  parentPort?.once('message', () => {
    const closed = closeDatabase(database, end).catch(() => undefined);
    void waitAtMost(CLOSE_MILLISECONDS, closed, { late: () => undefined, keepsAlive: true }).finally(() => process.exit(0));
  });
  return { socket, owner: unlisten !== undefined, empty };
};

// lmdb prints failed commits to the console. The writers get these errors through their promises, and a log must have
// one format.
console.error = () => undefined;

// lmdb also rejects internal promises of a failed commit. The writers get the error through their own promises.
process.on('unhandledRejection', (error) => {
  const { commitError, code } = (error ?? {}) as { commitError?: unknown; code?: unknown };
  if (commitError === undefined && typeof code !== 'number') throw error;
});

void start(workerData)
  .catch((error: Error): Report => ({ failure: error.message, ...(error instanceof OccupiedSocketError && { occupied: error.message }) }))
  .then((report) => parentPort?.postMessage(report));
