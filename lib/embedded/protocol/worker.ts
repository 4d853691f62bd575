import { chmodSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { waitAtMost } from '../../deadline';
import { reloadCatalog } from '../storage/catalog';
import { closeDatabase, type EmbeddedDatabase, openEmbeddedDatabase } from '../storage/database';
import { endedCleanly, forgetCleanEnd, hasData, isSound, noteCleanEnd, openFolder, syncNames } from '../storage/folder';
import { makeStore } from '../storage/store';
import { cleanUp } from '../writes/commit';
import { listenOnSocket } from './server';
import { findServer, OccupiedSocketError, placeElsewhere, placeInside, removeSocket } from './socket-files';

/** The first message of the thread. `owner` is true if it runs the server of this socket. */
export type Report = { readonly socket: string; readonly owner: boolean; readonly empty: boolean } | Failure;

/** The reason why no server runs: a damaged file, a socket `occupied` by another user, or another `failure`. */
export interface Failure {
  readonly failure: string;
  readonly damaged?: true;
  readonly occupied?: string;
}

const CLOSE_MILLISECONDS = 2000;

interface Listening {
  readonly socket: string;
  /** Closes the server. Undefined if another process has it. */
  readonly unlisten?: () => void;
}

const listenAt = async (database: EmbeddedDatabase, socket: string): Promise<Listening> => {
  rmSync(socket, { force: true });
  const unlisten = await listenOnSocket(database, socket);
  chmodSync(socket, 0o600);
  return { socket, unlisten };
};

/** Listens in the data folder. If its path is too long or others can write in it, listens in a private folder elsewhere. */
const listen = async (database: EmbeddedDatabase, folder: string): Promise<Listening> => {
  const inside = placeInside(folder);
  if (inside !== undefined) {
    try {
      return await listenAt(database, inside);
    } catch {
      // Some file systems have no sockets.
    }
  }
  return listenAt(database, placeElsewhere(folder));
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
  if (!empty && !endedCleanly(folder) && !(await isSound(folder))) return { failure: 'the data file is damaged', damaged: true };
  await makeStore(folder);
  const database = openEmbeddedDatabase(folder, order.transactionMilliseconds);
  if (empty) syncNames(folder);
  // One process at a time decides which server owns the folder.
  const { socket, unlisten } = await database.store.exclusively(async (): Promise<Listening> => {
    const found = await findServer(folder);
    if (found !== undefined) return { socket: found };
    forgetCleanEnd(folder);
    return listen(database, folder);
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
    void waitAtMost(CLOSE_MILLISECONDS, closed, { onTimeout: () => undefined, keepsAlive: true }).finally(() => process.exit(0));
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
