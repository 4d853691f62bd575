import { isBrokenOff } from './database-errors';
import { driver } from './driver';

/** Those that meet another process' changes try again after up to so many ms, longer each time. */
const FIRST_PAUSE_MILLISECONDS = 4;
const LONGEST_PAUSE_MILLISECONDS = 50;
const PAUSE_GROWTH = 1.5;

/** Met what another transaction is changing, or lost the server on the way: nothing is stored, and all can be done again. */
export class Collision extends Error {
  override readonly name = 'Collision';
}

/** Throws a driver's error again, as a `Collision` where the work can be done anew; `isForsaken`: over other connections than it has begun. */
export const asCollision = (error: unknown, isForsaken: boolean): never => {
  const isTransient =
    (error instanceof driver().MongoError && (isForsaken || error.hasErrorLabel('TransientTransactionError'))) || isBrokenOff(error);
  // Not for the driver to repeat: its pauses grow to half a second, in which other processes go on taking turns.
  throw isTransient ? new Collision(String(error), { cause: error }) : error;
};

/** Waits a little after so many collisions. */
export const pause = (collisions: number): Promise<void> => {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * PAUSE_GROWTH ** collisions, LONGEST_PAUSE_MILLISECONDS);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
};

/** Another transaction took the slug, or stored the fixture, the image or the claim, first: what was worked out must be worked out again. */
export const isTaken = (error: unknown): boolean =>
  error instanceof driver().MongoServerError &&
  error.code === 11000 &&
  ['slug', 'source', 'url', '_id'].some((field) => field in (error['keyPattern'] ?? {}));
