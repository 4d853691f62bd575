import type { Connections } from './connections';
import type { Queue } from './overload-queue';

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

interface Options {
  readonly requests: Queue;
  readonly jobs: Queue;
  readonly concurrent: number;
  readonly connections: Connections | undefined;
}

/**
 * Makes the scheduler of two queues, which begins their entries in slices of the event loop. Requests begin without a bound; jobs begin
 * while fewer than `concurrent` run.
 */
export const createScheduler = ({ requests, jobs, concurrent, connections }: Options) => {
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
        // Everything that can continue in this turn does so first.
        await new Promise<void>((resolve) => process.nextTick(resolve));
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
    /** Begins entries of the queues, from the next turn on. */
    wake(): void {
      turns.measure();
      arm();
    },
    jobEnded(): void {
      inside -= 1;
      if (jobs.size() > 0) arm();
    },
    load: (): Load => ({ inside, waiting: requests.size() + jobs.size(), most: most() }),
  };
};

/** Mean length of slow turns in ms, normally and while clients connect. Node.js accepts one connection per turn. */
const SLOW_TURN = 50;
const SLOW_TURN_CONNECTING = 10;
/** Time after which the mean has mostly forgotten earlier turns, in ms. */
const MEMORY = 100;

/** Watches the turns of the event loop: their mean length, and new connections in the last two turns. */
const watchTurns = (connections: Connections | undefined) => {
  let mean = 0;
  let isMeasuring = false;
  let connecting = 0;
  const quieten = (): void => {
    connecting -= 1;
  };
  connections?.onOpen(() => {
    connecting += 1;
    setImmediate(() => setImmediate(quieten));
  });
  return {
    isConnecting: () => connecting > 0,
    isSlow: () => mean > (connecting > 0 ? SLOW_TURN_CONNECTING : SLOW_TURN),
    /** Measures the next turn. */
    measure(): void {
      if (isMeasuring) return;
      isMeasuring = true;
      setImmediate(() => {
        const began = performance.now();
        setImmediate(() => {
          const took = performance.now() - began;
          mean += (took - mean) * Math.min(1, took / MEMORY);
          isMeasuring = false;
        });
      });
    },
  };
};
