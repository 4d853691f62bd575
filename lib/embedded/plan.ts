import type { Document } from 'bson';
import type { Collection, Index } from './catalog';
import { allowed, type Condition, type Filter } from './filter';
import { ALL, descending, type Interval } from './interval';
import { successor } from './key';
import { refuse } from './refusal';

/** How the documents of a collection that may pass a filter are found. */
export interface Plan {
  readonly index: Index;
  readonly stage: 'COLLSCAN' | 'IDHACK' | 'IXSCAN';
  /** Ranges of keys. Those of one stream follow one another; several streams are merged in the order of what their keys have beyond `offset`. */
  readonly streams: readonly Stream[];
  readonly reverse: boolean;
  /** Conditions compared within the key: the number of the index's field and what is allowed there. */
  readonly tests: readonly KeyTest[];
  /** Whether the documents come in the order asked for. */
  readonly sorted: boolean;
  /** Whether a document may come more than once. */
  readonly repeats: boolean;
  /** Whether everything that comes passes the filter, so that no document need be read. */
  readonly exact: boolean;
}

export interface Stream {
  readonly ranges: readonly Range[];
  readonly offset: number;
}

export interface Range {
  readonly low: Buffer;
  readonly high: Buffer;
}

export interface KeyTest {
  readonly field: number;
  readonly intervals: readonly Interval[];
}

/** A sort in the order of its fields: `[['start', 1], ['_id', -1]]`. */
export type Sort = readonly (readonly [path: string, direction: 1 | -1])[];

const MOST_RANGES = 5000;

interface Field {
  readonly path: string;
  readonly direction: 1 | -1;
  readonly array: string | undefined;
  readonly bounds: readonly Interval[] | undefined;
  /** Conditions that the bounds decide. */
  readonly decided: readonly Condition[];
  readonly points: boolean;
  /** Whether the bounds stem from more than a negation. */
  readonly narrow: boolean;
}

const isBelow = (path: string, array: string): boolean => path === array || path.startsWith(`${array}.`);

/** Of several conditions on a path with arrays only one may bound it: points before ranges, the longest value first. */
const best = (conditions: readonly Condition[]): Condition | undefined => {
  const rank = ({ intervals }: Condition) =>
    intervals.every(({ point }) => point) ? 1000 - Math.min(intervals.length, 500) + Math.min(intervals[0]?.low.length ?? 0, 400) / 1000 : 0;
  return [...conditions].sort((a, b) => rank(b) - rank(a))[0];
};

