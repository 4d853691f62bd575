/**
 * Source of the present moment. Specs bring their own.
 *
 * @example
 * const clock: Clock = { now: () => new Date('2030-06-01T12:00:00Z') };
 */
export interface Clock {
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
