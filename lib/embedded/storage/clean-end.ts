import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFile } from './folder';

// A server that ends cleanly notes the size and modification time of its file. A file that matches needs no check.

const noteIn = (folder: string): string => path.join(folder, 'closed');

const stateOf = (folder: string): string => {
  const { size, mtimeMs } = statSync(dataFile(folder));
  return `${size} ${mtimeMs}\n`;
};

/** Notes that the data file is complete now. */
export const noteCleanEnd = (folder: string): void => writeFileSync(noteIn(folder), stateOf(folder), { mode: 0o600 });

/** Removes the note, before the file changes. */
export const forgetCleanEnd = (folder: string): void => rmSync(noteIn(folder), { force: true });

/** True if the data file is as a clean end left it. */
export const endedWell = (folder: string): boolean => {
  try {
    return readFileSync(noteIn(folder), 'utf8') === stateOf(folder);
  } catch {
    return false;
  }
};
