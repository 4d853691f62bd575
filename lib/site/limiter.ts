import { waitAtMost } from '../deadline';

/** The longest wait for a turn, in ms, and the error if it is exceeded. */
export interface Wait {
  readonly milliseconds: number;
  late(): Error;
}

/** Limits the number of tasks that run at once. The others queue, first come first served. */
export interface Limiter {
  /** Waits for a turn. Resolves with the function that ends it. */
  take(wait: Wait): Promise<() => void>;
}

/** Creates a limiter for `most` tasks at once. */
export const createLimiter = (most: number): Limiter => {
  const queue = new Set<() => void>();
  let running = 0;

  const leave = (): void => {
    const [next] = queue;
    if (next === undefined) running -= 1;
    else {
      queue.delete(next);
      next();
    }
  };

  return {
    async take({ milliseconds, late }) {
      if (running < most) {
        running += 1;
        return leave;
      }
      let begin = (): void => undefined;
      const turn = new Promise<void>((resolve) => {
        begin = resolve;
      });
      queue.add(begin);
      await waitAtMost(milliseconds, turn, {
        late: () => {
          // A request that has left the queue has its turn.
          if (queue.delete(begin)) throw late();
        },
        keepsAlive: true,
      });
      return leave;
    },
  };
};
