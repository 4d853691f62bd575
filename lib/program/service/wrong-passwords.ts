import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { WrongPasswords } from '../../content';
import { errors } from '../../errors';

/** The maximum number of wrong passwords in a time in seconds. */
interface Bounds {
  readonly most: number;
  readonly seconds: number;
}

/** Makes the counter. It is loaded with the first password, since most clients send none. */
const createCounter = ({ most, seconds }: Bounds): RateLimiterMemory => {
  const { RateLimiterMemory } = require('rate-limiter-flexible') as typeof import('rate-limiter-flexible');
  return new RateLimiterMemory({ points: most, duration: seconds });
};

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Makes the count of wrong passwords, in the memory of the process. */
export function createWrongPasswords(bounds: Bounds): WrongPasswords {
  let counter: RateLimiterMemory | undefined;
  return {
    async assertPatience(key) {
      const state = await counter?.get(key);
      if (state && state.consumedPoints >= bounds.most) throw errors.tooManyFailures(secondsOf(state));
    },
    async count(key) {
      counter ??= createCounter(bounds);
      await counter.consume(key).catch((reason: unknown) => {
        throw reason instanceof Error ? reason : errors.tooManyFailures(secondsOf(reason as RateLimiterRes));
      });
    },
  };
}
