import { isBrokenOff } from './database-errors';
import { driver } from './driver';

/** The longest pause before a retry grows from the first value to the second, in ms. */
const FIRST_PAUSE_MILLISECONDS = 4;
const LONGEST_PAUSE_MILLISECONDS = 50;
const PAUSE_GROWTH = 1.5;

/** A conflict with another transaction, or a lost server. Nothing is stored, and the work can be repeated. */
export class Collision extends Error {
  override readonly name = 'Collision';
}

/**
 * Rethrows an error of the driver, as a `Collision` if the transaction can be repeated. `isForsaken` is true if the
 * client was replaced since the transaction began.
 */
export const asCollision = (error: unknown, { isForsaken }: { readonly isForsaken: boolean }): never => {
  const isTransient =
    (error instanceof driver().MongoError && (isForsaken || error.hasErrorLabel('TransientTransactionError'))) || isBrokenOff(error);
  // The driver must not repeat it: its pauses grow to half a second, and other processes proceed meanwhile.
  throw isTransient ? new Collision(String(error), { cause: error }) : error;
};

/** Waits a random time before the next attempt. The time grows with the number of collisions. */
export const pause = (collisions: number): Promise<void> => {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * PAUSE_GROWTH ** collisions, LONGEST_PAUSE_MILLISECONDS);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
};

/** True if another transaction stored the same slug, fixture, image or key first. The work must then be repeated. */
export const isTaken = (error: unknown): boolean =>
  error instanceof driver().MongoServerError &&
  error.code === 11000 &&
  ['slug', 'source', 'url', '_id'].some((field) => field in (error['keyPattern'] ?? {}));
