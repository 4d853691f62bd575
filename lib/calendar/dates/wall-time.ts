/**
 * A source of the present moment. Tests use a fixed one.
 *
 * @example
 * const clock: Clock = { now: () => new Date('2030-06-01T12:00:00Z') };
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A day of 24 hours, in ms. */
export const DAY = 86_400_000;

/** The pattern of a wall time, the local date and time without a zone, as 'YYYY-MM-DD HH:MM:SS'. */
const WALL = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Converts a wall time to ms since 1970 as if it were UTC. Fields beyond their range roll over; year 99 is not 1999. */
export const wallMs = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number =>
  // A leap year, so that 29 February of year 0 is not lost before the year is set.
  new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(
    year,
    month - 1,
    day + Math.floor((hour * 3600 + minute * 60 + second) / 86_400),
  );

export const daysInMonth = (year: number, month: number): number => new Date(wallMs(year, month + 1, 0)).getUTCDate();

/** Parses 'YYYY-MM-DD HH:MM:SS' to ms since 1970 as if it were UTC. NaN for any other text. */
export const wallToMs = (wall: string): number => {
  const [, ...fields] = WALL.exec(wall) ?? [];
  const [year = Number.NaN, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
  return wallMs(year, month, day, hour, minute, second);
};

/** Returns the day of a wall time as 'YYYY-MM-DD'. */
export const dayOf = (wall: string): string => wall.slice(0, 10);

/** Formats ms since 1970 as a UTC time 'YYYY-MM-DD HH:MM:SS' without fractions. '' outside the years 1 to 9999. */
export const msToWall = (ms: number): string => {
  const year = new Date(ms).getUTCFullYear();
  return year >= 1 && year <= 9999 ? new Date(ms).toISOString().slice(0, 19).replace('T', ' ') : '';
};
