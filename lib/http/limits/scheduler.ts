import type { Connections } from './connections';
import type { Queue } from './overload-queue';
import { watchTurns } from './turns';

/** Numbers of requests: running, waiting, and the maximum of running ones. */
export interface Load {
  readonly inside: number;
  readonly waiting: number;
  readonly most: number;
}

/** Part of each turn of the event loop in which waiting requests begin, in ms. */
const SLICE = 20;
/** Maximum of running jobs while the event loop is slow. */
const MOST_IF_SLOW = 8;
/** While clients connect, requests begin in one turn of so many. Node.js accepts a connection per turn, so accepting stays faster. */
const TURNS_FOR_CONNECTING = 4;

/** The queues of a service, and the bound on running jobs. */
interface Parts {
  readonly requests: Queue;
  readonly jobs: Queue;
  readonly concurrent: number;
  readonly connections: Connections | undefined;
}

/** Begins queued requests and jobs in slices of the event loop. */
export interface Scheduler {
  /** Begins what waits in the queues, from the next turn on. */
  wake(): void;
  /** Notes the end of a job. */
  jobEnded(): void;
  load(): Load;
}

/** Makes the scheduler of two queues. Requests begin without a bound; jobs begin while fewer than `concurrent` run. */
export const createScheduler = ({ requests, jobs, concurrent, connections }: Parts): Scheduler => {
  const turns = watchTurns(connections);
  let inside = 0;
  let isAwake = false;
  let turnsLeft = 0;

  const most = (): number => (turns.isSlow() ? Math.min(MOST_IF_SLOW, concurrent) : concurrent);

  const beginJob = (): boolean => {
    const begins = inside < most() && jobs.beginNext();
    if (begins) inside += 1;
    return begins;
  };

  /** Begins requests and jobs until the slice is over. While clients connect, it begins one of each in some turns. */
  const begin = async (): Promise<void> => {
    const began = performance.now();
    turnsLeft = turns.isConnecting() ? turnsLeft - 1 : 0;
    if (turnsLeft <= 0) {
      turnsLeft = TURNS_FOR_CONNECTING;
      for (let goesOn = true; goesOn; ) {
        const begins = [beginJob(), requests.beginNext()];
        await settled();
        goesOn = begins.includes(true) && !turns.isConnecting() && performance.now() - began < SLICE;
      }
    }
    isAwake = false;
    if (requests.size() > 0 || (jobs.size() > 0 && inside < most())) arm();
  };

  const arm = (): void => {
    if (isAwake) return;
    isAwake = true;
    setImmediate(begin);
  };

  return {
    wake() {
      turns.measure();
      arm();
    },
    jobEnded() {
      inside -= 1;
      if (jobs.size() > 0) arm();
    },
    load: () => ({ inside, waiting: requests.size() + jobs.size(), most: most() }),
  };
};

/** Resolves when everything that can continue in this turn has done so. */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
