/**
 * A source of the present moment. Tests use a fixed one.
 *
 * @example
 * const clock: Clock = { now: () => new Date('2030-06-01T12:00:00Z') };
 */
export interface Clock {
  now(): Date;
}

/** The clock of the computer. */
export const systemClock: Clock = { now: () => new Date() };
