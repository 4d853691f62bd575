/** The time limit for the work of one request. */
export interface Deadline {
  /** Waits for a part of the work. Rejects at the deadline; a later result is ignored. */
  within<T>(work: T | PromiseLike<T>): Promise<Awaited<T>>;
  /** Cancels the deadline when the work is done. */
  end(): void;
}

/** Starts a deadline in `milliseconds`, which rejects with the error of `trouble`. It cannot interrupt work that never yields. */
export const createDeadline = (milliseconds: number, trouble: () => Error): Deadline => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(trouble()), milliseconds).unref();
  });
  // The deadline may pass while no part of the work is pending.
  passed.catch(() => undefined);
  return {
    within: (work) => Promise.race([work, passed]),
    end: () => clearTimeout(timer),
  };
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
