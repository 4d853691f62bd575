import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { errors } from '../../errors';
import { DEFAULT_LIMITS, type Limits } from '../options';
import { clientAddress, countedAddress } from '../requests/address';
import type { RequestContext, TimedRequest } from '../requests/request-context';
import type { Connections } from './connections';
import { createQueue, type QueueEntry } from './overload-queue';
import { createScheduler, type Load } from './scheduler';

/** The queue entry of a request. */
export const queueEntryOf = ({ req }: Context, { address }: RequestContext): QueueEntry => ({
  address: countedAddress(address),
  waited: (req as TimedRequest).waited,
  isConnected: () => !req.socket.destroyed,
});

/** A function that answers a request, such as the callback of a Koa application. */
type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The protection of a service against more requests than it can answer. */
export interface Overload {
  /** Wraps a function that answers requests: few requests begin per turn of the event loop; others wait or are refused. */
  guard(answer: AnswerRequest, refuse: (request: IncomingMessage, response: ServerResponse) => void): AnswerRequest;
  /** Runs a job as soon as fewer than `concurrent` jobs run. Throws `rest_overloaded` if that takes too long. */
  run<T>(work: () => Promise<T>, entry: QueueEntry): Promise<T>;
  load(): Load;
}

/** Paths of probes, which never wait. */
export const PROBES: readonly string[] = ['/healthz', '/readyz'];
const PROBE = new RegExp(`^(?:${PROBES.join('|')})(?:\\?|$)`);

/**
 * Protects a service against more requests than it can answer. In two queues, first come first served, nobody waits longer than
 * `queueMilliseconds` in all. The first queue has all requests except probes, so that the event loop stays fast even for cached answers.
 * The second queue has jobs, such as answers that are not cached. At most `concurrent` jobs run at once.
 */
export const createOverload = (options: {
  readonly limits?: Partial<Limits> | undefined;
  readonly trustProxy: number;
  readonly connections?: Connections | undefined;
}): Overload => {
  const { concurrent, queueMilliseconds }: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const retrySeconds = Math.max(1, Math.ceil(queueMilliseconds / 1000));
  const requests = createQueue(queueMilliseconds);
  const jobs = createQueue(queueMilliseconds);
  const scheduler = createScheduler({ requests, jobs, concurrent, connections: options.connections });
  return {
    guard: (answer, refuse) => (request: TimedRequest, response) => {
      if (PROBE.test(request.url ?? '')) return answer(request, response);
      const came = performance.now();
      return new Promise((resolve) => {
        requests.add({
          address: countedAddress(clientAddress(request, options.trustProxy)),
          isConnected: () => !request.socket.destroyed,
          begin() {
            request.waited = performance.now() - came;
            resolve(answer(request, response));
          },
          refuse() {
            refuse(request, response);
            resolve();
          },
        });
        scheduler.wake();
      });
    },
    async run(job, entry) {
      await new Promise<void>((resolve, reject) => {
        jobs.add({ ...entry, begin: resolve, refuse: () => reject(errors.overloaded(retrySeconds)) });
        scheduler.wake();
      });
      try {
        return await job();
      } finally {
        // Later, so that the answer is written too.
        setImmediate(scheduler.jobEnded);
      }
    },
    load: scheduler.load,
  };
};
