import { chmodSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The longest path of a socket. The system cuts longer ones silently. */
const LONGEST = 107;
const SOCKET = 'mongodb.sock';
const NOTE = 'address';
const PLACE = 'calendar-events-';

/** The write permissions of the group and of others. */
const WRITABLE = 0o022;
const STICKY = 0o1000;

const statsOf = (file: string): Stats | undefined => lstatSync(file, { throwIfNoEntry: false });

/** True if this user owns the file. Windows has no owners to compare. */
const isOwn = ({ uid }: Stats): boolean => process.getuid === undefined || uid === process.getuid();

/** True for a folder that only this user can write, so that no other user can put a socket there. */
const isPrivate = (folder: string): boolean => {
  const stats = statsOf(folder);
  return stats?.isDirectory() === true && isOwn(stats) && (stats.mode & WRITABLE) === 0;
};

/** A socket that another user created. The message is its path. */
export class OccupiedSocketError extends Error {
  override readonly name = 'ForeignSocketError';
}

/** The socket noted in the data folder by the last server, if it could not use the folder itself. */
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

/**
 * The sockets where the server of a folder may listen. `folder` is a real path. Throws `OccupiedSocketError` for a
 * socket of another user, whose server could pretend to be the database.
 */
export const foundSockets = (folder: string): string[] =>
  [path.join(folder, SOCKET), notedIn(folder)].flatMap((socket) => {
    const stats = socket === undefined ? undefined : statsOf(socket);
    if (socket === undefined || stats === undefined) return [];
    if (!isOwn(stats)) throw new OccupiedSocketError(socket);
    return [socket];
  });

/** True for a socket that only this user can have created, in a folder that only this user can change. */
export const isTrusted = (socket: string): boolean => {
  const stats = statsOf(socket);
  return stats !== undefined && isOwn(stats) && (stats.mode & WRITABLE) === 0 && isPrivate(path.dirname(socket));
};

/** True for a folder in which other users cannot replace this user's folders. */
const keepsFolders = (root: string): boolean => {
  const stats = statsOf(root);
  return stats !== undefined && ((stats.mode & WRITABLE) === 0 || (stats.mode & STICKY) !== 0);
};

/** Creates a private folder with an unpredictable name for the socket, or reuses the noted one. */
const makePlace = (folder: string): string => {
  const noted = notedIn(folder);
  if (noted !== undefined && isPrivate(path.dirname(noted))) return noted;
  const longest = path.join(`${PLACE}XXXXXX`, SOCKET).length;
  const root = [tmpdir(), '/tmp'].map((one) => realpathSync(one)).find((one) => one.length + 1 + longest <= LONGEST && keepsFolders(one));
  if (root === undefined) throw new Error(`neither ${tmpdir()} nor /tmp keeps a folder of one user from others`);
  return path.join(mkdtempSync(path.join(root, PLACE)), SOCKET);
};

/**
 * The places where the server of a folder can listen, best first. Each function removes an old socket and returns the
 * path. The second place is a private folder, for paths that are too long and for folders that others can write.
 */
export const socketPlaces = (folder: string): readonly (() => string)[] => {
  const inside = path.join(folder, SOCKET);
  const isFit = Buffer.byteLength(inside) <= LONGEST && isPrivate(folder);
  const listenInside = () => {
    rmSync(inside, { force: true });
    return inside;
  };
  const listenElsewhere = () => {
    const socket = makePlace(folder);
    writeFileSync(path.join(folder, NOTE), `${folder}\n${socket}\n`, { mode: 0o600 });
    rmSync(socket, { force: true });
    return socket;
  };
  return isFit ? [listenInside, listenElsewhere] : [listenElsewhere];
};

/** Removes the permissions of other users from a socket. */
export const closeToOthers = (socket: string): void => chmodSync(socket, 0o600);

/** Removes a socket with its private folder and note. */
export const removeSocket = (folder: string, socket: string): void => {
  rmSync(socket, { force: true });
  if (path.dirname(socket) === folder) return;
  rmSync(path.join(folder, NOTE), { force: true });
  rmSync(path.dirname(socket), { recursive: true, force: true });
};
