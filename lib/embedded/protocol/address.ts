import { lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, type Stats, writeFileSync } from 'node:fs';
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

/** True for a file or folder that this user owns and nobody else can write. In such a folder no other user can put a socket. */
const isPrivate = (stats: Stats | undefined): boolean => stats !== undefined && isOwn(stats) && (stats.mode & WRITABLE) === 0;

const isPrivateFolder = (folder: string): boolean => isPrivate(statsOf(folder)) && lstatSync(folder).isDirectory();

/** A socket that another user created. The message is its path. */
export class OccupiedSocketError extends Error {
  override readonly name = 'OccupiedSocketError';
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

/** The sockets of a folder, which is a real path. Throws for one of another user, whose server could pretend to be the database. */
export const foundSockets = (folder: string): string[] =>
  [path.join(folder, SOCKET), notedIn(folder) ?? ''].filter((socket) => {
    const stats = statsOf(socket);
    if (stats && !isOwn(stats)) throw new OccupiedSocketError(socket);
    return stats !== undefined;
  });

/** True for a socket that only this user can have created, in a folder that only this user can change. */
export const isTrusted = (socket: string): boolean => isPrivate(statsOf(socket)) && isPrivateFolder(path.dirname(socket));

/** True for a folder in which other users cannot replace this user's folders. */
const keepsFolders = (root: string): boolean => {
  const { mode } = lstatSync(root);
  return (mode & WRITABLE) === 0 || (mode & STICKY) !== 0;
};

/** Creates a private folder with an unpredictable name for the socket, or reuses the noted one. */
const makePlace = (folder: string): string => {
  const noted = notedIn(folder);
  if (noted !== undefined && isPrivateFolder(path.dirname(noted))) return noted;
  const longest = path.join(`${PLACE}XXXXXX`, SOCKET).length;
  const root = [tmpdir(), '/tmp'].map((one) => realpathSync(one)).find((one) => one.length + 1 + longest <= LONGEST && keepsFolders(one));
  if (root === undefined) throw new Error(`neither ${tmpdir()} nor /tmp keeps a folder of one user from others`);
  return path.join(mkdtempSync(path.join(root, PLACE)), SOCKET);
};

/**
 * The places where the server of a folder can listen, best first, as functions that return the path of the socket. The
 * second place is a private folder, for paths that are too long and for folders that others can write.
 */
export const socketPlaces = (folder: string): readonly (() => string)[] => {
  const inside = path.join(folder, SOCKET);
  const elsewhere = () => {
    const socket = makePlace(folder);
    writeFileSync(path.join(folder, NOTE), `${folder}\n${socket}\n`, { mode: 0o600 });
    return socket;
  };
  return Buffer.byteLength(inside) <= LONGEST && isPrivateFolder(folder) ? [() => inside, elsewhere] : [elsewhere];
};

export const removeSocket = (folder: string, socket: string): void => {
  rmSync(socket, { force: true });
  if (path.dirname(socket) === folder) return;
  rmSync(path.join(folder, NOTE), { force: true });
  rmSync(path.dirname(socket), { recursive: true, force: true });
};
