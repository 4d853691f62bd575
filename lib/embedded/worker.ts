import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareSocket, removeSocket, socketPaths } from './address';
import { type Database, openDatabase } from './database';
import { isAlive, type Listening, listen } from './server';

/** What the thread is started with. */
export interface Order {
  readonly folder: string;
  readonly transactionMilliseconds: number;
}

/** What the thread tells: where the folder's server listens and whether it is this one, or why there is none. */
export type Report = { readonly socket: string; readonly owner: boolean } | { readonly failure: string; readonly code: string | undefined };

const CLOSE_MILLISECONDS = 2000;

/** Listens at the first place that can be listened at. */
const listenAtOne = async (
  database: Database,
  folder: string,
  sockets: readonly string[],
): Promise<{ socket: string; server: Listening }> => {
  let failure: unknown;
  for (const socket of sockets) {
    try {
      prepareSocket(folder, socket);
      const server = await listen(database, socket);
      chmodSync(socket, 0o600);
      return { socket, server };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

const start = async ({ folder: sent, transactionMilliseconds }: Order): Promise<Report> => {
  mkdirSync(sent, { recursive: true });
  const folder = realpathSync(sent);
  const database = openDatabase(folder, transactionMilliseconds);
  // One process at a time decides who serves the folder.
  const { socket, server } = await database.store.exclusively(async () => {
    const sockets = socketPaths(folder);
    for (const one of sockets) if (await isAlive(one)) return { socket: one, server: undefined };
    return listenAtOne(database, folder, sockets);
  });
  // What another process wrote until it gave the folder up.
  if (server) database.catalog.reload();
  const close = () =>
    database.close(() => {
      void server?.close();
      if (server) removeSocket(folder, socket);
    });
  parentPort?.once('message', () => {
    const bounded = new Promise((resolve) => setTimeout(resolve, CLOSE_MILLISECONDS));
    void Promise.race([close().catch(() => {}), bounded]).finally(() => process.exit(0));
  });
  return { socket, owner: server !== undefined };
};

// Of a commit that fails, lmdb rejects promises that nobody but itself has seen; the writers are told through their own.
process.on('unhandledRejection', (error) => {
  const { commitError, code } = (error ?? {}) as { commitError?: unknown; code?: unknown };
  if (commitError === undefined && typeof code !== 'number') throw error;
});

start(workerData as Order).then(
  (report) => parentPort?.postMessage(report),
  (error: NodeJS.ErrnoException) => {
    const report: Report = { failure: error.message, code: error.code };
    parentPort?.postMessage(report);
  },
);
