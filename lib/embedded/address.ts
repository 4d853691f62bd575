import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Longer paths are cut by the system without a word. */
const LONGEST = 107;
const SOCKET = 'mongodb.sock';
const NOTE = 'address';

const noteOf = (folder: string): string | undefined => {
  try {
    const [owner, socket] = readFileSync(path.join(folder, NOTE), 'utf8').split('\n');
    // A copied folder brings along the note of the folder it was copied from.
    return owner === folder && socket ? socket : undefined;
  } catch {
    return undefined;
  }
};

/** A folder of this user alone for the socket of a folder whose own path is too long. */
const elsewhere = (folder: string): string => {
  const name = `calendar-events-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const roots = [tmpdir(), '/tmp'];
  return path.join(roots.find((root) => Buffer.byteLength(path.join(root, name, SOCKET)) <= LONGEST) ?? '/tmp', name, SOCKET);
};

/** Where the server of a folder may listen, best first; another process finds it at one of the same places. `folder` is a real path. */
export const socketPaths = (folder: string): string[] => {
  const inside = path.join(folder, SOCKET);
  const noted = noteOf(folder);
  return [...(Buffer.byteLength(inside) <= LONGEST ? [inside] : []), ...(noted ? [noted] : []), elsewhere(folder)];
};

/** Makes the place of a socket ready: an old one removed, a folder outside `folder` made for this user alone and written down. */
export const prepareSocket = (folder: string, socket: string): void => {
  const place = path.dirname(socket);
  if (place !== folder) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const { uid } = lstatSync(place);
    if (uid !== process.getuid?.() || realpathSync(place) !== path.join(realpathSync(path.dirname(place)), path.basename(place))) {
      throw new Error(`${place} belongs to somebody else`);
    }
    chmodSync(place, 0o700);
    writeFileSync(path.join(folder, NOTE), `${folder}\n${socket}\n`);
  }
  rmSync(socket, { force: true });
};

/** Removes what `prepareSocket` made. */
export const removeSocket = (folder: string, socket: string): void => {
  rmSync(socket, { force: true });
  if (path.dirname(socket) === folder) return;
  rmSync(path.join(folder, NOTE), { force: true });
  rmSync(path.dirname(socket), { recursive: true, force: true });
};
