import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFile } from './folder';

// A server that ends well notes the size of the data file and the moment of its last change. A file that is as noted need not be checked.

const noteIn = (folder: string): string => path.join(folder, 'closed');

const stateOf = (folder: string): string => {
  const { size, mtimeMs } = statSync(dataFile(folder));
  return `${size} ${mtimeMs}\n`;
};

/** Notes that the data file is whole as it is now. */
export const noteCleanEnd = (folder: string): void => writeFileSync(noteIn(folder), stateOf(folder), { mode: 0o600 });

/** Removes the note: from now on the file changes. */
export const forgetCleanEnd = (folder: string): void => rmSync(noteIn(folder), { force: true });

/** True where the data file is as the last server left it when it ended well. */
export const endedWell = (folder: string): boolean => {
  try {
    return readFileSync(noteIn(folder), 'utf8') === stateOf(folder);
  } catch {
    return false;
  }
};
