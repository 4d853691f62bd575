import { waitAtMost } from './deadline';

/** How long one waits for a turn, in ms; `late` makes what is thrown then. */
export interface Wait {
  readonly milliseconds: number;
  late(): Error;
  /** Whether anybody still waits for what the work comes to; those of whom nobody does are late at once when their turn comes. */
  isWanted?(): boolean;
}

/** Lets a bounded number of pieces of work go on at once; the others queue. */
export interface Limiter {
  /** How many are under way, each as often as it costs. */
  taken(): number;
  /** How many wait for a turn, each as often as it costs. */
  waiting(): number;
  /** Waits for a turn, however long that takes unless told otherwise; what is answered ends it. What costs more takes the place of several. */
  take(wait?: Wait, cost?: number): Promise<() => void>;
  /** Begins what may be begun by now: the most has become more. */
  handOn(): void;
  /** Does the work when its turn has come. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** What stands in the queue. */
interface Waiting {
  readonly cost: number;
  begin(): void;
  isHopeless(): boolean;
  refuse(): void;
}

/** Makes a limiter of whose turns `most` are taken at once, or as many as it answers at the moment; a piece of work that costs more goes on alone. */
export const createLimiter = (most: number | (() => number)): Limiter => {
  const limit = typeof most === 'number' ? () => most : most;
  const queue = new Set<Waiting>();
  let taken = 0;
  let waiting = 0;

  const fits = (cost: number): boolean => taken === 0 || taken + cost <= limit();

  const dequeue = (one: Waiting): boolean => {
    const was = queue.delete(one);
    if (was) waiting -= one.cost;
    return was;
  };

  /** Hands turns on, in the order of coming; who has waited in vain is told so first. */
  const handOn = (): void => {
    for (const next of queue) {
      const isHopeless = next.isHopeless();
      if (!isHopeless && !fits(next.cost)) return;
      dequeue(next);
      if (isHopeless) next.refuse();
      else {
        taken += next.cost;
        next.begin();
      }
    }
  };

  const turn = async (wait: Wait | undefined, cost: number): Promise<void> => {
    const end = performance.now() + (wait?.milliseconds ?? Number.POSITIVE_INFINITY);
    let one: Waiting | undefined;
    const handed = new Promise<void>((resolve, reject) => {
      one = {
        cost,
        begin: resolve,
        isHopeless: () => performance.now() > end || wait?.isWanted?.() === false,
        refuse: () => reject(wait?.late()),
      };
      queue.add(one);
      waiting += cost;
    });
    if (wait === undefined) return handed;
    const late = () => {
      // Who is no longer in the queue has been handed a turn.
      if (one === undefined || !dequeue(one)) return;
      // Those behind it may need less.
      handOn();
      throw wait.late();
    };
    await waitAtMost(wait.milliseconds, handed, { late, keepsAlive: true });
  };

  /** Takes a turn that is free, or waits for one. */
  const enter = (wait: Wait | undefined, cost: number): Promise<void> | undefined => {
    if (queue.size > 0 || !fits(cost)) return turn(wait, cost);
    taken += cost;
    return undefined;
  };

  const leave = (cost: number): void => {
    taken -= cost;
    handOn();
  };

  return {
    taken: () => taken,
    waiting: () => waiting,
    handOn,
    async take(wait, cost = 1) {
      await enter(wait, cost);
      return () => leave(cost);
    },
    async run(work) {
      const coming = enter(undefined, 1);
      // What is free is begun at once.
      if (coming !== undefined) await coming;
      try {
        return await work();
      } finally {
        leave(1);
      }
    },
  };
};
