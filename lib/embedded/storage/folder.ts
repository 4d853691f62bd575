import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** The file of the data in a folder. */
export const dataFile = (folder: string): string => path.join(folder, 'data.mdb');

/** The file beside it by which processes that have it open know of one another. */
export const lockFile = (folder: string): string => `${dataFile(folder)}-lock`;

const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

const sync = (path: string, flags: 'r' | 'r+'): void => {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Puts a file on the disk. Throws what the file system answers. */
export const syncFile = (file: string): void => sync(file, 'r+');

/** Puts the names of what lies in a folder on the disk, where the system can do that. */
export const syncNames = (folder: string): void => {
  try {
    sync(folder, 'r');
  } catch {
    // Windows opens no folders, and some file systems sync none; there names come to the disk with the files.
  }
};

/** Makes a folder and those above it; by hand, since Node's own way never ends below a folder like /proc, which has what nobody can make. */
const makeFolder = (folder: string): void => {
  try {
    // It holds the passwords of events, and drafts.
    mkdirSync(folder, { mode: 0o700 });
    syncNames(path.dirname(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = path.dirname(folder);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || isThere(above)) throw error;
    makeFolder(above);
    makeFolder(folder);
  }
};

/** The real path of a folder, which is made if it is missing. Throws what the file system answers, for a file in its place too. */
export const openFolder = (folder: string): string => {
  if (!isThere(folder)) makeFolder(folder);
  const real = realpathSync(folder);
  if (!statSync(real).isDirectory()) throw new Error(`${real} is no folder`);
  return real;
};

/**
 * Tells whether a folder has data. Throws what the file system answers where the files of a database cannot be read, written or made, and for
 * what stands in place of one of them: lmdb would crash. Files are not opened for that: closing one would give up the locks of this process.
 */
export const hasData = (folder: string): boolean => {
  const [data] = [dataFile(folder), lockFile(folder)].map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw new Error(`${file} is no file`);
    accessSync(stats ? file : folder, constants.R_OK | constants.W_OK | (stats ? 0 : constants.X_OK));
    return stats;
  });
  return data !== undefined && data.size > 0;
};
