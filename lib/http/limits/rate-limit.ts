import { errors } from '../../errors';

/** Makes the function that counts a request of an address; throws `rest_too_many_requests` beyond so many a minute. 0: none is counted. */
export const createRateLimit = (perMinute: number): ((address: string) => Promise<void>) => {
  if (perMinute === 0) return async () => undefined;
  // Loaded where something is counted: it brings a limiter for every database.
  const { RateLimiterMemory, RateLimiterRes } = require('rate-limiter-flexible') as typeof import('rate-limiter-flexible');
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
