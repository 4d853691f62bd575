import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { errors } from '../../errors';
import { DEFAULT_LIMITS, type Limits } from '../options';
import { clientAddress, countedAddress } from '../requests/address';
import type { RequestContext, TimedRequest } from '../requests/request-context';
import type { Connections } from './connections';
import { createQueue } from './overload-queue';

/** A job that waits for its turn. */
export interface QueueEntry {
  /** The client's address, as `countedAddress` writes it. */
  readonly address: string;
  /** Milliseconds that the request has waited before. */
  readonly waited?: number | undefined;
  /** True while the client is connected. */
  isWanted(): boolean;
}

/** The queue entry of a request. */
export const queueEntryOf = ({ req }: Context, { address }: Pick<RequestContext, 'address'>): QueueEntry => ({
  address: countedAddress(address),
  waited: (req as TimedRequest).waited,
  isWanted: () => !req.socket.destroyed,
});

/** Numbers of requests: running, waiting, and the maximum of running ones. */
export interface Load {
  readonly inside: number;
  readonly waiting: number;
  readonly most: number;
}

/** A function that answers a request, such as the callback of a Koa application. */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The protection of a service against more requests than it can answer. */
export interface Overload {
  /** Wraps a function that answers requests: few requests begin per turn of the event loop; others wait or are refused. */
  guard(answer: AnswerRequest, refuse: (request: IncomingMessage, response: ServerResponse) => void): AnswerRequest;
  /** Runs a job as soon as fewer than `concurrent` jobs run. Throws `rest_overloaded` if that takes too long. */
  run<T>(work: () => Promise<T>, applicant: QueueEntry): Promise<T>;
  load(): Load;
}

/** Paths of probes, which never wait. */
export const PROBES: readonly string[] = ['/healthz', '/readyz'];
const PROBE = new RegExp(`^(?:${PROBES.join('|')})(?:\\?|$)`);

/** Part of each turn of the event loop in which waiting requests begin, in ms. */
const SLICE = 20;
/** Mean length of slow turns in ms, normally and while clients connect. Node.js accepts one connection per turn. */
const SLOW_TURN = 50;
const SLOW_TURN_CONNECTING = 10;
/** Maximum of running jobs while the event loop is slow. */
const PLACES_IF_SLOW = 8;
/**
 * While clients connect, a request begins only in one of these turns, so that connections are accepted faster than requests are
 * answered.
 */
const TURNS_FOR_CONNECTING = 4;
/** Time after which the mean has mostly forgotten earlier turns, in ms. */
const MEMORY = 100;

/** Watches the turns of the event loop: their mean length, and new connections in the last two turns. */
const watchTurns = (connections: Connections | undefined) => {
  let mean = 0;
  let isLooking = false;
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
    look(): void {
      if (isLooking) return;
      isLooking = true;
      setImmediate(() => {
        const began = performance.now();
        setImmediate(() => {
          const took = performance.now() - began;
          mean += (took - mean) * Math.min(1, took / MEMORY);
          isLooking = false;
        });
      });
    },
  };
};

/** Resolves when everything that can continue in this turn has done so. */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/**
 * Protects a service against more requests than it can answer, in two places. Each has a queue, first come first served, where nobody waits
 * longer than `queueMilliseconds` in all. At the door requests are begun in slices, so that no turn of the event loop gets long and probes are
 * answered soon, even if every answer comes from the cache. Work that is not cached then needs one of `concurrent` places.
 */
export const createOverload = (options: {
  readonly limits?: Partial<Limits> | undefined;
  readonly trustProxy: number;
  readonly connections?: Connections | undefined;
}): Overload => {
  const { concurrent, queueMilliseconds }: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const retrySeconds = Math.max(1, Math.ceil(queueMilliseconds / 1000));
  const door = createQueue(queueMilliseconds);
  const work = createQueue(queueMilliseconds);
  const turns = watchTurns(options.connections);
  let inside = 0;
  let isArmed = false;
  let turnsLeft = 0;

  const places = (): number => (turns.isSlow() ? Math.min(PLACES_IF_SLOW, concurrent) : concurrent);

  const beginWork = (): boolean => {
    const begins = inside < places() && work.beginNext();
    if (begins) inside += 1;
    return begins;
  };

  /** Begins requests and work until the slice is over; while clients connect, one of each in a few turns. */
  const begin = async (): Promise<void> => {
    const began = performance.now();
    turnsLeft = turns.isConnecting() ? turnsLeft - 1 : 0;
    if (turnsLeft <= 0) {
      turnsLeft = TURNS_FOR_CONNECTING;
      for (let goesOn = true; goesOn; ) {
        const begins = [beginWork(), door.beginNext()];
        await settled();
        goesOn = begins.includes(true) && !turns.isConnecting() && performance.now() - began < SLICE;
      }
    }
    isArmed = false;
    if (door.size() > 0 || (work.size() > 0 && inside < places())) arm();
  };

  const arm = (): void => {
    if (isArmed) return;
    isArmed = true;
    setImmediate(begin);
  };

  const leave = (): void => {
    inside -= 1;
    if (work.size() > 0) arm();
  };

  return {
    guard: (answer, refuse) => (request: TimedRequest, response) => {
      if (PROBE.test(request.url ?? '')) return answer(request, response);
      turns.look();
      const came = performance.now();
      return new Promise((resolve) => {
        door.add({
          address: countedAddress(clientAddress(request, options.trustProxy)),
          isWanted: () => !request.socket.destroyed,
          begin() {
            request.waited = performance.now() - came;
            resolve(answer(request, response));
          },
          refuse() {
            refuse(request, response);
            resolve();
          },
        });
        arm();
      });
    },
    async run(job, { address, waited, isWanted }) {
      turns.look();
      await new Promise<void>((resolve, reject) => {
        work.add({ address, isWanted, begin: resolve, refuse: () => reject(errors.overloaded(retrySeconds)) }, waited);
        arm();
      });
      try {
        return await job();
      } finally {
        // The place is free once the answer is written too.
        setImmediate(leave);
      }
    },
    load: () => ({ inside, waiting: door.size() + work.size(), most: places() }),
  };
};
