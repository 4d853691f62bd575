import { ApiError } from '../errors';
import { translateTrouble } from '../records/trouble';

/** Tells whether something failed because the database does not answer now. */
export function isAway(error: unknown): boolean {
  const refusal = error instanceof ApiError ? error : translateTrouble(error);
  return refusal?.status === 503;
}