const fieldsOf = (index: Index, filter: Filter): Field[] => {
  const bounded = new Set<string>();
  return Object.entries(index.key).map(([path, direction]): Field => {
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

const contains = (outer: readonly Interval[], inner: readonly Interval[]): boolean =>
  inner.every(({ low, high }) => outer.some((one) => Buffer.compare(one.low, low) <= 0 && Buffer.compare(high, one.high) <= 0));

/** Tells whether every document that passes the filter is in the index. */
const holdsAll = (index: Index, filter: Filter): boolean => {
  const { partial } = index;
  const inPartial =
    !partial ||
    partial.filter.conditions.every((needed) =>
      filter.conditions.some(
        ({ path, negated, present, intervals }) =>
          path === needed.path && (!needed.present || present) && (!negated || index.arrays.size === 0) && contains(needed.intervals, intervals),
      ),
    );
  return inPartial && (!index.sparse || filter.conditions.some(({ path, present }) => present && Object.hasOwn(index.key, path)));
};

interface Order {
  /** How many fields of the index come before the order begins. */
  readonly before: number;
  readonly reverse: boolean;
}

/** Tells whether, and from which field on, the index has the order asked for. */
const orderOf = (index: Index, fields: readonly Field[], sort: Sort): Order | undefined => {
  const pinned = new Set(fields.filter(({ points, bounds, array }) => points && bounds?.length === 1 && array === undefined).map(({ path }) => path));
  const wanted = sort.filter(([path]) => !pinned.has(path));
  const [first] = wanted;
  if (!first) return { before: fields.length, reverse: sort[0]?.[1] === -1 && fields.length === 1 };
  let before: number | undefined;
  let reverse: boolean | undefined;
  let at = 0;
  let field = 0;
  for (; field < fields.length && at < wanted.length; field++) {
    const { path, direction, array, points, bounds } = fields[field] as Field;
    const [wantedPath, wantedDirection] = wanted[at] as Sort[number];
    if (path === wantedPath) {
      const turned = direction !== wantedDirection;
      if (array !== undefined || (reverse ?? turned) !== turned) return undefined;
      reverse = turned;
      before ??= field;
      at++;
    } else if (!(points && (bounds?.length === 1 || before === undefined))) return undefined;
  }
  if (at === wanted.length && before !== undefined) return { before, reverse: reverse ?? false };
  // All fields are used up: equal keys lie in the order of `_id`.
  const [restPath, restDirection] = wanted[at] as Sort[number];
  if (index.unique || restPath !== '_id' || at !== wanted.length - 1) return undefined;
  const turned = restDirection === -1;
  return (reverse ?? turned) === turned ? { before: before ?? fields.length, reverse: turned } : undefined;
};

/** The key ranges of bounds: points multiply, the first field with anything else ends it. Answers also how many fields were used. */
const rangesOf = (prefix: Buffer, fields: readonly Field[]): { readonly ranges: Range[]; readonly used: number } => {
  let prefixes = [prefix];
  for (const [i, { bounds, points }] of fields.entries()) {
    if (!bounds || prefixes.length * bounds.length > MOST_RANGES) return { ranges: prefixes.map(whole), used: i };
    if (!points) {
      return {
        ranges: prefixes.flatMap((start) => bounds.map(({ low, high }) => ({ low: Buffer.concat([start, low]), high: Buffer.concat([start, high]) }))),
        used: i + 1,
      };
    }
    prefixes = prefixes.flatMap((start) => bounds.map(({ low }) => Buffer.concat([start, low])));
  }
  return { ranges: prefixes.map(whole), used: fields.length };
};

const whole = (prefix: Buffer): Range => ({ low: prefix, high: successor(prefix) });

const prefixesOf = (prefix: Buffer, fields: readonly Field[]): Buffer[] =>
  fields.reduce<Buffer[]>(
    (prefixes, { bounds = [] }) => prefixes.flatMap((start) => bounds.map(({ low }) => Buffer.concat([start, low]))),
    [prefix],
  );

const walk = (index: Index, filter: Filter, sort: Sort): { readonly plan: Plan; readonly score: number } => {
  const fields = fieldsOf(index, filter);
  const order = sort.length > 0 ? orderOf(index, fields, sort) : undefined;
  const leading = order ? fields.slice(0, order.before) : [];
  const starts = prefixesOf(index.id, leading);
  const merged = starts.length > 1 && starts.length <= MOST_RANGES;
  const reverse = order?.reverse ?? false;
  const inOrder = (ranges: Range[]) => (reverse ? ranges.reverse() : ranges);
  const { ranges, used } = rangesOf(index.id, fields);
  const streams: Stream[] = merged
    ? starts.map((start) => ({ ranges: inOrder(rangesOf(start, fields.slice(leading.length)).ranges), offset: start.length }))
    : [{ ranges: inOrder(ranges), offset: 0 }];
  const tests = fields.flatMap(({ bounds }, field) => (bounds && field >= used ? [{ field, intervals: bounds }] : []));
  const sorted = order !== undefined && (starts.length === 1 || merged);
  const pinned = (field: Field) => field.points && field.bounds?.length === 1;
  const decided = new Set(fields.flatMap((field) => field.decided));
  const points = fields.findIndex((field) => !field.points);
  const leadingPoints = points < 0 ? fields.length : points;
  const ranged = points >= 0 && fields[points]?.narrow;
  const complete = leadingPoints === fields.length;
  return {
    plan: {
      index,
      stage: index.primary ? (complete && fields.every(pinned) ? 'IDHACK' : leadingPoints + used > 0 || sorted ? 'IXSCAN' : 'COLLSCAN') : 'IXSCAN',
      streams,
      reverse,
      tests,
      sorted,
      repeats: fields.some((field) => field.array !== undefined && !pinned(field)),
      exact: filter.complete && filter.conditions.every((condition) => decided.has(condition)),
    },
    score:
      leadingPoints * 20 +
      (ranged ? 8 : 0) +
      (sorted ? 15 : 0) +
      tests.length * 2 +
      (complete && index.unique ? (index.primary ? 1000 : 100) : 0) +
      (index.partial ? 1 : 0),
  };
};

const everything = (collection: Collection, reverse: boolean): Plan => ({
  index: collection.indexes[0] as Index,
  stage: 'COLLSCAN',
  streams: [{ ranges: [whole(collection.id)], offset: 0 }],
  reverse,
  tests: [],
  sorted: false,
  repeats: false,
  exact: false,
});

const hinted = (collection: Collection, hint: unknown): Index => {
  const wanted = JSON.stringify(hint);
  const index = collection.indexes.find(({ name, key }) => name === hint || JSON.stringify(key) === wanted);
  if (!index) throw refuse.badValue('error processing query: hint provided does not correspond to an existing index');
  return index;
};

/**
 * Chooses how to find what passes a filter, in the order of `sort` if an index has it.
 * `hint` is an index's name or pattern, or `{ $natural: 1 }`. Throws BadValue for one that does not exist.
 */
export const choosePlan = (collection: Collection, filter: Filter, sort: Sort = [], hint?: string | Document): Plan => {
  const natural = sort[0]?.[0] === '$natural' ? sort[0][1] : typeof hint === 'object' ? (hint['$natural'] as number | undefined) : undefined;
  const scan = { ...everything(collection, natural === -1), sorted: sort[0]?.[0] === '$natural', exact: filter.complete && filter.conditions.length === 0 };
  if (natural !== undefined) return scan;
  if (hint !== undefined && Object.keys(hint).length > 0) return walk(hinted(collection, hint), filter, sort).plan;
  const [first] = collection.indexes
    .filter((index) => holdsAll(index, filter))
    .map((index) => walk(index, filter, sort))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return first?.plan ?? scan;
};
