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
