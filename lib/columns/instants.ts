/** What moments are stored as: moments themselves, or wall times `YYYY-MM-DD HH:MM:SS`. */
export type InstantType = 'moment' | 'wall';

const WALL = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** The type of a value, undefined where it is neither. */
export const instantType = (value: unknown): InstantType | undefined => {
  if (value instanceof Date) return 'moment';
  return typeof value === 'string' && WALL.test(value) ? 'wall' : undefined;
};

/** The year whose wall times are small numbers: those before are negative. */
const YEAR_ONE = 1970;
/** What comes after the year, and how many of each there are at most, from 0 or 1. */
const PARTS = [
  { many: 12, from: 1 },
  { many: 31, from: 1 },
  { many: 24, from: 0 },
  { many: 60, from: 0 },
  { many: 60, from: 0 },
] as const;

/** A number that is greater the later a wall time is, whatever days its months have. */
const wallOrder = (value: string): number | undefined => {
  const [, year, ...parts] = WALL.exec(value) ?? [];
  if (year === undefined) return undefined;
  let order = Number(year) - YEAR_ONE;
  for (const [place, { many, from }] of PARTS.entries()) {
    const part = Number(parts[place]) - from;
    if (part < 0 || part >= many) return undefined;
    order = order * many + part;
  }
  return order;
};

const wallAt = (order: number): string => {
  let rest = order;
  const parts = PARTS.toReversed().map(({ many, from }) => {
    const part = (((rest % many) + many) % many) + from;
    rest = Math.floor(rest / many);
    return String(part).padStart(2, '0');
  });
  const [second, minute, hour, day, month] = parts;
  return `${String(rest + YEAR_ONE).padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
};

/** A number, in seconds where it is a moment, that is greater the later a value is; undefined where it is none of the type. */
export const orderOfInstant = (type: InstantType, value: unknown): number | undefined => {
  if (type === 'wall') return typeof value === 'string' ? wallOrder(value) : undefined;
  const order = value instanceof Date ? value.getTime() / 1000 : Number.NaN;
  return Number.isNaN(order) ? undefined : order;
};

/** The value that has such a number. */
export const instantAt = (type: InstantType, order: number): unknown =>
  type === 'wall' ? wallAt(order) : new Date(Math.round(order * 1000));
