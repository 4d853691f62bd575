import { lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

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
export class OccupiedSocketError extends Error {
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

/** Returns the path for a socket in the data folder. Undefined if it is too long, or if others can write in the folder. */
export const placeInside = (folder: string): string | undefined => {
  const inside = path.join(folder, SOCKET);
  return Buffer.byteLength(inside) <= LONGEST && isPrivateFolder(folder) ? inside : undefined;
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

/** Makes a private folder elsewhere, and records it in the data folder. Returns the path for the socket. */
export const placeElsewhere = (folder: string): string => {
  const elsewhere = makePlace(folder);
  writeFileSync(path.join(folder, NOTE), `${folder}\n${elsewhere}\n`, { mode: 0o600 });
  return elsewhere;
};

export const removeSocket = (folder: string, socket: string): void => {
  rmSync(socket, { force: true });
  if (path.dirname(socket) === folder) return;
  rmSync(path.join(folder, NOTE), { force: true });
  rmSync(path.dirname(socket), { recursive: true, force: true });
};

const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR', 'EPROTOTYPE']);

/** True if a server listens on a socket. Rejects if that is unknown, for example without permission. */
const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code)) resolve(false);
      // The queue of connections is full, so there is a server.
      else if (error.code === 'EAGAIN') resolve(true);
      else reject(error);
    });
  });

/** Finds the socket of a running server. Throws if another user can replace it: a false database would receive all passwords. */
export const findServer = async (folder: string): Promise<string | undefined> => {
  for (const one of foundSockets(folder)) {
    if (!(await isAlive(one))) continue;
    if (!isTrusted(one)) throw new OccupiedSocketError(one);
    return one;
  }
  return undefined;
};
