import { errors } from '../../errors';

/** Makes the function that counts requests by address. It throws `rest_too_many_requests` beyond `perMinute`; 0 sets no bound. */
export const createRateLimit = (perMinute: number): ((address: string) => Promise<void>) => {
  if (perMinute === 0) return async () => undefined;
  // Loaded only if requests are counted: it brings a limiter for every database.
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
