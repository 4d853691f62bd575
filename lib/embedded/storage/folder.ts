import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** The data file of a folder. */
export const dataFile = (folder: string): string => path.join(folder, 'data.mdb');

/** The lock file next to the data file. Through it, processes that have the file open know each other. */
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

/** Syncs a file to disk. Throws the error of the file system. */
export const syncFile = (file: string): void => sync(file, 'r+');

/** Syncs the entries of a folder to disk, if the system supports it. */
export const syncNames = (folder: string): void => {
  try {
    sync(folder, 'r');
  } catch {
    // Windows and some file systems cannot do it; there the entries are synced with the files.
  }
};

/** Creates a folder and its parents. Node's own recursive way never ends below folders such as /proc. */
const makeFolder = (folder: string): void => {
  try {
    // The folder holds passwords of events, and drafts.
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

/** The real path of a folder, which is created if missing. Throws the error of the file system. */
export const openFolder = (folder: string): string => {
  if (!isThere(folder)) makeFolder(folder);
  const real = realpathSync(folder);
  if (!statSync(real).isDirectory()) throw new Error(`${real} is no folder`);
  return real;
};

/**
 * True if a folder has data. Throws if its files cannot be read, written or created, or are no regular files, since
 * lmdb would crash. It does not open the files: closing one would release the locks of this process.
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
