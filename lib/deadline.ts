/** Waits for a part of some work. Rejects at the deadline of the work; a later result is ignored. */
export type Within = <T>(part: T | PromiseLike<T>) => Promise<Awaited<T>>;

/**
 * Waits for work, at most `milliseconds`, and ignores a later result. `onTimeout` returns the result in place of late work, or throws. If
 * `keepsAlive` is true, the process stays alive during the wait.
 */
export async function waitAtMost<T, L>(
  milliseconds: number,
  work: T | PromiseLike<T>,
  { onTimeout, keepsAlive = false }: { onTimeout(): L; readonly keepsAlive?: boolean },
): Promise<Awaited<T> | L> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    if (!keepsAlive) timer.unref();
  }).then(onTimeout);
  // Nothing may wait for the promise any more.
  passed.catch(() => undefined);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}
