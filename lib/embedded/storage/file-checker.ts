import { ABORT } from 'lmdb';
import { CHECKED } from './file-check';
import { openFile } from './store';

// The program that reads a data file to find damage. It may crash: that is an answer, too.

/** Milliseconds that it reads at most: a start waits for it. */
const LONGEST_MILLISECONDS = 5000;
/** A value that is longer than most free places: lmdb looks through its list of these. */
const LONG_VALUE = Buffer.alloc(1_000_000);
const LAST_KEY = Buffer.alloc(5, 0xff);

type File = ReturnType<typeof openFile>;

/** Reads all entries, as far as there is time for that: their keys are in order, and they are as many as the file says. */
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

/** Checks a file while nobody writes to it; nothing in it is changed. */
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
  process.exitCode = isFileSound(openFile(process.argv[2] ?? '')) ? CHECKED.sound : CHECKED.damaged;
} catch (error) {
  const { message, code } = error as { readonly message: string; readonly code?: unknown };
  // The errors of lmdb itself are below zero: the file is not what it should be.
  process.exitCode = typeof code === 'number' && code < 0 ? CHECKED.damaged : CHECKED.unusable;
  process.stdout.write(message);
}
