/** A moment after which nobody waits any more for the work of one request. */
export interface Deadline {
  /** Waits for a piece of the work; rejects at the deadline, and then what the work comes to is ignored. */
  within<T>(work: T | PromiseLike<T>): Promise<Awaited<T>>;
  /** Forgets the deadline: the work is done. */
  end(): void;
}

/** Sets a deadline so many ms from now, which rejects with what `trouble` makes. Work that never gives way to other work cannot be bounded. */
export const createDeadline = (milliseconds: number, trouble: () => Error): Deadline => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(trouble()), milliseconds).unref();
  });
  // The deadline may pass while no piece of the work is waited for.
  passed.catch(() => undefined);
  return {
    within: (work) => Promise.race([work, passed]),
    end: () => clearTimeout(timer),
  };
};

/** How a piece of work is waited for. */
interface Waiting<L> {
  /** What takes the place of work that comes too late; it may throw. */
  late(): L;
  /** Whether the process stays alive for it: not unless asked for. */
  readonly keepsAlive?: boolean;
}

/** Waits for one piece of work, so many ms at most; what comes too late is ignored. */
export async function waitAtMost<T, L>(
  milliseconds: number,
  work: T | PromiseLike<T>,
  { late, keepsAlive = false }: Waiting<L>,
): Promise<Awaited<T> | L> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    if (!keepsAlive) timer.unref();
  }).then(late);
  // Nobody may wait for it any more.
  passed.catch(() => undefined);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}
