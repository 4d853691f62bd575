import { chmodSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { waitAtMost } from '../../deadline';
import { reloadCatalog } from '../storage/catalog';
import { closeDatabase, type EmbeddedDatabase, openEmbeddedDatabase } from '../storage/database';
import { endedWell, forgetCleanEnd, hasData, isSound, noteCleanEnd, openFolder, syncNames } from '../storage/folder';
import { makeStore } from '../storage/store';
import { cleanUp } from '../writes/commit';
import { isAlive, listenOnSocket } from './server';

/** The longest path of a Unix socket in bytes. The system cuts longer paths silently. */
const LONGEST = 107;
const SOCKET = 'mongodb.sock';
const NOTE = 'address';
const PLACE = 'calendar-events-';

/** The file mode bits that let the group and other users write. */
const WRITABLE = 0o022;
const STICKY = 0o1000;

const statsOf = (file: string): Stats | undefined => lstatSync(file, { throwIfNoEntry: false });

/** True if this user owns the file. Always true on Windows, which has no owners. */
const isOwn = ({ uid }: Stats): boolean => process.getuid === undefined || uid === process.getuid();

/** True if only this user owns and can write the file. Others cannot put a socket into such a folder. */
const isPrivate = (stats: Stats | undefined): boolean => stats !== undefined && isOwn(stats) && (stats.mode & WRITABLE) === 0;

const isPrivateFolder = (folder: string): boolean => isPrivate(statsOf(folder)) && lstatSync(folder).isDirectory();

/** The error for another user's socket. The message is the path. */
class OccupiedSocketError extends Error {
  override readonly name = 'OccupiedSocketError';
}

/** Reads the path of the socket from the file `address`, if valid. */
const notedIn = (folder: string): string | undefined => {
  try {
    const [owner, socket = ''] = readFileSync(path.join(folder, NOTE), 'utf8').split('\n');
    const isPlace = path.isAbsolute(socket) && path.basename(socket) === SOCKET && path.basename(path.dirname(socket)).startsWith(PLACE);
    // A copied folder contains the note of its original.
    return owner === folder && isPlace ? socket : undefined;
  } catch {
    return undefined;
  }
};

/** Finds the sockets of a data folder (a real path). Throws OccupiedSocketError for a socket of another user. */
const foundSockets = (folder: string): string[] =>
  [path.join(folder, SOCKET), notedIn(folder) ?? ''].filter((socket) => {
    const stats = statsOf(socket);
    if (stats && !isOwn(stats)) throw new OccupiedSocketError(socket);
    return stats !== undefined;
  });

/** True for a socket that no other user can have created or can replace. */
const isTrusted = (socket: string): boolean => isPrivate(statsOf(socket)) && isPrivateFolder(path.dirname(socket));

/** True if other users cannot rename or remove this user's folders in `root`. */
const keepsFolders = (root: string): boolean => {
  const { mode } = lstatSync(root);
  return (mode & WRITABLE) === 0 || (mode & STICKY) !== 0;
};

/** Makes a private folder with a random name, or reuses the recorded one. Returns the path for the socket. */
const makePlace = (folder: string): string => {
  const noted = notedIn(folder);
  if (noted !== undefined && isPrivateFolder(path.dirname(noted))) return noted;
  const longest = path.join(`${PLACE}XXXXXX`, SOCKET).length;
  const root = [tmpdir(), '/tmp'].map((one) => realpathSync(one)).find((one) => one.length + 1 + longest <= LONGEST && keepsFolders(one));
  if (root === undefined) throw new Error(`neither ${tmpdir()} nor /tmp keeps a folder of one user from others`);
  return path.join(mkdtempSync(path.join(root, PLACE)), SOCKET);
};

const removeSocket = (folder: string, socket: string): void => {
  rmSync(socket, { force: true });
  if (path.dirname(socket) === folder) return;
  rmSync(path.join(folder, NOTE), { force: true });
  rmSync(path.dirname(socket), { recursive: true, force: true });
};

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
  const inside = path.join(folder, SOCKET);
  if (Buffer.byteLength(inside) <= LONGEST && isPrivateFolder(folder)) {
    try {
      return await listenAt(database, inside);
    } catch {
      // Some file systems have no sockets.
    }
  }
  const elsewhere = makePlace(folder);
  writeFileSync(path.join(folder, NOTE), `${folder}\n${elsewhere}\n`, { mode: 0o600 });
  return listenAt(database, elsewhere);
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
