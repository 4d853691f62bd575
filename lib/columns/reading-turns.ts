import { AsyncLocalStorage } from 'node:async_hooks';
import { byWords } from './words-asked';

/** For how many times as long as it took to read a column it is not read once more. */
const REST = 10;
/** The same where it could not be read, in ms. */
const REST_AFTER_FAILURE = 5000;

/** What reads columns behind those who ask for them. */
export interface ReadingTurns {
  isReading(): boolean;
  /** Has columns read, by their paths: some at a time, and none over and over. */
  ask(paths: readonly string[]): void;
}

/**
 * Makes what reads columns by a function; those of words by themselves, after the others: they take several times as long. Reading begins when `gather`
 * is over: what others ask for by then is read with what the first asks for.
 */
export function createReadingTurns(gather: () => Promise<void>, read: (paths: readonly string[]) => Promise<void>): ReadingTurns {
  const pending = new Set<string>();
  /** Until when those that were read are not read again. */
  const resting = new Map<string, number>();
  let isReading = false;
  /** Takes those that are read next. */
  const next = (): readonly string[] => {
    const values = [...pending].filter((path) => byWords(path) === undefined);
    const paths = values.length > 0 ? values : [...pending];
    for (const path of paths) pending.delete(path);
    return paths;
  };
  const readPending = async (): Promise<void> => {
    await gather().catch(() => undefined);
    while (pending.size > 0) {
      const begun = performance.now();
      const paths = next();
      // Who asks meanwhile has it read once.
      for (const path of paths) resting.set(path, Number.POSITIVE_INFINITY);
      const rest = await read(paths).then(
        () => REST * (performance.now() - begun),
        () => REST_AFTER_FAILURE,
      );
      for (const path of paths) resting.set(path, performance.now() + rest);
    }
    isReading = false;
  };
  // What it waits for is nothing that the request waits for which asked first.
  const outside = AsyncLocalStorage.snapshot();
  return {
    isReading: () => isReading,
    ask(paths) {
      const now = performance.now();
      for (const path of paths) if (now >= (resting.get(path) ?? 0)) pending.add(path);
      if (isReading || pending.size === 0) return;
      isReading = true;
      outside(() => void readPending());
    },
  };
}
