import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiError } from '../../errors';

interface CounterOptions {
  /** The maximum count of a key in `seconds`. */
  readonly most: number;
  readonly seconds: number;
  /** Makes the error for a blocked key, which may try again after some seconds. */
  refuse(retryAfter: number): ApiError;
}

/** Makes a counter of keys, such as client addresses, in the memory of the process. A key beyond the limit is blocked for a while. */
export function createCounter({ most, seconds, refuse }: CounterOptions) {
  let counter: RateLimiterMemory | undefined;
  const refusal = ({ msBeforeNext }: RateLimiterRes): ApiError => refuse(Math.max(1, Math.ceil(msBeforeNext / 1000)));
  return {
    /** Throws the error of `refuse` if the key has reached the limit. */
    async assertNotBlocked(key: string): Promise<void> {
      const state = await counter?.get(key);
      if (state && state.consumedPoints >= most) throw refusal(state);
    },
    /** Counts the key once more. Throws the error of `refuse` beyond the limit. */
    async count(key: string): Promise<void> {
      if (counter === undefined) {
        // Loaded with the first key: it brings a limiter for every database, and many services count none.
        const { RateLimiterMemory } = require('rate-limiter-flexible') as typeof import('rate-limiter-flexible');
        counter = new RateLimiterMemory({ points: most, duration: seconds });
      }
      await counter.consume(key).catch((reason: unknown) => {
        throw reason instanceof Error ? reason : refusal(reason as RateLimiterRes);
      });
    },
  };
}
