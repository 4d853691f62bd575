import { encodeValue, inverted, successor, TYPE, typeByte } from './key';

/** A range of encoded values from `low` (inclusive) to `high` (exclusive). `point` is true if it contains one value only. */
export interface Interval {
  readonly low: Buffer;
  readonly high: Buffer;
  readonly point: boolean;
}

const LOWEST = Buffer.from([0x01]);
const HIGHEST = Buffer.from([0xff]);
const NUMBERS_BEGIN = encodeValue(Number.NEGATIVE_INFINITY);

export const ALL: readonly Interval[] = [{ low: LOWEST, high: HIGHEST, point: false }];

export const pointOf = (value: unknown): Interval => {
  const low = encodeValue(value);
  return { low, high: successor(low), point: true };
};

/** Returns the interval of `$gt`, `$gte`, `$lt` or `$lte`, limited to the BSON type of the operand. Empty if no value can pass. */
export const rangeOf = (operator: string, value: unknown): Interval[] => {
  const type = typeByte(value);
  const point = pointOf(value);
  if (Number.isNaN(value) || type === TYPE.null) return operator === '$gte' || operator === '$lte' ? [point] : [];
  const bracket = Buffer.from([type]);
  const first = type === TYPE.number ? NUMBERS_BEGIN : bracket;
  const low = operator === '$gt' ? point.high : operator === '$gte' ? point.low : first;
  const high = operator === '$lt' ? point.low : operator === '$lte' ? point.high : successor(bracket);
  return Buffer.compare(low, high) < 0 ? [{ low, high, point: false }] : [];
};

/** Sorts intervals and joins overlapping ones. */
export const union = (intervals: readonly Interval[]): Interval[] => {
  const sorted = [...intervals].sort((a, b) => Buffer.compare(a.low, b.low));
  const out: Interval[] = [];
  for (const next of sorted) {
    const last = out.at(-1);
    if (!last || Buffer.compare(last.high, next.low) < 0 || (last.point && next.point && !last.low.equals(next.low))) out.push(next);
    else if (Buffer.compare(next.high, last.high) > 0) out[out.length - 1] = { low: last.low, high: next.high, point: false };
  }
  return out;
};

/** Intersects two sorted lists of disjoint intervals. */
export const intersection = (one: readonly Interval[], other: readonly Interval[]): Interval[] => {
  const out: Interval[] = [];
  let [at, otherAt] = [0, 0];
  for (;;) {
    const [a, b] = [one[at], other[otherAt]];
    if (!(a && b)) return out;
    const low = Buffer.compare(a.low, b.low) >= 0 ? a.low : b.low;
    const isFirst = Buffer.compare(a.high, b.high) <= 0;
    const high = isFirst ? a.high : b.high;
    if (Buffer.compare(low, high) < 0) out.push({ low, high, point: a.point || b.point });
    if (isFirst) at += 1;
    else otherAt += 1;
  }
};

export const complement = (intervals: readonly Interval[]): Interval[] => {
  const out: Interval[] = [];
  let low: Buffer = LOWEST;
  for (const interval of intervals) {
    if (Buffer.compare(low, interval.low) < 0) out.push({ low, high: interval.low, point: false });
    low = interval.high;
  }
  return [...out, { low, high: HIGHEST, point: false }];
};

/** Converts intervals to those of a descending index, in the order of its keys. */
export const descending = (intervals: readonly Interval[]): Interval[] =>
  intervals
    .map(({ low, high, point }) =>
      point
        ? { low: inverted(low), high: successor(inverted(low)), point }
        : { low: successor(inverted(high)), high: successor(inverted(low)), point },
    )
    .reverse();

/** True if the encoded value in `key` from byte `start` to `end` lies in one of the sorted intervals. */
export const isWithin = (intervals: readonly Interval[], key: Buffer, start: number, end: number): boolean => {
  let from = 0;
  let to = intervals.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const interval = intervals[middle] as Interval;
    if (key.compare(interval.low, 0, interval.low.length, start, end) < 0) to = middle;
    else if (key.compare(interval.high, 0, interval.high.length, start, end) >= 0) from = middle + 1;
    else return true;
  }
  return false;
};
