import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { errors } from '../errors';
import { createTurns } from '../turns';
import type { Limits } from './options';

/** Lets a bounded number of requests work at once. */
export interface Admission {
  /** Throws `rest_overloaded` where a request that came now would wait too long. */
  check(): void;
  /** Does the work when its turn has come. Throws `rest_overloaded`, before any work, where that is not in time. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** How much the last piece of work counts in the mean of how long work takes. */
const WEIGHT = 0.1;

/** Makes the door of the service: `concurrent` requests are inside, the others queue for at most `queueMilliseconds`. */
export const createAdmission = ({ concurrent, queueMilliseconds }: Limits): Admission => {
  const turns = createTurns(concurrent);
  let meanMilliseconds = 0;

  const refusal = () => errors.overloaded(Math.max(1, Math.ceil(queueMilliseconds / 1000)));
  const expected = () => ((turns.waiting() + 1) * meanMilliseconds) / concurrent;
  const wait = { milliseconds: queueMilliseconds, late: refusal };

  const check = (): void => {
    if (turns.taken() >= concurrent && expected() > queueMilliseconds) throw refusal();
  };

  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    try {
      return await work();
    } finally {
      meanMilliseconds += (performance.now() - started - meanMilliseconds) * WEIGHT;
    }
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    check();
    return turns.run(() => timed(work), wait);
  };

  return { check, run };
};

/** Makes the function that counts a request of an address; throws `rest_too_many_requests` beyond so many a minute. 0: none is counted. */
export const createRateLimit = (perMinute: number): ((address: string) => Promise<void>) => {
  if (perMinute === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (reason) {
      if (reason instanceof RateLimiterRes) throw errors.tooManyRequests(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
      throw reason;
    }
  };
};
