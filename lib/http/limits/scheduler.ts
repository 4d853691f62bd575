import type { Connections } from './connections';
import { createQueue, type Queue, type Waiting } from './overload-queue';

/** The numbers of running and waiting requests, and the maximum of running ones. */
export interface Load {
  readonly inside: number;
  readonly waiting: number;
  readonly most: number;
}

/** The part of each turn of the event loop in which waiting requests begin, in ms. */
const SLICE = 20;
/** The maximum number of running jobs while the event loop is slow. */
const MOST_IF_SLOW = 8;
/** The number of further places for addresses that have no running job. So slow requests of one address do not keep others out. */
const PLACES_FOR_OTHERS = 16;
/** The number of event loop turns per turn that begins requests, while clients connect. Node.js accepts a connection per turn. */
const TURNS_FOR_CONNECTING = 4;

interface Options {
  readonly concurrent: number;
  /** The maximum time that a request or a job waits, in ms. */
  readonly queueMilliseconds: number;
  readonly connections: Connections | undefined;
}

/**
 * Makes the scheduler of two queues, which begins their entries in slices of the event loop. Requests begin without a limit. Jobs
 * begin while fewer than `concurrent` run, or fewer than 8 while the event loop is slow. The first job of an address may begin beyond that.
 */
export const createScheduler = ({ concurrent, queueMilliseconds: milliseconds, connections }: Options) => {
  const turns = watchTurns(connections);
  const running = new Map<string, number>();
  const runningOf = (address: string): number => running.get(address) ?? 0;
  let inside = 0;
  const most = (): number => (turns.isSlow() ? Math.min(MOST_IF_SLOW, concurrent) : concurrent);
  const mayBegin = (address: string): boolean => inside < most() + (runningOf(address) === 0 ? PLACES_FOR_OTHERS : 0);
  const requests = createQueue({ milliseconds });
  const jobs = createQueue({ milliseconds, mayBegin });
  let isAwake = false;
  let turnsLeft = 0;

  const beginJob = (): boolean => {
    const address = jobs.beginNext();
    if (address === undefined) return false;
    inside += 1;
    running.set(address, runningOf(address) + 1);
    return true;
  };

  /** Begins requests and jobs until the slice is over. While clients connect, it begins one of each in some turns. */
  const begin = async (): Promise<void> => {
    const began = performance.now();
    turnsLeft = turns.isConnecting() ? turnsLeft - 1 : 0;
    if (turnsLeft <= 0) {
      turnsLeft = TURNS_FOR_CONNECTING;
      for (let goesOn = true; goesOn; ) {
        const begins = [beginJob(), requests.beginNext() !== undefined];
        // Promises that are already resolved in this turn continue first.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        goesOn = begins.includes(true) && !turns.isConnecting() && performance.now() - began < SLICE;
      }
    }
    isAwake = false;
    if (requests.size() > 0 || jobs.canBegin()) arm();
  };

  const arm = (): void => {
    if (isAwake) return;
    isAwake = true;
    setImmediate(begin);
  };

  const addTo = (queue: Queue) => (entry: Waiting) => {
    queue.add(entry);
    turns.measure();
    arm();
  };

  return {
    /** Adds an entry to a queue. It begins from the next turn of the event loop on. */
    addRequest: addTo(requests),
    addJob: addTo(jobs),
    jobEnded(address: string): void {
      inside -= 1;
      if (runningOf(address) > 1) running.set(address, runningOf(address) - 1);
      else running.delete(address);
      if (jobs.size() > 0) arm();
    },
    load: (): Load => ({ inside, waiting: requests.size() + jobs.size(), most: most() }),
  };
};

/** The mean length of slow turns of the event loop, in ms, normally and while clients connect. */
const SLOW_TURN = 50;
const SLOW_TURN_CONNECTING = 10;
/** The time after which earlier turns hardly count in the mean, in ms. */
const MEMORY = 100;

/** Measures the turns of the event loop: their mean length, and new connections in the last two turns. */
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
