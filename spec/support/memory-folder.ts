import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** The least room in bytes for the data files of all specs. */
const ROOM = 4 * 2 ** 30;

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
};

/** A folder in memory for data files, because each commit waits milliseconds for a disk. Without room it is the temporary folder. */
export const memoryFolder: string = hasRoom() ? MEMORY : tmpdir();
