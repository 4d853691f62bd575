/** How much the last piece of work counts in the mean of its sort, and in that of all. */
const WEIGHT = 0.1;
const WEIGHT_OF_ALL = 0.02;

/** How much what came out before still counts when the next piece of work does, in the speed at which the queue moves. */
const MEMORY = 0.98;

/** What a piece of work counts for at least and at most, in ms: neither trifles nor what waited for a database that was away say what is usual. */
const LEAST_MILLISECONDS = 5;
const MOST_MILLISECONDS = 3000;

/** How many sorts are told apart; those that come later cost what is usual. */
const MOST_SORTS = 10_000;

/** What work of each sort takes, learnt from what it took beside as much other work as there was. */
export interface WorkCosts {
  /** How often as much as usual work of this sort takes, from 1 to the most; work of no sort costs 1. */
  of(sort: string | undefined): number;
  /** Learns what a piece of work took, and how long all work has waited for other work since the last was learnt, in ms. */
  learn(sort: string | undefined, milliseconds: number, waited?: number): void;
  /** What a piece of work takes at the moment without waiting for other work, in ms; 0 where nothing is known yet. */
  mean(): number;
}

/** Makes what learns costs, the most of which is `most`: at first everything costs 1. */
export const createWorkCosts = (most: number): WorkCosts => {
  const means = new Map<string, number>();
  let all = 0;
  let waits = 0;
  let learnt = 0;

  return {
    of: (sort = '') => Math.min(most, Math.max(1, Math.round((means.get(sort) ?? 0) / (all || 1)))),
    mean: () => Math.max(0, all - waits),
    learn(sort, took, waited = 0) {
      const milliseconds = Math.min(MOST_MILLISECONDS, Math.max(LEAST_MILLISECONDS, took));
      learnt += 1;
      // A process that has just started was slow at first.
      const weight = Math.max(WEIGHT_OF_ALL, 1 / learnt);
      all += (milliseconds - all) * weight;
      waits += (waited - waits) * weight;
      if (sort === undefined) return;
      const mean = means.get(sort);
      if (mean !== undefined) means.set(sort, mean + (milliseconds - mean) * WEIGHT);
      else if (means.size < MOST_SORTS) means.set(sort, milliseconds);
    },
  };
};

/** How fast a queue moves. */
export interface Pace {
  /** Hears that a piece of work of this cost is done, whether others still wait, and when that was, in ms. */
  done(cost: number, othersWait: boolean, now?: number): void;
  /** How long the queue takes to let in what costs 1, in ms; undefined where nobody waits. */
  each(): number | undefined;
}

/** Makes what learns the pace of a queue, from pauses of so many ms at most: a process that stood still is not slow. */
export const createPace = (longest: number): Pace => {
  let since: number | undefined;
  let milliseconds = 0;
  let costs = 0;
  return {
    each: () => (costs === 0 ? undefined : milliseconds / costs),
    done(cost, othersWait, now = performance.now()) {
      if (since !== undefined) {
        milliseconds = milliseconds * MEMORY + Math.min(longest, now - since);
        costs = costs * MEMORY + cost;
      }
      since = othersWait ? now : undefined;
      // While nobody waits it is not the queue that is slow; and what it was like is no longer so when somebody waits again.
      if (!othersWait) [milliseconds, costs] = [0, 0];
    },
  };
};
