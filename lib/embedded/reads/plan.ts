import type { Document } from 'bson';
import { type Filter, type Interval, refuse, type Sort } from '../../query';
import type { Collection, Index } from '../storage/collection';
import { fieldsOf, type IndexField, type KeyRange, prefixesOf, rangesOf, wholeRange } from './bounds';

/** A plan: the index and key ranges that find the documents of a filter. */
export interface Plan {
  readonly index: Index;
  readonly stage: 'COLLSCAN' | 'IDHACK' | 'IXSCAN';
  /** The streams of key ranges. Several streams are merged in the order of their keys from `offset` on. */
  readonly streams: readonly Stream[];
  /** True if every range holds at most one key, which is its `low`. */
  readonly single: boolean;
  readonly reverse: boolean;
  /** Conditions that are tested on the key itself. */
  readonly tests: readonly KeyTest[];
  /** True if the documents come in the requested order. */
  readonly sorted: boolean;
  /** True if a document may come more than once. */
  readonly repeats: boolean;
  /** True if every entry passes the filter, so that documents need not be read for it. */
  readonly exact: boolean;
}

/** Ranges that are read one after the other. Their keys compare with other streams from `offset` on. */
export interface Stream {
  readonly ranges: readonly KeyRange[];
  readonly offset: number;
}

/** The allowed intervals of one field in an index key. */
export interface KeyTest {
  readonly field: number;
  readonly intervals: readonly Interval[];
}

/** The most merged streams. Above it, sorting costs less. */
const MOST_STREAMS = 500;

const contains = (outer: readonly Interval[], inner: readonly Interval[]): boolean =>
  inner.every(({ low, high }) => outer.some((one) => Buffer.compare(one.low, low) <= 0 && Buffer.compare(high, one.high) <= 0));

/** True if every document that passes the filter is in the index. */
const holdsAll = (index: Index, filter: Filter): boolean => {
  const { partial } = index;
  return (
    !partial ||
    partial.filter.conditions.every((needed) =>
      filter.conditions.some(
        ({ path, negated, present, intervals }) =>
          path === needed.path &&
          (!needed.present || present) &&
          (!negated || index.arrays.size === 0) &&
          contains(needed.intervals, intervals),
      ),
    )
  );
};

interface Order {
  /** The number of index fields before the order begins. */
  readonly before: number;
  readonly reverse: boolean;
}

/** The order of an index for a sort; undefined if the index does not provide it. */
const orderOf = (index: Index, fields: readonly IndexField[], sort: Sort): Order | undefined => {
  const pinned = new Set(
    fields.filter(({ points, bounds, array }) => points && bounds?.length === 1 && array === undefined).map(({ path }) => path),
  );
  const requested = sort.filter(([path]) => !pinned.has(path));
  const [first] = requested;
  // All sort fields have one value.
  if (!first) return { before: 0, reverse: sort[0]?.[1] === -1 && fields.length === 1 };
  let before: number | undefined;
  let reverse: boolean | undefined;
  let at = 0;
  let field = 0;
  for (; field < fields.length && at < requested.length; field++) {
    const { path, direction, array, points, bounds } = fields[field] as IndexField;
    const [requestedPath, requestedDirection] = requested[at] as Sort[number];
    if (path === requestedPath) {
      const turned = direction !== requestedDirection;
      if (array !== undefined || (reverse ?? turned) !== turned) return undefined;
      reverse = turned;
      before ??= field;
      at++;
    } else if (!(points && (bounds?.length === 1 || before === undefined))) return undefined;
  }
  if (at === requested.length && before !== undefined) return { before, reverse: reverse ?? false };
  // After all index fields, equal keys are in the order of `_id`.
  const [restPath, restDirection] = requested[at] as Sort[number];
  if (index.unique || restPath !== '_id' || at !== requested.length - 1) return undefined;
  const turned = restDirection === -1;
  return (reverse ?? turned) === turned ? { before: before ?? fields.length, reverse: turned } : undefined;
};

/** The score of a lookup by `_id`. No other index reaches it. */
const ONE_ID = 1000;

interface Merits {
  /** The number of leading fields with fixed values. */
  readonly points: number;
  readonly isRanged: boolean;
  readonly isSorted: boolean;
  readonly tests: number;
  /** True if all fields have fixed values. */
  readonly isComplete: boolean;
}

const scoreOf = ({ unique, primary, partial }: Index, { points, isRanged, isSorted, tests, isComplete }: Merits): number =>
  points * 20 +
  (isRanged ? 8 : 0) +
  (isSorted ? 15 : 0) +
  tests * 2 +
  (isComplete && unique ? (primary ? ONE_ID : 100) : 0) +
  (partial ? 1 : 0);

