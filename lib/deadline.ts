/** A function that waits for a part of some work until the deadline of the work. */
export type Within = <T>(work: T | PromiseLike<T>) => Promise<Awaited<T>>;

/**
 * Starts a deadline in `milliseconds` for all parts of some work. The returned function rejects at the deadline with the error of `lateError`,
 * and ignores a later result. It cannot interrupt work that never yields.
 */
export const createDeadline = (milliseconds: number, lateError: () => Error): Within => {
  const end = performance.now() + milliseconds;
  const onTimeout = (): never => {
    throw lateError();
  };
  return (work) => waitAtMost(end - performance.now(), work, { onTimeout });
};

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

/** Makes a promise and the function that resolves it, as `Promise.withResolvers` of Node.js 22 does. */
export const withResolvers = (): { readonly promise: Promise<void>; resolve(): void } => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return { promise, resolve };
};
