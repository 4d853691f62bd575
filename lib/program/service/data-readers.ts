import { statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../../http';

/** The mode bits for reading and writing by the group and by others. */
const OF_OTHERS = 0o066;

const FILES = ['', 'data.mdb', 'data.mdb-lock'];

/** Logs a warning if other users of the machine can read or write the files of the embedded database. */
export const warnOfOtherReaders = (folder: string, log: Log): void => {
  // On Windows the mode of a file does not tell who may read it.
  if (process.platform === 'win32') return;
  const open = FILES.map((file) => path.resolve(folder, file)).filter(
    (file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) !== 0,
  );
  if (open.length === 0) return;
  log.warn(
    { paths: open },
    `Other users of this machine can read or change ${open.join(', ')}, which hold drafts and passwords of events: take that right away with chmod go-rwx.`,
  );
};
