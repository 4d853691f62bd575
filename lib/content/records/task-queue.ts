import { waitAtMost } from '../../deadline';
import { errors } from '../../errors';

/** The maximum time that a task waits for its turn, in ms. */
const WAIT_MILLISECONDS = 5000;
/** The `Retry-After` of the error after that, in seconds. */
const RETRY_SECONDS = 10;

const refuse = (): never => {
  throw errors.overloaded(RETRY_SECONDS);
};

/**
 * Makes a queue that runs one long task at a time, so that short requests are served in between. A task that has waited for 5 s is dropped,
 * and throws 503 `rest_overloaded`.
 */
export const createTaskQueue = (milliseconds = WAIT_MILLISECONDS) => {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last;
    let isDropped = false;
    const result = turn.then(() => (isDropped ? refuse() : task()));
    last = result.catch(() => undefined);
    const drop = (): never => {
      isDropped = true;
      return refuse();
    };
    await waitAtMost(milliseconds, turn, { onTimeout: drop, keepsAlive: true });
    return result;
  };
};
