import { chmodSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Longer paths are cut by the system without a word. */
const LONGEST = 107;
const SOCKET = 'mongodb.sock';
const NOTE = 'address';
const PLACE = 'calendar-events-';

/** Rights of the group and of others to write. */
const WRITABLE = 0o022;
const STICKY = 0o1000;

const statsOf = (file: string): Stats | undefined => lstatSync(file, { throwIfNoEntry: false });

/** The user of this process; undefined on Windows, where files have no owner that could be compared. */
const isOwn = ({ uid }: Stats): boolean => process.getuid === undefined || uid === process.getuid();

/** True for a folder that this user owns and that nobody else may write, so that nobody else can put a socket there. */
const isPrivate = (folder: string): boolean => {
  const stats = statsOf(folder);
  return stats?.isDirectory() === true && isOwn(stats) && (stats.mode & WRITABLE) === 0;
};

/** Something at the place of a socket that another user made; the message is its path. */
export class OccupiedSocketError extends Error {
  override readonly name = 'ForeignSocketError';
}

/** The place where the last server of a folder listened, which it noted there as the folder's own was none for it. */
const notedIn = (folder: string): string | undefined => {
  try {
    const [owner, socket = ''] = readFileSync(path.join(folder, NOTE), 'utf8').split('\n');
    const isPlace = path.isAbsolute(socket) && path.basename(socket) === SOCKET && path.basename(path.dirname(socket)).startsWith(PLACE);
    // A copied folder brings along the note of the folder it was copied from.
    return owner === folder && isPlace ? socket : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The sockets at which the server of a folder may listen at the moment. `folder` is a real path.
 * Throws a `ForeignSocketError` for one that another user made: what listens there could pretend to be the database.
 */
export const foundSockets = (folder: string): string[] =>
  [path.join(folder, SOCKET), notedIn(folder)].flatMap((socket) => {
    const stats = socket === undefined ? undefined : statsOf(socket);
    if (socket === undefined || stats === undefined) return [];
    if (!isOwn(stats)) throw new OccupiedSocketError(socket);
    return [socket];
  });

/** True for a socket that only this user could make, in a folder that only this user may change. */
export const isTrusted = (socket: string): boolean => {
  const stats = statsOf(socket);
  return stats !== undefined && isOwn(stats) && (stats.mode & WRITABLE) === 0 && isPrivate(path.dirname(socket));
};

/** True for a folder in which a folder of this user's own stays: others cannot replace it. */
const keepsFolders = (root: string): boolean => {
  const stats = statsOf(root);
  return stats !== undefined && ((stats.mode & WRITABLE) === 0 || (stats.mode & STICKY) !== 0);
};

/** Makes a folder of this user alone, whose name nobody can know before, and notes it in the folder of the data. */
const makePlace = (folder: string): string => {
  const noted = notedIn(folder);
  if (noted !== undefined && isPrivate(path.dirname(noted))) return noted;
  const longest = path.join(`${PLACE}XXXXXX`, SOCKET).length;
  const root = [tmpdir(), '/tmp'].map((one) => realpathSync(one)).find((one) => one.length + 1 + longest <= LONGEST && keepsFolders(one));
  if (root === undefined) throw new Error(`neither ${tmpdir()} nor /tmp keeps a folder of one user from others`);
  return path.join(mkdtempSync(path.join(root, PLACE)), SOCKET);
};

/**
 * Makes the place at which the server of a folder is to listen, an old socket there removed: in the folder, or, where its path is too long or
 * others may write in it, in a folder of this user alone. Answers the ways to try, the best first.
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

/** Keeps a socket from others. */
export const closeToOthers = (socket: string): void => chmodSync(socket, 0o600);

/** Removes a socket, and what was made for it. */
export const removeSocket = (folder: string, socket: string): void => {
  rmSync(socket, { force: true });
  if (path.dirname(socket) === folder) return;
  rmSync(path.join(folder, NOTE), { force: true });
  rmSync(path.dirname(socket), { recursive: true, force: true });
};
