import { inspect } from 'node:util';
import type { Log } from './options';

/** How much is told of what was thrown and is no Error. */
const BRIEFLY = { depth: 2, maxArrayLength: 10, maxStringLength: 1000, customInspect: false, breakLength: Number.POSITIVE_INFINITY };

/** Writes the one line of the log on a bug, whatever it was that was thrown. */
export const logFailure = (log: Log, fields: object, thrown: unknown, message: string): void => {
  try {
    const err = thrown instanceof Error ? thrown : new Error(`what was thrown is no Error, but ${inspect(thrown, BRIEFLY)}`);
    log.error({ ...fields, err }, message);
  } catch {
    // A logger reads the members of an Error, and one of them throws.
    log.error({ ...fields, err: new Error('what was thrown cannot be told: reading it throws') }, message);
  }
};
