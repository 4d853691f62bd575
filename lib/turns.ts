import { waitAtMost } from './deadline';

/** How long one waits for a turn, in ms; `late` makes what is thrown then. */
export interface Wait {
  readonly milliseconds: number;
  late(): Error;
}

/** Lets a bounded number of pieces of work go on at once; the others queue. */
export interface Turns {
  /** How many are under way. */
  taken(): number;
  /** How many wait for a turn. */
  waiting(): number;
  /** Does the work when its turn has come, however long that takes unless told otherwise. */
  run<T>(work: () => Promise<T>, wait?: Wait): Promise<T>;
}

/** Makes turns of which `most` are taken at once. */
export const createTurns = (most: number): Turns => {
  const queue = new Set<() => void>();
  let taken = 0;

  const turn = async (wait: Wait | undefined): Promise<void> => {
    let begin = () => {};
    const handed = new Promise<void>((resolve) => {
      begin = resolve;
      queue.add(begin);
    });
    if (wait === undefined) return handed;
    const late = () => {
      // Who is no longer in the queue has been handed a turn.
      if (queue.delete(begin)) throw wait.late();
    };
    await waitAtMost(wait.milliseconds, handed, { late, keepsAlive: true });
  };

  const leave = (): void => {
    const [next] = queue;
    if (next === undefined) {
      taken -= 1;
      return;
    }
    queue.delete(next);
    // The turn is handed on.
    next();
  };

  return {
    taken: () => taken,
    waiting: () => queue.size,
    async run(work, wait) {
      if (taken < most) taken += 1;
      else await turn(wait);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