/** The highest possible score of an index for conditions on these paths. It spares a closer look at most indexes. */
const highestScore = (index: Index, paths: ReadonlySet<string>): number => {
  const fields = Object.keys(index.key);
  const free = fields.findIndex((path) => !paths.has(path));
  const points = free < 0 ? fields.length : free;
  const tests = fields.filter((path) => paths.has(path)).length;
  return scoreOf(index, { points, isRanged: true, isSorted: true, tests, isComplete: free < 0 });
};

const walk = (index: Index, filter: Filter, sort: Sort): { readonly plan: Plan; readonly score: number } => {
  const fields = fieldsOf(index, filter);
  const order = sort.length > 0 ? orderOf(index, fields, sort) : undefined;
  const leading = order ? fields.slice(0, order.before) : [];
  const combinations = leading.reduce((product, { bounds = [] }) => product * bounds.length, 1);
  const merged = combinations > 1 && combinations <= MOST_STREAMS;
  const starts = merged ? prefixesOf(index.id, leading) : [];
  const reverse = order?.reverse ?? false;
  const inOrder = (ranges: KeyRange[]) => (reverse ? ranges.reverse() : ranges);
  const { ranges, used } = rangesOf(index.id, fields);
  const streams: Stream[] = merged
    ? starts.map((start) => ({ ranges: inOrder(rangesOf(start, fields.slice(leading.length)).ranges), offset: start.length }))
    : [{ ranges: inOrder(ranges), offset: 0 }];
  const tests = fields.flatMap(({ bounds }, field) => (bounds && field >= used ? [{ field, intervals: bounds }] : []));
  const sorted = order !== undefined && combinations <= MOST_STREAMS;
  const pinned = (field: IndexField) => field.points && field.bounds?.length === 1;
  const decided = new Set(fields.flatMap((field) => field.decided));
  const points = fields.findIndex((field) => !field.points);
  const leadingPoints = points < 0 ? fields.length : points;
  const ranged = points >= 0 && fields[points]?.narrow;
  const complete = leadingPoints === fields.length;
  return {
    plan: {
      index,
      stage: index.primary
        ? complete && fields.every(pinned)
          ? 'IDHACK'
          : leadingPoints + used > 0 || sorted
            ? 'IXSCAN'
            : 'COLLSCAN'
        : 'IXSCAN',
      streams,
      single: complete && index.unique && used === fields.length,
      reverse,
      tests,
      sorted,
      repeats: fields.some((field) => field.array !== undefined && !pinned(field)),
      exact: filter.complete && filter.conditions.every((condition) => decided.has(condition)),
    },
    score: scoreOf(index, {
      points: leadingPoints,
      isRanged: Boolean(ranged),
      isSorted: sorted,
      tests: tests.length,
      isComplete: complete,
    }),
  };
};

const everything = (collection: Collection, { reverse }: Pick<Plan, 'reverse'>): Plan => ({
  index: collection.indexes[0] as Index,
  stage: 'COLLSCAN',
  streams: [{ ranges: [wholeRange(collection.id)], offset: 0 }],
  single: false,
  reverse,
  tests: [],
  sorted: false,
  repeats: false,
  exact: false,
});

const hinted = (collection: Collection, hint: unknown): Index => {
  const requested = JSON.stringify(hint);
  const index = collection.indexes.find(({ name, key }) => name === hint || JSON.stringify(key) === requested);
  if (!index) throw refuse.badValue('error processing query: hint provided does not correspond to an existing index');
  return index;
};

/**
 * Chooses the best plan for a filter, in the order of `sort` if an index has it. `hint` is the name or pattern of an
 * index, or `{ $natural: 1 }`. Throws BadValue for an unknown index.
 */
export const choosePlan = (collection: Collection, filter: Filter, sort: Sort = [], hint?: string | Document): Plan => {
  const natural =
    sort[0]?.[0] === '$natural' ? sort[0][1] : typeof hint === 'object' ? (hint['$natural'] as number | undefined) : undefined;
  const scan = {
    ...everything(collection, { reverse: natural === -1 }),
    sorted: sort[0]?.[0] === '$natural',
    exact: filter.complete && filter.conditions.length === 0,
  };
  if (natural !== undefined) return scan;
  if (hint !== undefined && Object.keys(hint).length > 0) return walk(hinted(collection, hint), filter, sort).plan;
  const paths = new Set(filter.conditions.map(({ path }) => path));
  let best = { plan: scan, score: 0 };
  for (const index of collection.indexes) {
    if (highestScore(index, paths) <= best.score || !holdsAll(index, filter)) continue;
    const walked = walk(index, filter, sort);
    if (walked.score > best.score) best = walked;
    if (walked.score >= ONE_ID) break;
  }
  return best.plan;
};
