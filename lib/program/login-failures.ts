import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { errors } from '../errors';

const FAILURES = 20;
const SECONDS = 10;

/** Counts failures to log in by a key, such as an address and a login. */
export interface LoginFailures {
  /** Throws 429 after 20 failures in 10 s. */
  assertPatience(key: string): Promise<void>;
  /** Counts one more; throws 429 beyond the limit. */
  count(key: string): Promise<void>;
}

/** Makes the count, in the memory of the process. */
export function createLoginFailures(): LoginFailures {
  const failures = new RateLimiterMemory({ points: FAILURES, duration: SECONDS });
  return {
    async assertPatience(key) {
      const state = await failures.get(key);
      if (state && state.consumedPoints >= FAILURES) throw errors.tooManyFailures(secondsOf(state));
    },
    async count(key) {
      await failures.consume(key).catch(refuse);
    },
  };
}

const secondsOf = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

const refuse = (reason: unknown): never => {
  throw reason instanceof RateLimiterRes ? errors.tooManyFailures(secondsOf(reason)) : reason;
};
