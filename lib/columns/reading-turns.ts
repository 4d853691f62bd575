import { AsyncLocalStorage } from 'node:async_hooks';

/** For how many times as long as it took to read a column it is not read once more. */
const REST = 10;
/** The same where it could not be read, in ms. */
const REST_AFTER_FAILURE = 5000;

/** Makes what reads columns, by their paths, behind those who ask for them: some at a time, and none over and over. */
export function readingTurns(read: (paths: readonly string[]) => Promise<void>): (paths: readonly string[]) => void {
  const pending = new Set<string>();
  /** Until when those that were read are not read again. */
  const resting = new Map<string, number>();
  let isReading = false;
  const readPending = async (): Promise<void> => {
    while (pending.size > 0) {
      const begun = performance.now();
      const paths = [...pending];
      pending.clear();
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
  return (paths) => {
    const now = performance.now();
    for (const path of paths) if (now >= (resting.get(path) ?? 0)) pending.add(path);
    if (isReading || pending.size === 0) return;
    isReading = true;
    outside(() => void readPending());
  };
}
