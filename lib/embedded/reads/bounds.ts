import { ALL, type Condition, descending, type Filter, type Interval, intersection, successor } from '../../query';
import type { Index } from '../storage/catalog';

/** A range of keys from `low` (inclusive) to `high` (exclusive). */
export type KeyRange = Pick<Interval, 'low' | 'high'>;

const MOST_RANGES = 5000;

/** A field of an index with the values that a filter allows. */
export interface IndexField {
  readonly path: string;
  readonly direction: 1 | -1;
  /** The path of the array that the field meets, if it meets one. */
  readonly array: string | undefined;
  readonly bounds: readonly Interval[] | undefined;
  /** The conditions that the bounds prove. */
  readonly decided: readonly Condition[];
  /** True if the bounds are single values. */
  readonly points: boolean;
  /** True if the bounds come from more than a negation. */
  readonly narrow: boolean;
}

/** The condition that bounds best: points before ranges, the longest value first. */
const best = (conditions: readonly Condition[]): Condition | undefined => {
  const rank = ({ intervals }: Condition) =>
    intervals.every(({ point }) => point)
      ? 1000 - Math.min(intervals.length, 500) + Math.min(intervals[0]?.low.length ?? 0, 400) / 1000
      : 0;
  return [...conditions].sort((a, b) => rank(b) - rank(a))[0];
};

/** The fields of an index with the bounds of a filter. On a path with arrays only one condition bounds. */
export const fieldsOf = (index: Index, filter: Filter): IndexField[] => {
  const bounded = new Set<string>();
  return Object.entries(index.key).map(([path, direction]): IndexField => {
    const array = [...index.arrays].find((one) => path === one || path.startsWith(`${one}.`));
    let used = filter.conditions.filter((condition) => condition.path === path);
    if (array !== undefined) {
      const one = bounded.has(array) ? undefined : best(used.filter(({ negated }) => !negated));
      used = one ? [one] : [];
      if (one) bounded.add(array);
    }
    if (used.length === 0) return { path, direction, array, bounds: undefined, decided: [], points: false, narrow: false };
    const intervals = used.map((one) => one.intervals).reduce((one, other) => intersection(one, other));
    return {
      path,
      direction,
      array,
      bounds: direction === 1 ? intervals : descending(intervals),
      decided: used.filter(({ exact, present }) => exact && (array === undefined || present)),
      points: intervals.every(({ point }) => point),
      narrow: used.some(({ negated, intervals: [first] }) => !negated && first?.low !== ALL[0]?.low),
    };
  });
};

const wholeRange = (prefix: Buffer): KeyRange => ({ low: prefix, high: successor(prefix) });

/** All prefixes followed by a point of a field. */
export const withPoints = (prefixes: readonly Buffer[], { bounds = [] }: IndexField): Buffer[] =>
  prefixes.flatMap((start) => bounds.map(({ low }) => Buffer.concat([start, low])));

/** The key ranges of bounds, and the number of fields used. Combinations of points multiply; the first field with a range ends them. */
export const rangesOf = (prefix: Buffer, fields: readonly IndexField[]): { readonly ranges: KeyRange[]; readonly used: number } => {
  let prefixes = [prefix];
  for (const [i, field] of fields.entries()) {
    const { bounds, points } = field;
    if (!bounds || prefixes.length * bounds.length > MOST_RANGES) return { ranges: prefixes.map(wholeRange), used: i };
    if (!points) {
      const rangesAt = (start: Buffer) =>
        bounds.map(({ low, high }) => ({ low: Buffer.concat([start, low]), high: Buffer.concat([start, high]) }));
      return { ranges: prefixes.flatMap(rangesAt), used: i + 1 };
    }
    prefixes = withPoints(prefixes, field);
  }
  return { ranges: prefixes.map(wholeRange), used: fields.length };
};
