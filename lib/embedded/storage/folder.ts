import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

export const dataFile = (folder: string): string => path.join(folder, 'data.mdb');

/** Returns the path of lmdb's lock file, by which processes with an open data file find each other. */
export const lockFile = (folder: string): string => `${dataFile(folder)}-lock`;

const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

const sync = (path: string, flags: 'r' | 'r+'): void => {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

export const syncFile = (file: string): void => sync(file, 'r+');

/** Syncs the directory entries of a folder to disk, if the system supports it. */
export const syncNames = (folder: string): void => {
  try {
    sync(folder, 'r');
  } catch {
    // Windows and some file systems cannot do it; there the entries are synced with the files.
  }
};

/** Creates a folder and its parents. `mkdirSync` with `recursive` never ends below folders such as /proc. */
const makeFolder = (folder: string): void => {
  try {
    // The folder holds passwords of events, and drafts.
    mkdirSync(folder, { mode: 0o700 });
    syncNames(path.dirname(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = path.dirname(folder);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || exists(above)) throw error;
    makeFolder(above);
    makeFolder(folder);
  }
};

export const openFolder = (folder: string): string => {
  if (!exists(folder)) makeFolder(folder);
  const real = realpathSync(folder);
  if (!statSync(real).isDirectory()) throw new Error(`${real} is not a folder`);
  return real;
};

/** Returns the size of a file in bytes; 0 without a file. Throws if it is not regular, or not readable and writable. */
const usableSize = (folder: string, file: string): number => {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new Error(`${file} is not a file`);
  accessSync(stats ? file : folder, constants.R_OK | constants.W_OK | (stats ? 0 : constants.X_OK));
  return stats?.size ?? 0;
};

/**
 * True if a folder has data. Throws if its files are not usable, since lmdb would crash. Leaves the files closed: closing one would release
 * the locks of this process.
 */
export const hasData = (folder: string): boolean => {
  const size = usableSize(folder, dataFile(folder));
  usableSize(folder, lockFile(folder));
  return size > 0;
};

// A server that ends cleanly notes the size and modification time of its file. A file that matches needs no check.

const noteIn = (folder: string): string => path.join(folder, 'closed');

const fingerprint = (folder: string): string => {
  const { size, mtimeMs } = statSync(dataFile(folder));
  return `${size} ${mtimeMs}\n`;
};

export const noteCleanEnd = (folder: string): void => writeFileSync(noteIn(folder), fingerprint(folder), { mode: 0o600 });

/** Removes the note of the clean end, before the file changes. */
export const forgetCleanEnd = (folder: string): void => rmSync(noteIn(folder), { force: true });

export const endedCleanly = (folder: string): boolean => {
  try {
    return readFileSync(noteIn(folder), 'utf8') === fingerprint(folder);
  } catch {
    return false;
  }
};

/** The exit codes of the program `file-checker`. With `unusable` the program prints the reason. */
export const EXIT_CODES = { sound: 0, damaged: 1, unusable: 2 } as const;

/** The signals that end a process when lmdb reads a damaged file. */
const CRASHES: readonly unknown[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

/** Checks a data file in a separate process. Returns false for a damaged file. Throws if the file cannot be opened. */
export const isSound = async (folder: string): Promise<boolean> => {
  const child = spawn(process.execPath, [path.join(__dirname, 'file-checker.js'), folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  let reason = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    reason += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code === EXIT_CODES.damaged || CRASHES.includes(signal)) return false;
  if (code !== EXIT_CODES.sound) throw new Error(reason || `the check of its file ended with ${code ?? signal}`);
  return true;
};
