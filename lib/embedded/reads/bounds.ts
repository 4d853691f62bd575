import { ALL, type Condition, descending, type Filter, type Interval, intersection, successor } from '../../query';
import type { Index } from '../storage/catalog';

/** A range of index keys from `low` (inclusive) to `high` (exclusive). */
export type KeyRange = Pick<Interval, 'low' | 'high'>;

const MOST_RANGES = 5000;

/** A field of an index, with the bounds that a filter sets on its values. */
export interface IndexField {
  readonly path: string;
  readonly direction: 1 | -1;
  /** The path at which some document has an array; undefined without arrays. */
  readonly array: string | undefined;
  readonly bounds: readonly Interval[] | undefined;
  /** The conditions of the filter that the bounds prove. */
  readonly decided: readonly Condition[];
  /** True if all bounds are single values. */
  readonly points: boolean;
  /** True if the bounds come from more than a negation such as `$ne`. */
  readonly narrow: boolean;
}

/** Returns the narrowest condition: single values before ranges, then the longest encoded value. */
const best = (conditions: readonly Condition[]): Condition | undefined => {
  const rank = ({ intervals }: Condition) =>
    intervals.every(({ point }) => point)
      ? 1000 - Math.min(intervals.length, 500) + Math.min(intervals[0]?.low.length ?? 0, 400) / 1000
      : 0;
  return [...conditions].sort((a, b) => rank(b) - rank(a))[0];
};

/** Finds the bounds of a filter for index fields. A path with arrays uses only one condition. */
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

/** Combines each key prefix with each single value of a field. */
export const withPoints = (prefixes: readonly Buffer[], { bounds = [] }: IndexField): Buffer[] =>
  prefixes.flatMap((start) => bounds.map(({ low }) => Buffer.concat([start, low])));

/** Makes the key ranges of bounds, and counts the fields used. Single values multiply; the first field with a range is the last. */
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
