import { ABORT } from 'lmdb';
import { EXIT_CODES } from './folder';
import { openFile } from './store';

// A program that reads a data file to find damage. A crash is an answer too.

/** The time limit in ms of the check, for which the start waits. */
const LONGEST_MILLISECONDS = 5000;
/** A value longer than most free spaces in the file. Storing it makes lmdb search its list of free pages. */
const LONG_VALUE = Buffer.alloc(1_000_000);
const LAST_KEY = Buffer.alloc(5, 0xff);

type File = ReturnType<typeof openFile>;

/** Reads entries until the time limit. Returns false if their order, or their number after reading all, is wrong. */
const areEntriesSound = (file: File): boolean => {
  const until = performance.now() + LONGEST_MILLISECONDS;
  let before: Buffer = Buffer.alloc(0);
  let count = 0;
  for (const { key } of file.getRange({})) {
    if (count > 0 && before.compare(key) >= 0) return false;
    before = key;
    count += 1;
    if (count % 1000 === 0 && performance.now() > until) return true;
  }
  return count === (file.getStats() as { readonly entryCount?: number }).entryCount;
};

/** Checks a data file that no process writes. Leaves the file unchanged. */
const isFileSound = (file: File): boolean => {
  let isSound = false;
  try {
    file.transactionSync(() => {
      isSound = areEntriesSound(file);
      if (isSound) file.putSync(LAST_KEY, LONG_VALUE);
      return ABORT;
    });
  } catch {
    return false;
  }
  return isSound;
};

try {
  process.exitCode = isFileSound(openFile(process.argv[2] ?? '')) ? EXIT_CODES.sound : EXIT_CODES.damaged;
} catch (error) {
  const { message, code } = error as { readonly message: string; readonly code?: unknown };
  // Errors of lmdb itself are negative and mean a damaged file.
  process.exitCode = typeof code === 'number' && code < 0 ? EXIT_CODES.damaged : EXIT_CODES.unusable;
  process.stdout.write(message);
}
