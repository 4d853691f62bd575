import { ALL, allowed, type Condition, descending, type Filter, type Interval, successor } from '../../query';
import type { Index } from '../storage/collection';

/** A range of keys from `low` (inclusive) to `high` (exclusive). */
export interface KeyRange {
  readonly low: Buffer;
  readonly high: Buffer;
}

const MOST_RANGES = 5000;

/** A field of an index with the values that a filter allows. */
export interface IndexField {
  readonly path: string;
  readonly direction: 1 | -1;
  readonly array: string | undefined;
  readonly bounds: readonly Interval[] | undefined;
  /** The conditions that the bounds prove. */
  readonly decided: readonly Condition[];
  readonly points: boolean;
  /** True if the bounds come from more than a negation. */
  readonly narrow: boolean;
}

const isBelow = (path: string, array: string): boolean => path === array || path.startsWith(`${array}.`);

/**
 * The condition that bounds best: points before ranges, the longest value first. On a path with arrays only one
 * condition may bound.
 */
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
    const array = [...index.arrays].find((one) => isBelow(path, one));
    const own = filter.conditions.filter((condition) => condition.path === path);
    let used: readonly Condition[] = own;
    if (array !== undefined) {
      const one = bounded.has(array) ? undefined : best(own.filter(({ negated }) => !negated));
      used = one ? [one] : [];
      if (one) bounded.add(array);
    }
    if (used.length === 0) return { path, direction, array, bounds: undefined, decided: [], points: false, narrow: false };
    const intervals = allowed(used);
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

/**
 * The key ranges of bounds. Combinations of points multiply; the first field with a range ends them. Returns also the
 * number of used fields.
 */
export const rangesOf = (prefix: Buffer, fields: readonly IndexField[]): { readonly ranges: KeyRange[]; readonly used: number } => {
  let prefixes = [prefix];
  for (const [i, { bounds, points }] of fields.entries()) {
    if (!bounds || prefixes.length * bounds.length > MOST_RANGES) return { ranges: prefixes.map(wholeRange), used: i };
    if (!points) {
      return {
        ranges: prefixes.flatMap((start) =>
          bounds.map(({ low, high }) => ({ low: Buffer.concat([start, low]), high: Buffer.concat([start, high]) })),
        ),
        used: i + 1,
      };
    }
    prefixes = prefixes.flatMap((start) => bounds.map(({ low }) => Buffer.concat([start, low])));
  }
  return { ranges: prefixes.map(wholeRange), used: fields.length };
};

/** The range of all keys with a prefix. */
export const wholeRange = (prefix: Buffer): KeyRange => ({ low: prefix, high: successor(prefix) });

/** All combinations of the points of some fields, after a prefix. */
export const prefixesOf = (prefix: Buffer, fields: readonly IndexField[]): Buffer[] =>
  fields.reduce<Buffer[]>(
    (prefixes, { bounds = [] }) => prefixes.flatMap((start) => bounds.map(({ low }) => Buffer.concat([start, low]))),
    [prefix],
  );
